"""The mass balance of one account in one period (2100.034(d), domain.md 3.1).

    beginning 0, in 43,000 on 10-05, out 68,800 on 10-20, in 34,400 on 11-10
    running   10-05 43,000 | 10-20 -25,800 | 11-10 8,600      one dip, from 10-20, 25,800 deep, cured

All amounts in 0.0001 dry lb. Receipts of a day count before its outflows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from hub.ledger.keys import Key
from hub.ledger.period import Period
from hub.ledger.quantity import divide_half_even
from hub.ledger.rows import AccountDay, Statement

__all__ = ["Declared", "Dip", "balance", "carried", "dips", "epsilon_e4", "running", "whole_pounds_differ"]

_POUND_E4: Final = 10_000
_EPSILON_E4: Final = 100


@dataclass(frozen=True, slots=True)
class Declared:
    """What the holder's close says of one account; None where it says nothing."""

    closed: bool = False
    ending_e4: int | None = None
    beginning_e4: int | None = None


@dataclass(frozen=True, slots=True)
class Dip:
    """Consecutive days below zero: first day, deepest amount below, and the day it was cured, if it was."""

    first_day: date
    deepest_e4: int
    cured_on: date | None


def epsilon_e4(lines: int) -> int:
    """EPS of domain.md 3.1: 0.01 lb, or 0.0001 lb a line; rounding only, no commercial tolerance."""
    return max(_EPSILON_E4, lines)


def running(beginning_e4: int, days: Sequence[AccountDay]) -> Iterator[tuple[date, int]]:
    """The balance at the end of each day with a movement; `days` in order."""
    balance_e4 = beginning_e4
    for day in days:
        balance_e4 += day.incoming_e4 - day.outgoing_e4
        yield day.day, balance_e4


def dips(beginning_e4: int, days: Sequence[AccountDay]) -> list[Dip]:
    """Every stretch below zero in a period, cured or not, in order."""
    below = -epsilon_e4(sum(day.lines for day in days))
    found: list[Dip] = []
    first, deepest = None, 0
    for day, balance_e4 in running(beginning_e4, days):
        if balance_e4 < below:
            first, deepest = first or day, min(deepest, balance_e4)
        elif first is not None:
            found.append(Dip(first, -deepest, day))
            first, deepest = None, 0
    return [*found, Dip(first, -deepest, None)] if first is not None else found


def balance(
    account_key: Key, period: Period, beginning_e4: int, days: Sequence[AccountDay], declared: Declared
) -> Statement:
    """The period's statement with every term of the equation."""
    incoming = sum(day.incoming_e4 for day in days)
    outgoing = sum(day.outgoing_e4 for day in days)
    computed = beginning_e4 + incoming - outgoing
    return Statement(
        account_key=account_key,
        start=period.start,
        end_exclusive=period.end_exclusive,
        period_id=period.period_id,
        beginning_e4=beginning_e4,
        incoming_e4=incoming,
        sold_e4=sum(day.sold_e4 for day in days),
        sold_as_conventional_e4=sum(day.sold_as_conventional_e4 for day in days),
        discarded_e4=sum(day.discarded_e4 for day in days),
        refined_e4=sum(day.refined_e4 for day in days),
        lines=sum(day.lines for day in days),
        computed_end_e4=computed,
        declared_end_e4=declared.ending_e4,
        declared_beginning_e4=declared.beginning_e4,
        closed=declared.closed,
        carried_e4=carried(computed, declared.ending_e4),
    )


def carried(computed_e4: int, declared_e4: int | None) -> int:
    """Next period's beginning: the lower of computed and declared, never below zero (domain.md 3.5 #8, #9)."""
    held = max(computed_e4, 0)
    return held if declared_e4 is None else min(held, declared_e4)


def whole_pounds_differ(computed_e4: int, declared_e4: int, lines: int) -> bool:
    """Whether a declared stock differs from the computed one beyond rounding (domain.md 3.1).

    A stock declared in whole pounds is compared with the computed figure rounded to whole pounds.
    """
    held = max(computed_e4, 0)
    if declared_e4 % _POUND_E4 == 0:
        held = divide_half_even(held, _POUND_E4) * _POUND_E4
    return abs(declared_e4 - held) > epsilon_e4(lines)
