"""Periods (2100.034(b), domain.md 3.5 #13-#15): three calendar months, clamped; no day in two periods or in none."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from helpers.builders import day
from helpers.oracle_dry import plus_months
from hypothesis import given
from hypothesis import strategies as st

from hub.ledger.period import MONTHS_MAX, Period, add_months, calendar

days = st.dates(date(2024, 1, 1), date(2032, 12, 31))


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        ("2026-10-01", 3, "2027-01-01"),
        ("2026-11-30", 3, "2027-02-28"),
        ("2026-12-31", 2, "2027-02-28"),
        ("2027-11-30", 3, "2028-02-29"),
        ("2027-11-29", 3, "2028-02-29"),
        ("2028-02-29", 12, "2029-02-28"),
        ("2028-02-29", 48, "2032-02-29"),
        ("2027-03-31", -1, "2027-02-28"),
        ("2027-01-15", -1, "2026-12-15"),
    ],
)
def test_months_are_added_by_the_calendar_and_clamped_to_the_months_end(start: str, months: int, end: str):
    assert add_months(day(start), months) == day(end)


@given(days, st.integers(-36, 36))
def test_adding_months_agrees_with_the_oracle(start: date, months: int):
    assert add_months(start, months) == plus_months(start, months)


def test_a_period_lasts_at_most_three_months():
    assert MONTHS_MAX == 3


# declared               | movements from .. to    | provisional periods
@pytest.mark.parametrize(
    ("declared", "moved", "provisional"),
    [
        ([], ("02-10", "02-10"), [("02-10", "05-10")]),
        ([], ("02-10", "05-10"), [("02-10", "05-10"), ("05-10", "08-10")]),
        ([("10-01", "2027-01-01")], ("10-01", "12-31"), []),
        ([("10-01", "2027-01-01")], ("10-01", "2027-01-01"), [("2027-01-01", "2027-04-01")]),
        ([("10-01", "2027-01-01")], ("09-30", "10-02"), [("09-30", "10-01")]),
        ([("10-01", "2027-01-01")], ("05-01", "10-02"), [("05-01", "08-01"), ("08-01", "10-01")]),
        ([("10-01", "11-30")], ("11-30", "2027-02-28"), [("11-30", "2027-02-28"), ("2027-02-28", "2027-05-28")]),
        ([("10-01", "2027-01-01")], (None, None), []),
    ],
)
def test_a_movement_outside_every_declared_period_gets_provisional_ones(
    declared: list[tuple[str, str]], moved: tuple[str | None, str | None], provisional: list[tuple[str, str]]
):
    periods = [Period(day(start), day(end), f"P{number}") for number, (start, end) in enumerate(declared)]
    first, last = (None if text is None else day(text) for text in moved)

    found = calendar(periods, first, last)

    assert [(p.start, p.end_exclusive) for p in found if p.period_id is None] == [
        (day(start), day(end)) for start, end in provisional
    ]


@given(st.lists(st.integers(1, 92), max_size=4), days, days, days)
def test_a_calendar_tiles_every_day_it_must_cover(lengths: list[int], start: date, one: date, other: date):
    first, last = min(one, other), max(one, other)
    declared, begin = [], start
    for number, length in enumerate(lengths):
        end = min(begin + timedelta(length), add_months(begin, 3))
        declared.append(Period(begin, end, str(number)))
        begin = end

    found = calendar(declared, first, last)

    assert all(earlier.end_exclusive == later.start for earlier, later in pairwise(found))
    assert all(p.start < p.end_exclusive <= add_months(p.start, 3) for p in found)
    assert [p for p in found if p.period_id is not None] == declared
    assert found[0].start <= first
    assert last < found[-1].end_exclusive


def test_a_provisional_period_is_named_by_its_start():
    assert Period(day("2027-01-01"), day("2027-04-01")).name == "provisional 2027-01-01"
