"""Corrections and reversals (model.md 6): which version of a statement counts, and what waits for what.

The statement is elev-1's discard of 100 lb; `corr` and `again` correct it, `undo` reverses it, `undo corr` reverses
a correction.
"""

from itertools import permutations

import pytest
from helpers.book import Book
from helpers.builders import correct, discard, line, receipt, registered, reverse, transfer

from hub.ledger.rows import Statement

CI = "5125.4"
ORIGINAL = discard("orig", "elev-1", "10-05", line("100", CI))
EVENTS = {
    "orig": ORIGINAL,
    "corr": correct("corr", ORIGINAL, lines=(line("90", CI),)),
    "again": correct("again", ORIGINAL, lines=(line("80", CI),)),
    "of corr": correct("of corr", ORIGINAL, names="corr", lines=(line("70", CI),)),
    "moved": correct("moved", ORIGINAL, day=ORIGINAL.body.day.replace(month=11)),
    "undo": reverse("undo", "elev-1", "orig"),
    "undo corr": reverse("undo corr", "elev-1", "corr"),
    "undo again": reverse("undo again", "elev-1", "again"),
}

# what elev-1 states, in its order | pounds discarded
TABLE = [
    ("orig", 100),
    ("orig, corr", 90),
    ("orig, corr, again", 80),
    ("orig, again, corr", 90),
    ("orig, corr, of corr", 70),
    ("orig, corr, of corr, again", 80),
    ("orig, undo", 0),
    ("orig, corr, undo corr", 100),
    ("orig, corr, again, undo again", 90),
    ("orig, corr, again, undo corr", 80),
    ("orig, corr, undo corr, again, undo again", 100),
    ("orig, corr, undo", 0),
    ("orig, undo, corr", 0),
    ("corr, orig", 90),
    ("undo, orig", 0),
    ("of corr, corr, orig", 90),
    ("of corr, orig, corr", 90),
    ("undo corr, corr, orig", 100),
    ("undo corr, orig, corr", 100),
    ("corr", 0),
    ("undo", 0),
    ("of corr, corr", 0),
    ("orig, moved", 100),
]


@pytest.mark.parametrize(("stated", "pounds"), TABLE, ids=[row[0] for row in TABLE])
def test_the_last_unreversed_correction_counts_else_the_original(stated: str, pounds: int):
    told = Book().with_elevator()

    outcomes = told.tell(*(EVENTS[name] for name in stated.split(", ")))

    assert {outcome.outcome for outcome in outcomes} == {"accepted"}
    assert sum(row.discarded_e4 for row in _statements(told)) == pounds * 10_000


@pytest.mark.parametrize("stated", ["orig, corr, again, undo again", "undo corr, corr, orig", "orig, corr, undo"])
def test_one_batch_or_many_is_the_same(stated: str):
    facts = [EVENTS[name] for name in stated.split(", ")]
    one_by_one, together = Book().with_elevator(), Book().with_elevator()

    one_by_one.tell(*facts)
    together.tell_together(*facts)

    assert list(map(tuple, _statements(one_by_one))) == list(map(tuple, _statements(together)))


def test_a_correction_moves_the_amount_to_its_new_day():
    told = Book().with_elevator()
    told.tell(ORIGINAL)

    told.tell(EVENTS["moved"])

    assert [str(row.day) for row in told.lines()] == ["2026-11-05"]


def test_another_author_corrects_and_reverses_nothing():
    told = Book().with_elevator("elev-1", "elev-2")
    other = discard("orig", "elev-2", "10-05", line("7", CI))
    told.tell(ORIGINAL, other)

    told.tell(reverse("v", "elev-2", "orig"))

    assert sum(row.discarded_e4 for row in _statements(told)) == 100 * 10_000


@pytest.mark.parametrize(("hub_day", "is_told"), [("10-19", False), ("10-20", False), ("10-21", True)])
@pytest.mark.parametrize("waits", ["reversal", "correction"])
def test_what_names_an_unknown_event_is_told_after_14_days(hub_day: str, waits: str, *, is_told: bool):
    told = Book().with_elevator()
    events = {
        "reversal": reverse("v", "elev-1", "orig", "10-06"),
        "correction": correct("k", ORIGINAL, "10-06"),
    }
    told.tell(events[waits])

    told.on(hub_day)

    assert told.open == ({"E_UNKNOWN_REF"} if is_told else set())


def test_it_is_told_no_more_and_takes_effect_when_its_event_comes():
    told = Book().with_elevator()
    told.tell(reverse("v", "elev-1", "orig", "10-06"))
    told.on("12-01")

    told.tell(ORIGINAL)

    assert told.open == set()
    assert told.only("E_UNKNOWN_REF").status != "open"
    assert _statements(told) == []


@pytest.mark.parametrize("order", list(permutations(("sale", "correction", "receipt"))))
def test_a_corrected_sale_meets_its_receipt_in_any_order(order: tuple[str, ...]):
    told = Book().with_elevator().play("10-01 farm-1 > elev-1 1000 of 5125.4")
    sale = transfer("s", "elev-1 > ref-1", "10-05", line("100", CI), transfer_id="T")
    stated = {
        "sale": sale,
        "correction": correct("k", sale, lines=(line("90", CI),)),
        "receipt": receipt("r", "elev-1 > ref-1", "10-05", line("90", CI), transfer_id="T"),
    }

    told.tell(*(stated[name] for name in order))

    assert told.open == set()
    assert told.sums().outgoing == 90
    (sold,) = told.lines(seller_id="elev-1")
    assert (sold.order_event_id, sold.credit_dry_lb_e4) == ("s", 900_000)


def test_a_corrected_sale_keeps_its_place_in_the_order_of_its_day():
    told = (
        Book()
        .with_elevator()
        .play("""
        10-01  farm-1 > elev-1  100 of 5125.4
        10-05  elev-1 > ref-1    60 of 5125.4  A
        10-05  elev-1 > ref-2    60 of 5125.4  B
    """)
    )
    sale = next(stated for stated in told.told if stated.event_id == "A")

    told.tell(correct("Z", sale, lines=(line("70", CI),)))

    assert told.suspended == {"B"}


def test_a_sale_taken_back_leaves_no_draw_behind():
    told = (
        Book()
        .with_elevator()
        .play("""
        10-05  farm-1 > elev-1  1000 of 5125.4
        10-06  elev-1 > ref-1    500 of 5125.4  s
    """)
    )

    told.tell(reverse("v", "elev-1", "s"))

    assert [edge for edge in told.edges() if not edge.named] == []


def test_a_registration_counts_as_the_last_one_says():
    told = Book()
    told.tell(registered("elev-1"), registered("elev-1", books_here=False, event_id="second"))

    told.play("10-05 elev-1 > ref-1 100 of 5125.4")

    assert "A_OVERSALE_RUNNING" not in told.open_codes


def _statements(told: Book) -> list[Statement]:
    return list(told.books.scan(Statement))
