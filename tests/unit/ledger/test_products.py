"""Product lots (2100.033, 2100.034(d)(2), domain.md 3.3, 3.5 #21, #22, #24): oil sold, carried on, lost, or claimed."""

from datetime import date
from decimal import Decimal

import pytest
from helpers.builders import (
    SOY,
    confirmed,
    correct,
    crush_run,
    oil,
    pounds,
    receipt,
    registered,
    reverse,
    transfer,
)
from helpers.mill import CI, OTHER, Mill, bushels, dry

from hub.ledger.facts import Fact
from hub.ledger.terms import Form

WAY = "crush-1 > trader-1"


def pressed() -> Mill:
    """10,000 bushels of 3150, 6,000 of them pressed at 11.4: 68,400 lb of oil."""
    mill = Mill().buys("10-03", 10_000)
    mill.crushes("run-1", "10-15", {CI: 6_000, None: 12_000}, at="11.4")
    return mill


# scenario 09
def test_oil_beyond_what_a_run_made_is_an_over_sale_of_the_product_though_crop_remains():
    mill = pressed()

    mill.sells("O-1", "11-01", "70000", CI, "run-1", "11.4")

    assert mill.open == {"A_PRODUCT_OVERSALE 7326.3158"}
    assert mill.suspended == {"O-1"}
    assert mill.sums("crush-1", CI).ending == 201_473.6842
    found = mill.only("A_PRODUCT_OVERSALE").subject
    assert (found.entity_id, found.ci_e6, found.form, found.crush_run_id) == (
        "crush-1",
        3150_000_000,
        "oil",
        "run-1",
    )


# pounds beyond the 68,400 lb there are | A_PRODUCT_OVERSALE
@pytest.mark.parametrize(("amount", "found"), [("68400", set()), ("68400.01", set()), ("68400.0101", {"O-1"})])
def test_a_lot_is_overdrawn_beyond_rounding_in_pounds_of_product(amount: str, found: set[str]):
    mill = pressed()

    mill.sells("O-1", "11-01", amount, CI, "run-1", "11.4")

    assert mill.suspended == found
    assert mill.open_codes == ["A_PRODUCT_OVERSALE"] * len(found)


def test_only_the_sale_that_overdraws_the_lot_is_blocked():
    mill = pressed()

    mill.sells("O-2", "11-02", "10000", CI, "run-1", "11.4")
    mill.sells("O-3", "11-02", "1", CI, "run-1", "11.4")
    mill.sells("O-1", "11-02", "60000", CI, "run-1", "11.4")

    assert mill.open == {"A_PRODUCT_OVERSALE 7330.8947"}
    assert mill.suspended == {"O-2", "O-3"}


@pytest.mark.parametrize("run_day", ["10-15", "11-10", "12-31"])
def test_a_run_that_comes_after_the_sale_makes_it_good(run_day: str):
    mill = Mill().buys("10-03", 10_000)
    mill.sells("O-1", "11-01", "57000", CI, "run-1", "11.4")
    assert mill.open == {"A_PRODUCT_OVERSALE 261000"}

    mill.crushes("run-1", run_day, {CI: 6_000}, at="11.4")

    assert (mill.open, mill.suspended) == (set(), set())
    assert (mill.only("A_PRODUCT_OVERSALE").status, mill.only("A_PRODUCT_OVERSALE").reason) == (
        "retracted",
        "LATE_RECORD",
    )


def test_a_run_of_the_next_period_does_not_cure_the_lot():
    mill = Mill().buys("10-03", 10_000)
    mill.sells("O-1", "11-01", "57000", CI, "run-1", "11.4")

    mill.crushes("run-1", "2027-01-05", {CI: 5_000}, at="11.4")

    assert mill.open == {"A_PRODUCT_OVERSALE 261000"}
    assert mill.lots(start="2027-01-01") == {("run-1", "11.4"): (57_000, dry(5_000))}
    assert mill.forms(start="2027-01-01") == (0, dry(5_000)), "the deficit was taken from the crop carried over"


CHANGES = [
    ("fewer bushels", {"lines": (bushels(5_000, CI),), "product_amount_e6": 57_000_000_000}, "13736.8421"),
    ("another yield", {"crushing_yield_e4": 115_000, "product_amount_e6": 69_000_000_000}, "274736.8421"),
    ("another CI", {"lines": (bushels(6_000, OTHER),)}, "274736.8421"),
    ("conventional crop", {"lines": (bushels(6_000),)}, "274736.8421"),
    ("after the period", {"run_date": "2027-01-02"}, "274736.8421"),
    ("another owner", {"owner_id": "elev-1"}, "274736.8421"),
]


@pytest.mark.parametrize(("changes", "amount"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES])
def test_a_run_corrected_after_its_oil_was_sold(changes: dict[str, object], amount: str):
    mill = Mill().buys("10-03", 10_000).buys("10-03", 10_000, OTHER)
    run = mill.crushes("run-1", "10-15", {CI: 6_000}, at="11.4")
    mill.sells("O-1", "11-01", "60000", CI, "run-1", "11.4")
    assert mill.open == set()

    mill.tell(_corrected("k", run, changes))
    assert f"A_PRODUCT_OVERSALE {amount}" in mill.open
    assert mill.suspended >= {"O-1"}

    mill.tell(reverse("v", "crush-1", "k"))
    assert mill.suspended == set()
    assert mill.open == set()


def _corrected(name: str, run: Fact, changes: dict[str, object]) -> Fact:
    on = changes.get("run_date")
    return correct(name, run, **{**changes, **({"run_date": date.fromisoformat(str(on))} if on else {})})


def test_a_run_reversed_after_its_oil_was_sold():
    mill = pressed()
    mill.sells("O-1", "11-01", "57000", CI, "run-1", "11.4")

    mill.tell(reverse("v", "crush-1", "run-1"))

    assert mill.open == {"A_PRODUCT_OVERSALE 261000"}
    assert mill.suspended == {"O-1"}
    assert mill.forms() == (522_000, -261_000)


def test_a_sale_corrected_to_the_runs_new_yield_is_sound_again():
    mill = pressed()
    (run,) = (told for told in mill.told if told.event_id == "run-1")
    sale = mill.sells("O-1", "11-01", "57000", CI, "run-1", "11.4")
    mill.tell(correct("k", run, crushing_yield_e4=115_000, product_amount_e6=207_000_000_000))

    mill.tell(correct("k2", sale, lines=(oil("57000", CI, "run-1", "11.5"),)))

    assert "A_PRODUCT_OVERSALE" not in mill.open_codes
    assert mill.lots() == {("run-1", "11.5"): (12_000, pounds_of("54469.5652"))}


def pounds_of(text: str) -> Decimal:
    return Decimal(text)


# 3.3: a lot drawn completely returns exactly what went in, whatever the yield
@pytest.mark.parametrize("at", ["11.3333", "10.0001", "11.6667", "9.9999", "11.4"])
@pytest.mark.parametrize("parts", [1, 3, 7])
@pytest.mark.parametrize("is_allocated", [True, False])
def test_a_lot_drawn_completely_returns_what_went_in(at: str, parts: int, is_allocated: bool):  # noqa: FBT001
    mill = Mill().buys("10-03", 777)
    made = 777 * pounds(at)
    hundredths = round(made, -2)
    allocations = {CI: f"{hundredths / 10_000:.4f}"} if is_allocated else None
    mill.crushes(
        "run-1", "10-15", {CI: 777}, at=at, made=f"{max(made, hundredths) / 10_000:.4f}", allocations=allocations
    )
    whole = hundredths if is_allocated else made

    for part in range(parts):
        amount = whole // parts if part else whole - whole // parts * (parts - 1)
        mill.sells(f"O-{part}", "11-01", f"{amount / 10_000:.4f}", CI, "run-1", at)

    assert abs(mill.sums("crush-1", CI).ending) <= 0.0001 * parts
    assert mill.lots()["run-1", at][0] == 0
    mill.closes({CI: 0, f"{CI} oil": 0})
    assert mill.open == set()
    assert mill.lots_carried() == {}


def test_what_rounding_leaves_of_a_lot_is_not_carried():
    mill = pressed()
    mill.sells("O-1", "11-01", "68399.995", CI, "run-1", "11.4")

    mill.closes({})

    assert mill.lots()["run-1", "11.4"][0] == Decimal("0.005")
    assert mill.lots_carried() == {}


@pytest.mark.parametrize("order", ["run-1 O-1 O-2", "O-2 run-1 O-1", "O-1 O-2 run-1"])
def test_all_of_a_runs_oil_is_all_of_its_crop_on_every_hop(order: str):
    """run-1 allocated 11.41 lb to the bushel: what its share put in, not what its yield would say, is behind it."""
    mill = Mill().buys("10-03", 1)
    first = oil("11.41", CI, "run-1", "11.4")
    second = oil("11.41", CI, "run-1", "11.4", crusher="crush-1")
    facts = {
        "run-1": [
            crush_run("run-1", "crush-1", "10-15", bushels(1, CI), at="11.4", made="11.42", allocations={CI: "11.41"})
        ],
        "O-1": confirmed(transfer("O-1", WAY, "11-10", first, commodity=SOY, form=Form.OIL)),
        "O-2": confirmed(transfer("O-2", "trader-1 > ref-1", "11-10", second, commodity=SOY, form=Form.OIL)),
    }

    for name in order.split():
        mill.tell(*facts[name])

    assert mill.open == set()
    assert mill.forms("crush-1") == mill.forms("trader-1") == (0, 0)
    assert mill.lots("trader-1") == {("run-1", "11.4"): (0, 0)}


def test_oil_sold_draws_on_its_run_and_the_run_on_the_crop_bought():
    mill = Mill().buys("10-03", 100, name="I-1").buys("10-04", 200, name="I-2")
    mill.crushes("run-1", "10-15", {CI: 150}, at="11.4")
    mill.crushes("run-2", "10-16", {CI: 100}, at="11.5")

    mill.sells("O-2", "11-01", "575", CI, "run-2", "11.5")
    mill.sells_crop("S-1", "11-02", 50)

    by_name = {(row.load_key, row.line_no): row.order_event_id for row in mill.lines()}
    drawn = {
        (by_name[edge.load_key, edge.line_no], by_name[edge.parent_load_key, edge.parent_line_no]): edge.dry_lb_e4
        for edge in mill.edges()
        if edge.parent_load_key is not None
    }
    assert drawn == {
        ("run-1", "I-1"): pounds(str(dry(100))),
        ("run-1", "I-2"): pounds(str(dry(50))),
        ("run-2", "I-2"): pounds(str(dry(100))),
        ("S-1", "I-2"): pounds(str(dry(50))),
        ("O-2", "run-2"): pounds(str(dry(50))),
    }


def test_oil_its_buyer_has_not_received_left_the_lot_all_the_same():
    mill = pressed()

    mill.tell(transfer("O-1", WAY, "11-01", oil("11400", CI, "run-1", "11.4"), commodity=SOY, form=Form.OIL))

    assert mill.lots() == {("run-1", "11.4"): (57_000, 261_000)}
    assert mill.lots("trader-1") == {}


# 3.5 #22
def test_a_trader_carries_the_crushers_yield_and_the_crop_behind():
    mill = pressed()

    mill.sells("O-1", "11-01", "57000", CI, "run-1", "11.4", "crush-1 > trader-1")
    mill.sells("O-2", "11-20", "28500", CI, "run-1", "11.4", "trader-1 > ref-1", crusher="crush-1")

    assert mill.open == set()
    assert mill.forms("trader-1") == (0, 130_500)
    assert mill.lots("trader-1") == {("run-1", "11.4"): (28_500, 130_500)}
    assert mill.forms("crush-1") == (dry(4_000), dry(1_000))


def test_a_trader_that_sells_more_than_it_bought_is_short_of_the_key_alone():
    mill = pressed()
    mill.sells("O-1", "11-01", "57000", CI, "run-1", "11.4", "crush-1 > trader-1")

    mill.sells("O-2", "11-20", "57114", CI, "run-1", "11.4", "trader-1 > ref-1", crusher="crush-1")

    assert mill.open == {"A_OVERSALE_RUNNING 522"}
    assert mill.suspended == {"O-2"}


def test_a_trader_cannot_make_one_runs_oil_good_with_anothers():
    mill = pressed()
    mill.crushes("run-2", "10-20", {CI: 4_000}, at="11.5")
    mill.sells("I-1", "11-01", "11400", CI, "run-1", "11.4", "crush-1 > trader-1")
    mill.sells("I-2", "11-01", "11500", CI, "run-2", "11.5", "crush-1 > trader-1")

    mill.sells("O-1", "11-20", "12540", CI, "run-1", "11.4", "trader-1 > ref-1", crusher="crush-1")

    assert mill.open == {"A_PRODUCT_OVERSALE 5220"}
    assert mill.suspended == {"O-1"}


def test_the_buyer_gets_the_lower_of_the_two_amounts_in_product_and_crop():
    mill = pressed()
    sale = transfer(
        "O-1", "crush-1 > trader-1", "11-01", oil("57000", CI, "run-1", "11.4"), commodity=SOY, form=Form.OIL
    )
    got = oil("45600", CI, "run-1", "11.4")

    mill.tell(
        sale, receipt("R-1", "crush-1 > trader-1", "11-01", got, transfer_id="T-O-1", commodity=SOY, form=Form.OIL)
    )

    assert mill.open == {"A_COUNTERPARTY_AMOUNT 52200"}
    assert mill.lots("trader-1") == {("run-1", "11.4"): (45_600, 208_800)}
    assert mill.lots("crush-1") == {("run-1", "11.4"): (11_400, 52_200)}


def test_crop_and_oil_on_tickets_of_one_number_stay_crop_and_oil():
    """Two scales, each with its own 7: soybeans on 11-01, oil on 11-10."""
    mill = pressed()

    mill.tell(*confirmed(transfer("S-1", WAY, "11-01", bushels(100, CI), ticket="7", commodity=SOY)))
    sale = transfer("O-1", WAY, "11-10", oil("5700", CI, "run-1", "11.4"), ticket="7", commodity=SOY, form=Form.OIL)
    mill.tell(*confirmed(sale))

    assert mill.forms("trader-1") == (dry(100), dry(500))
    assert mill.forms("crush-1") == (dry(3_900), dry(5_500))


@pytest.mark.parametrize(
    "order",
    [
        "run-1 run-2 O-1 R-1",
        "run-1 O-1 R-1 run-2",
        "run-2 R-1 O-1 run-1",
    ],
)
def test_a_run_only_the_buyer_names_counts_whenever_it_comes(order: str):
    """run-2 allocated 11.41 lb to a bushel, so 11.4 lb of its oil are 52.1543 dry pounds, not 52.2."""
    mill = Mill().buys("10-03", 100)
    got = oil("11.4", CI, "run-2", "11.4")
    facts = {
        "run-1": crush_run("run-1", "crush-1", "10-15", bushels(1, CI), at="11.4", made="11.4"),
        "run-2": crush_run(
            "run-2", "crush-1", "10-16", bushels(1, CI), at="11.4", made="11.42", allocations={CI: "11.41"}
        ),
        "O-1": transfer("O-1", WAY, "11-10", oil("11.4", CI, "run-1", "11.4"), commodity=SOY, form=Form.OIL),
        "R-1": receipt("R-1", WAY, "11-10", got, transfer_id="T-O-1", commodity=SOY, form=Form.OIL),
    }

    mill.tell(*(facts[name] for name in order.split()))

    assert mill.open == {"A_COUNTERPARTY_AMOUNT 0.0457"}
    assert mill.forms("trader-1") == (0, Decimal("52.1543"))


@pytest.mark.parametrize(
    "order",
    [
        "run-1 run-2 O-1 R-1",
        pytest.param(
            "run-1 O-1 R-1 run-2",
            marks=pytest.mark.xfail(strict=True, reason="of several runs the buyer names for one line one is watched"),
        ),
    ],
)
def test_every_run_the_buyer_names_for_one_line_counts_whenever_it_comes(order: str):
    mill = Mill().buys("10-03", 100)
    got = (oil("5.7", CI, "run-1", "11.4"), oil("5.7", CI, "run-2", "11.4"))
    facts = {
        "run-1": crush_run("run-1", "crush-1", "10-15", bushels(1, CI), at="11.4", made="11.4"),
        "run-2": crush_run(
            "run-2", "crush-1", "10-16", bushels(1, CI), at="11.4", made="11.42", allocations={CI: "11.41"}
        ),
        "O-1": transfer("O-1", WAY, "11-10", oil("11.4", CI, "run-1", "11.4"), commodity=SOY, form=Form.OIL),
        "R-1": receipt("R-1", WAY, "11-10", *got, transfer_id="T-O-1", commodity=SOY, form=Form.OIL),
    }

    mill.tell(*(facts[name] for name in order.split()))

    assert mill.open == {"A_COUNTERPARTY_AMOUNT 0.0229"}
    assert mill.forms("trader-1") == (0, Decimal("52.1771"))


# the crop behind an oil line of a crusher the hub does not know the runs of
BEHIND = [
    ("by the yield", {"at": "11.4"}, "52200", set()),
    ("by the yield, whatever the input stated", {"at": "11.4", "input_dry": "50000"}, "52200", set()),
    ("by the input stated", {"at": None, "input_dry": "52000"}, "52000", {"G_PRODUCT_INPUT 52000"}),
]


@pytest.mark.parametrize(("stated", "behind", "found"), [row[1:] for row in BEHIND], ids=[row[0] for row in BEHIND])
def test_oil_of_an_unknown_run_counts_by_what_its_line_says(stated: dict[str, str], behind: str, found: set[str]):
    mill = Mill()
    mill.tell(registered("crush-9", books_here=False))

    mill.sells("O-1", "11-01", "11400", CI, "X-1", parties="crush-9 > trader-1", **stated)  # type: ignore[arg-type]

    assert mill.open == found
    assert mill.forms("trader-1") == (0, pounds_of(behind))
