"""Crush runs (2100.033(a), domain.md 3.3, 3.5 #20-#23, #42, #43): what is refused, what is booked, whose it is."""

from dataclasses import replace
from decimal import Decimal

import pytest
from helpers.builders import CORN, SOY, correct, crush_run, declare, pounds, registered, reverse
from helpers.mill import CI, OTHER, Mill, bushels, dry

from hub.ledger.facts import CrushRun, Fact
from hub.ledger.keys import account_key
from hub.ledger.rows import AccountDay, Run
from hub.ledger.terms import Commodity

MIXED: dict[str | None, int] = {CI: 6_000, OTHER: 3_000, None: 9_000}
"""run-1 of scenario 08: 18,000 bushels, at 11.4 lb 205,200 lb of oil."""


def mixed_run(made: str = "205200", **more: object) -> Fact:
    inputs = [bushels(amount, ci) for ci, amount in MIXED.items()]
    return crush_run("run-1", "crush-1", "10-15", *inputs, at="11.4", made=made, **more)  # type: ignore[arg-type]


def refused(stated: Fact) -> list[str]:
    return Mill().tell(stated)[0].codes


# scenario 08
def test_two_runs_keep_their_own_yields():
    mill = Mill().buys("10-03", 10_000).buys("10-04", 5_000, OTHER)
    mill.crushes("run-1", "10-15", MIXED, at="11.4")
    mill.crushes("run-2", "11-20", {CI: 4_000, OTHER: 2_000, None: 6_000}, at="11.5")

    mill.sells("O-1", "11-01", "57000", CI, "run-1", "11.4")
    mill.sells("O-2", "12-05", "46000", CI, "run-2", "11.5")

    assert mill.open == set()
    assert mill.forms() == (0, 52_200)
    assert mill.forms(ci=OTHER) == (0, 261_000)
    assert mill.lots() == {("run-1", "11.4"): (11_400, 52_200), ("run-2", "11.5"): (0, 0)}
    assert mill.lots(ci=OTHER) == {("run-1", "11.4"): (34_200, 156_600), ("run-2", "11.5"): (23_000, 104_400)}
    assert [row.debit_dry_lb_e4 for row in mill.lines(buyer_id="ref-1")] == [pounds(261_000), pounds(208_800)]


def test_another_runs_yield_draws_on_oil_that_was_never_made():
    mill = Mill().buys("10-03", 10_000)
    mill.crushes("run-1", "10-15", {CI: 6_000}, at="11.4")

    mill.sells("O-1", "11-01", "57000", CI, "run-1", "11.5")

    assert mill.open == {"A_PRODUCT_OVERSALE 258730.4348"}
    assert mill.suspended == {"O-1"}
    assert mill.lots()["run-1", "11.4"] == (68_400, dry(6_000))


def test_crushing_moves_crop_to_oil_and_leaves_the_key_as_it_was():
    mill = Mill().buys("10-03", 10_000)

    mill.crushes("run-1", "10-15", MIXED, at="11.4")

    assert mill.forms() == (dry(4_000), dry(6_000))
    assert mill.sums("crush-1", CI).ending == 522_000
    assert mill.sums("crush-1", CI).outgoing == 0
    assert mill.statement().processed_e4 == pounds(str(dry(6_000)))


def test_conventional_inputs_are_counted_as_processed():
    mill = Mill().buys("10-03", 10_000).buys("10-03", 5_000, OTHER)

    mill.crushes("run-1", "10-15", MIXED, at="11.4")

    days = mill.books.scan(AccountDay, account_key=account_key("crush-1", SOY, None))
    assert [row.processed_e4 for row in days] == [pounds(str(dry(9_000)))]


def test_inputs_of_one_ci_at_two_moistures_are_one_share():
    mill = Mill().buys("10-03", 1_000)

    mill.tell(crush_run("run-1", "crush-1", "10-15", bushels(400, CI), bushels(600, CI), at="11.4", made="11400"))

    assert mill.open == set()
    assert mill.lots() == {("run-1", "11.4"): (11_400, 52_200)}


# E_CRUSH_MATH: what each CI got is yield x bushels within 0.01 lb
ALLOCATIONS = [
    ("left out: shared out by the yield", {}, []),
    ("as the yield has it", {CI: "68400", OTHER: "34200", None: "102600"}, []),
    ("conventional left out", {CI: "68400", OTHER: "34200"}, []),
    ("0.01 lb too much", {CI: "68400.01", OTHER: "34200", None: "102600"}, []),
    ("0.01 lb too little", {CI: "68399.99", OTHER: "34200", None: "102600"}, []),
    ("0.0101 lb too much", {CI: "68400.0101", OTHER: "34200", None: "102600"}, ["E_CRUSH_MATH"]),
    ("0.0101 lb too little", {CI: "68399.9899", OTHER: "34200", None: "102600"}, ["E_CRUSH_MATH"]),
    ("0.0101 lb too much to conventional", {CI: "68400", OTHER: "34200", None: "102600.0101"}, ["E_CRUSH_MATH"]),
    ("one CI's oil given to the other", {CI: "102600", OTHER: "0", None: "102600"}, ["E_CRUSH_MATH"]),
    ("the conventional oil given to a CI", {CI: "171000", OTHER: "34200", None: "0"}, ["E_CRUSH_MATH"]),
    ("a CI crushed left out", {CI: "68400", None: "102600"}, ["E_CRUSH_MATH"]),
    ("a CI that was not crushed", {CI: "68400", OTHER: "34200", "4980": "0.005", None: "102600"}, ["E_CRUSH_MATH"]),
]


@pytest.mark.parametrize(
    ("allocations", "codes"), [row[1:] for row in ALLOCATIONS], ids=[row[0] for row in ALLOCATIONS]
)
def test_each_ci_gets_the_yield_of_its_bushels(allocations: dict[str | None, str], codes: list[str]):
    assert refused(mixed_run(allocations=allocations)) == codes


def test_a_ci_allocated_twice_is_refused():
    stated = mixed_run(allocations={CI: "34200", OTHER: "34200", None: "102600"})
    assert isinstance(stated.body, CrushRun)

    twice = replace(
        stated, body=replace(stated.body, allocations=stated.body.allocations + stated.body.allocations[:1])
    )

    assert refused(twice) == ["E_CRUSH_MATH"]


# the sum of the shares against what the run made: the yield's fifth decimal is worth 0.9 lb on 18,000 bushels
MADE = [
    ("205200", None, []),
    ("205199.1", None, []),
    ("205199.09", None, ["E_CRUSH_MATH"]),
    ("200000", None, ["E_CRUSH_MATH"]),
    ("206000", None, []),
    ("205199.09", "Q4", []),
    ("100000", "Q4", []),
]


@pytest.mark.parametrize(("made", "yield_id", "codes"), MADE)
def test_a_runs_own_yield_promises_no_more_than_it_made(made: str, yield_id: str | None, codes: list[str]):
    assert refused(mixed_run(made, yield_id=yield_id)) == codes


@pytest.mark.parametrize("allocations", [None, {CI: "8805.97", None: "226.67"}])
def test_a_yield_rounded_to_four_decimals_is_no_fault(allocations: dict[str | None, str] | None):
    """797 bushels made 9,032.61 lb: 11.33326... lb a bushel, stated as 11.3333."""
    inputs = (bushels(777, CI), bushels(20))

    stated = crush_run("run-1", "crush-1", "10-15", *inputs, at="11.3333", made="9032.61", allocations=allocations)

    assert refused(stated) == []


@pytest.mark.parametrize(
    ("commodity", "codes"),
    [
        (CORN, ["E_CRUSH_COMMODITY"]),
        (Commodity.SORGHUM, ["E_CRUSH_COMMODITY"]),
        (SOY, []),
        (Commodity.SPRING_CANOLA, []),
    ],
)
def test_only_seed_oil_crops_have_a_crushing_yield(commodity: Commodity, codes: list[str]):
    stated = crush_run("run-1", "crush-1", "10-15", bushels(10), at="20", made="200", commodity=commodity)

    assert refused(stated) == codes


def test_a_run_is_its_crushers_to_state():
    stated = crush_run("run-1", "crush-2", "10-15", bushels(10, CI), at="11", made="110", owner="crush-1")

    assert refused(replace(stated, author_id="crush-1")) == ["E_NOT_AUTHOR"]


@pytest.mark.parametrize(("names", "codes"), [(None, ["E_DUP_CONFLICT"]), ("run-1", [])])
def test_a_run_id_is_used_once(names: str | None, codes: list[str]):
    mill = Mill().buys("10-03", 10_000)
    first = mill.crushes("run-1", "10-15", {CI: 10}, at="11.4")
    again = replace(correct("again", first, run_date=first.body.day), names=names)

    outcome = mill.tell(again if names else replace(again, stated_on=None, reason=None))[0]

    assert outcome.codes == codes


def test_a_correction_keeps_the_run_id():
    mill = Mill().buys("10-03", 10_000)
    first = mill.crushes("run-1", "10-15", {CI: 10}, at="11.4")

    outcome = mill.tell(correct("k", first, run_id="run-2"))[0]

    assert outcome.codes == ["E_SCHEMA"]
    assert set(mill.lots()) == {("run-1", "11.4")}


# 3.5 #43
def test_a_toll_run_is_booked_with_the_owner_and_leaves_the_crushers_account_alone():
    mill = Mill().buys("10-03", 1_000, buyer="elev-1").buys("10-03", 500)

    mill.crushes("run-7", "10-15", {CI: 1_000}, at="11.4", crusher="crush-2", owner="elev-1")

    assert mill.open == set()
    assert mill.forms("elev-1") == (0, 52_200)
    assert mill.lots("elev-1") == {("run-7", "11.4"): (11_400, 52_200)}
    assert mill.forms("crush-1") == (dry(500), 0)
    assert list(mill.books.scan(AccountDay, account_key=account_key("crush-2", SOY, 3150_000_000))) == []


def test_the_owner_sells_the_oil_of_a_toll_run_under_the_crushers_name():
    mill = Mill().buys("10-03", 1_000, buyer="elev-1")
    mill.crushes("run-7", "10-15", {CI: 1_000}, at="11.4", crusher="crush-2", owner="elev-1")

    mill.sells("O-1", "11-01", "5700", CI, "run-7", "11.4", "elev-1 > ref-1", crusher="crush-2")

    assert mill.open == set()
    assert mill.forms("elev-1") == (0, 26_100)
    assert mill.lots("elev-1") == {("run-7", "11.4"): (5_700, 26_100)}


def test_a_toll_run_of_crop_the_owner_has_not_is_the_owners_over_sale():
    mill = Mill().buys("10-03", 1_000)

    mill.crushes("run-7", "10-15", {CI: 100}, at="11.4", crusher="crush-1", owner="elev-1")

    (dip,) = mill.findings("open")
    assert (dip.code, dip.subject.entity_id, dip.subject.form, dip.amount_e4) == (
        "A_OVERSALE_RUNNING",
        "elev-1",
        "crop",
        pounds(5_220),
    )


# A_YIELD_DRIFT: 205,200 lb expected, 0.5 % of it is 1,026 lb
DRIFTS = [
    ("205200", set()),
    ("204174", set()),
    ("204173.99", {"A_YIELD_DRIFT"}),
    ("206226", set()),
    ("206226.01", {"A_YIELD_DRIFT"}),
]


@pytest.mark.parametrize(("made", "codes"), DRIFTS)
def test_a_yield_set_for_longer_drifts_beyond_half_a_percent(made: str, codes: set[str]):
    mill = Mill().buys("10-03", 10_000).buys("10-03", 5_000, OTHER)

    mill.crushes("run-1", "10-15", MIXED, at="11.4", made=made, yield_id="autumn")

    assert mill.open == codes


@pytest.mark.parametrize(
    ("days", "open_codes"),
    [
        (("10-15", "12-31"), set()),
        (("10-15", "2027-01-01"), {"A_YIELD_DRIFT"}),
    ],
)
def test_a_drift_is_judged_by_the_sums_of_a_period(days: tuple[str, str], open_codes: set[str]):
    mill = Mill().buys("10-03", 10_000)

    mill.crushes("run-1", days[0], {CI: 1_000}, at="11.4", made="11300", yield_id="autumn")
    mill.crushes("run-2", days[1], {CI: 1_000}, at="11.4", made="11500", yield_id="autumn")

    assert mill.open == open_codes
    assert len(mill.findings("open")) == 2 * len(open_codes), "one finding a period"


def test_another_yield_has_sums_of_its_own():
    mill = Mill().buys("10-03", 10_000)

    mill.crushes("run-1", "10-15", {CI: 1_000}, at="11.4", made="11300", yield_id="autumn")
    mill.crushes("run-2", "10-20", {CI: 1_000}, at="11.4", made="11500", yield_id="press 2")
    mill.crushes("run-3", "10-21", {CI: 1_000}, at="11.4", crusher="crush-2", owner="crush-1", yield_id="autumn")

    drifts = {(row.subject.entity_id, row.subject.yield_id) for row in mill.findings("open", "A_YIELD_DRIFT")}
    assert drifts == {("crush-1", "autumn"), ("crush-1", "press 2")}


@pytest.mark.parametrize(
    ("second", "open_codes"), [("12-31", set()), ("09-30", {"A_YIELD_DRIFT"}), ("2027-01-01", {"A_YIELD_DRIFT"})]
)
def test_where_no_period_is_declared_the_calendar_quarter_counts(second: str, open_codes: set[str]):
    mill = Mill()
    mill.tell(registered("crush-9", books_here=False))

    mill.crushes("run-1", "10-01", {None: 1_000}, at="11.4", made="11300", crusher="crush-9", yield_id="autumn")
    mill.crushes("run-2", second, {None: 1_000}, at="11.4", made="11500", crusher="crush-9", yield_id="autumn")

    assert mill.open == open_codes


def test_a_period_declared_later_puts_the_runs_together():
    mill = Mill()
    mill.tell(registered("crush-9"))
    mill.crushes("run-1", "12-31", {None: 1_000}, at="11.4", made="11300", crusher="crush-9", yield_id="autumn")
    mill.crushes("run-2", "2027-01-01", {None: 1_000}, at="11.4", made="11500", crusher="crush-9", yield_id="autumn")
    assert mill.open_codes == ["A_YIELD_DRIFT", "A_YIELD_DRIFT"]

    mill.tell(declare("p", "crush-9", "winter", "11-15", "2027-02-15"))

    assert mill.open == set()


def test_a_runs_own_yield_drifts_too_where_it_made_more_than_it_says():
    mill = Mill().buys("10-03", 10_000)

    mill.crushes("run-1", "10-15", {CI: 1_000}, at="11.4", made="11457.01")

    drift = mill.only("A_YIELD_DRIFT")
    assert (drift.subject.crush_run_id, drift.subject.yield_id) == ("run-1", None)


def test_a_correction_of_what_was_made_ends_the_drift():
    mill = Mill().buys("10-03", 10_000)
    run = mill.crushes("run-1", "10-15", {CI: 1_000}, at="11.4", made="9000", yield_id="autumn")

    mill.tell(correct("k", run, product_amount_e6=11_400_000_000))

    assert mill.open == set()
    assert mill.only("A_YIELD_DRIFT").status == "retracted"


def test_a_reversed_run_gives_the_crop_back():
    mill = Mill().buys("10-03", 1_000)
    mill.crushes("run-1", "10-15", {CI: 1_000}, at="11.4", made="9000", yield_id="autumn")

    mill.tell(reverse("v", "crush-1", "run-1"))

    assert mill.open == set()
    assert mill.forms() == (52_200, 0)
    assert mill.lots() == {}
    assert list(mill.books.scan(Run)) == []


@pytest.mark.parametrize(("owner", "crusher", "is_told"), [("elev-1", "crush-9", True), ("elev-9", "crush-1", False)])
def test_a_toll_run_of_a_ci_nobody_reported_is_the_owners_affair(owner: str, crusher: str, is_told: bool):  # noqa: FBT001
    mill = Mill()
    mill.tell(registered("elev-9", books_here=False), registered("crush-9", books_here=False))

    mill.crushes("run-1", "10-15", {"4444": 100}, at="11.4", crusher=crusher, owner=owner)

    assert ("A_CI_NOT_HELD" in mill.open_codes) is is_told
    assert {row.subject.entity_id for row in mill.findings("open")} <= {owner}


def test_a_run_of_a_ci_nobody_reported_is_of_crop_nobody_holds():
    mill = Mill()

    mill.crushes("run-1", "10-15", {"4444": 100}, at="11.4")

    assert mill.open == {"A_CI_NOT_HELD 5220", "A_OVERSALE_RUNNING 5220"}
    assert mill.forms(ci="4444") == (Decimal(-5_220), 5_220)
