"""The mass balance of one account in one period (2100.034(d), domain.md 3.1): dips, EPS, whole pounds, the carry."""

import pytest
from helpers.builders import day, pounds

from hub.ledger.account import (
    Balance,
    Declared,
    Dip,
    balance,
    carried,
    dips,
    epsilon_e4,
    running,
    whole_pounds_differ,
)
from hub.ledger.period import Period
from hub.ledger.rows import AccountDay

KEY = b"k" * 16
Q4 = Period(day("10-01"), day("2027-01-01"), "2026Q4")


def moved(table: str) -> list[AccountDay]:
    """Day sums from rows `10-05  +43000 -100`, in pounds; `x200` at the end makes it that many lines."""
    found = []
    for row in (text.split() for text in table.strip().splitlines()):
        amounts = [pounds(text) for text in row[1:] if not text.startswith("x")]
        lines = next((int(text[1:]) for text in row if text.startswith("x")), len(amounts))
        on = day(row[0])
        came, went = sum(a for a in amounts if a > 0), -sum(a for a in amounts if a < 0)
        found.append(AccountDay(KEY, on, on.replace(day=1), incoming_e4=came, sold_e4=went, lines=lines))
    return found


def test_the_running_balance_ends_each_day_that_moved():
    days = moved("""
        10-05  +43000
        10-20  -68800
        11-10  +34400
    """)

    found = [(str(on), now.total_e4) for on, now in running(Balance(), days)]

    assert found == [("2026-10-05", pounds(43000)), ("2026-10-20", pounds(-25800)), ("2026-11-10", pounds(8600))]


# beginning | the days                                              | first day below, how deep, cured on
DIPS = [
    (0, "10-05 +100", []),
    (0, "10-05 +100\n10-06 -100", []),
    (0, "10-05 +100\n10-06 -150", [("10-06", "50", None)]),
    (50, "10-06 -150\n10-09 -20", [("10-06", "120", None)]),
    (0, "10-05 -10\n10-06 -10\n10-07 +15\n10-08 +5", [("10-05", "20", "10-08")]),
    (0, "10-05 -10\n10-06 +10\n10-07 -5\n10-08 +5", [("10-05", "10", "10-06"), ("10-07", "5", "10-08")]),
    (0, "10-05 -10\n10-06 +30\n10-07 -25", [("10-05", "10", "10-06"), ("10-07", "5", None)]),
    (0, "10-05 +10 -10", []),
    (0, "10-05 +10 -30\n10-06 +20", [("10-05", "20", "10-06")]),
    (100, "", []),
]


@pytest.mark.parametrize(("beginning", "table", "expected"), DIPS)
def test_a_dip_is_a_stretch_of_days_below_zero(beginning: int, table: str, expected: list[tuple[str, str, str | None]]):
    found = dips(Balance(pounds(beginning)), moved(table))

    assert found == [
        Dip(day(first), pounds(deepest), None if cured is None else day(cured)) for first, deepest, cured in expected
    ]


# EPS = max(0.01 lb, 0.0001 lb x lines): below zero means below minus EPS, not at it
@pytest.mark.parametrize(
    ("lines", "eps_e4"), [(0, 100), (1, 100), (99, 100), (100, 100), (101, 101), (250, 250), (20_000, 20_000)]
)
def test_eps_grows_by_a_ten_thousandth_of_a_pound_a_line_above_a_hundred(lines: int, eps_e4: int):
    assert epsilon_e4(lines) == eps_e4


@pytest.mark.parametrize(
    ("short", "lines", "dips_found"),
    [("0.01", 2, 0), ("0.0101", 2, 1), ("0.0101", 100, 1), ("0.0101", 101, 0), ("0.0102", 101, 1), ("0.02", 200, 0)],
)
def test_rounding_alone_is_no_dip(short: str, lines: int, dips_found: int):
    days = moved(f"10-05 -{short} x{lines}")

    assert len(dips(Balance(), days)) == dips_found


def test_a_balance_back_within_eps_of_zero_has_cured_its_dip():
    days = moved("10-05 -10\n10-06 +9.99")

    assert dips(Balance(), days) == [Dip(day("10-05"), pounds(10), day("10-06"))]


def test_the_statement_has_every_term_of_the_equation():
    days = [
        AccountDay(KEY, day("10-05"), day("10-01"), 1000, 100, 20, 3, 4, lines=6),
        AccountDay(KEY, day("10-06"), day("10-01"), 500, 10, 20, 30, 40, lines=5),
    ]

    found = balance(KEY, Q4, Balance(70), days, Declared(closed=True, crop_end_e4=1300, crop_beginning_e4=60))

    assert (found.start, found.end_exclusive, found.period_id) == (Q4.start, Q4.end_exclusive, "2026Q4")
    assert (found.beginning_e4, found.incoming_e4) == (70, 1500)
    assert (found.sold_e4, found.sold_as_conventional_e4, found.discarded_e4, found.refined_e4) == (110, 40, 33, 44)
    assert found.computed_end_e4 == 70 + 1500 - 110 - 40 - 33 - 44
    assert (found.declared_end_e4, found.declared_crop_beginning_e4, found.closed) == (1300, 60, True)
    assert found.residual_e4 == found.computed_end_e4 - 1300
    assert (found.lines, found.carried_e4) == (11, 1300)


# computed | declared | carried: the lower of both, never below zero (#8, #9)
@pytest.mark.parametrize(
    ("computed", "declared", "carry"),
    [
        (85000, None, 85000),
        (85000, 82000, 82000),
        (82000, 85000, 82000),
        (85000, 0, 0),
        (-3000, None, 0),
        (-3000, 0, 0),
        (-3000, 4300, 0),
        (0, None, 0),
    ],
)
def test_the_next_period_begins_with_the_lower_of_computed_and_declared(
    computed: int, declared: int | None, carry: int
):
    found = carried(Balance(pounds(computed)), Declared(crop_end_e4=None if declared is None else pounds(declared)))

    assert found == Balance(pounds(carry))


# computed stock | declared stock | lines | differs beyond rounding
@pytest.mark.parametrize(
    ("computed", "declared", "lines", "differs"),
    [
        ("85000", "85000", 1, False),
        ("85000.4", "85000", 1, False),
        ("85000.5", "85000", 1, False),
        ("85000.5001", "85000", 1, True),
        ("85001.5", "85002", 1, False),
        ("85001.5", "85001", 1, True),
        ("84999.5", "85000", 1, False),
        ("84999.4999", "85000", 1, True),
        ("85000.01", "85000.02", 1, False),
        ("85000.01", "85000.0201", 1, True),
        ("85000.01", "85000.0201", 101, False),
        ("85000.5", "85000.4", 1, True),
        ("-3000", "0", 1, False),
        ("-3000", "0.01", 1, False),
        ("-3000", "1", 1, True),
        ("0", "1", 10_000, False),
        ("0", "1", 9_999, True),
    ],
)
def test_whole_pounds_are_compared_with_whole_pounds(computed: str, declared: str, lines: int, *, differs: bool):
    assert whole_pounds_differ(pounds(computed), pounds(declared), lines) is differs
