"""The mass balance of one account in one period (2100.034(d), domain.md 3.1, 3.3).

    beginning 0, in 43,000 on 10-05, out 68,800 on 10-20, in 34,400 on 11-10
    running   10-05 43,000 | 10-20 -25,800 | 11-10 8,600      one dip, from 10-20, 25,800 deep, cured

All amounts in 0.0001 dry lb. Receipts of a day count before its outflows. The balance is of crop and oil together;
crushing moves crop to oil and leaves it unchanged, and the crop form must not fall below zero either.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from hub.ledger.keys import Key
from hub.ledger.period import Period
from hub.ledger.quantity import divide_half_even
from hub.ledger.rows import AccountDay, Statement
from hub.ledger.terms import Form

__all__ = [
    "Balance",
    "Declared",
    "Dip",
    "balance",
    "beginning_of",
    "carried",
    "carry_of",
    "dips",
    "ending",
    "epsilon_e4",
    "running",
    "whole_pounds_differ",
]

_POUND_E4: Final = 10_000
_EPSILON_E4: Final = 100


@dataclass(frozen=True, slots=True)
class Balance:
    """What an account holds at some moment: all of it, and the oil's part."""

    total_e4: int = 0
    oil_e4: int = 0

    @property
    def crop_e4(self) -> int:
        """The crop's part."""
        return self.total_e4 - self.oil_e4

    @property
    def lowest_e4(self) -> int:
        """What must not fall below zero: the equation's total, and the crop that can still be sold or crushed."""
        return min(self.total_e4, self.crop_e4)

    def after(self, day: AccountDay) -> "Balance":
        """The balance after one day's movements."""
        oil = self.oil_e4 + day.oil_incoming_e4 + day.processed_e4 - day.oil_outgoing_e4
        return Balance(self.total_e4 + day.incoming_e4 - day.outgoing_e4, oil)


@dataclass(frozen=True, slots=True)
class Declared:
    """What the holder's close says of one account, by form; None where it says nothing."""

    closed: bool = False
    crop_end_e4: int | None = None
    crop_beginning_e4: int | None = None
    oil_end_e4: int | None = None
    oil_beginning_e4: int | None = None


@dataclass(frozen=True, slots=True)
class Dip:
    """Consecutive days below zero: first day, deepest amount below, the form, and the day it was cured, if it was."""

    first_day: date
    deepest_e4: int
    cured_on: date | None
    form: Form = Form.CROP


def epsilon_e4(lines: int) -> int:
    """EPS of domain.md 3.1: 0.01 lb, or 0.0001 lb a line; rounding only, no commercial tolerance."""
    return max(_EPSILON_E4, lines)


def running(beginning: Balance, days: Sequence[AccountDay]) -> Iterator[tuple[date, Balance]]:
    """The balance at the end of each day with a movement; `days` in order."""
    now = beginning
    for day in days:
        now = now.after(day)
        yield day.day, now


def ending(beginning: Balance, days: Sequence[AccountDay]) -> Balance:
    """The balance after all these days, in order."""
    return [beginning, *(now for _, now in running(beginning, days))][-1]


def beginning_of(statement: Statement) -> Balance:
    """What the statement's period begins with."""
    return Balance(statement.beginning_e4, statement.oil_beginning_e4)


def carry_of(statement: Statement) -> Balance:
    """What the statement's period leaves to the next."""
    return Balance(statement.carried_e4, statement.oil_carried_e4)


def dips(beginning: Balance, days: Sequence[AccountDay]) -> list[Dip]:
    """Every stretch below zero in a period, cured or not, in order."""
    below = -epsilon_e4(sum(day.lines for day in days))
    found: list[Dip] = []
    open_dip: Dip | None = None
    for day, now in running(beginning, days):
        if now.lowest_e4 < below:
            form = Form.CROP if now.crop_e4 < below else Form.OIL
            open_dip = open_dip or Dip(day, 0, None, form)
            open_dip = Dip(open_dip.first_day, max(open_dip.deepest_e4, -now.lowest_e4), None, open_dip.form)
        elif open_dip is not None:
            found.append(Dip(open_dip.first_day, open_dip.deepest_e4, day, open_dip.form))
            open_dip = None
    return [*found, open_dip] if open_dip is not None else found


def balance(
    account_key: Key, period: Period, beginning: Balance, days: Sequence[AccountDay], declared: Declared
) -> Statement:
    """The period's statement with every term of the equation."""
    end = ending(beginning, days)
    kept = carried(end, declared)
    return Statement(
        account_key=account_key,
        start=period.start,
        end_exclusive=period.end_exclusive,
        period_id=period.period_id,
        beginning_e4=beginning.total_e4,
        incoming_e4=sum(day.incoming_e4 for day in days),
        sold_e4=sum(day.sold_e4 for day in days),
        sold_as_conventional_e4=sum(day.sold_as_conventional_e4 for day in days),
        discarded_e4=sum(day.discarded_e4 for day in days),
        refined_e4=sum(day.refined_e4 for day in days),
        lines=sum(day.lines for day in days),
        computed_end_e4=end.total_e4,
        declared_crop_end_e4=declared.crop_end_e4,
        declared_crop_beginning_e4=declared.crop_beginning_e4,
        closed=declared.closed,
        carried_e4=kept.total_e4,
        oil_beginning_e4=beginning.oil_e4,
        oil_end_e4=end.oil_e4,
        processed_e4=sum(day.processed_e4 for day in days),
        declared_oil_end_e4=declared.oil_end_e4,
        declared_oil_beginning_e4=declared.oil_beginning_e4,
        oil_carried_e4=kept.oil_e4,
    )


def carried(end: Balance, declared: Declared) -> Balance:
    """Next period's beginning: the lower of computed and declared, never below zero (domain.md 3.5 #8, #9, #48).

    The carry is the key's; each form keeps its own as far as it goes. What one form is below zero is taken from the
    other; where one was declared short and the other long, the crop is filled up first.
    """
    crop_held, oil_held = max(end.crop_e4, 0), max(end.oil_e4, 0)
    crop_said = crop_held if declared.crop_end_e4 is None else declared.crop_end_e4
    oil_said = oil_held if declared.oil_end_e4 is None else declared.oil_end_e4
    total = min(max(end.total_e4, 0), crop_said + oil_said)
    crop = max(min(crop_held, total - min(oil_held, oil_said)), 0)
    return Balance(total, total - crop)


def whole_pounds_differ(computed_e4: int, declared_e4: int, lines: int) -> bool:
    """Whether a declared stock differs from the computed one beyond rounding (domain.md 3.1).

    A stock declared in whole pounds is compared with the computed figure rounded to whole pounds.
    """
    held = max(computed_e4, 0)
    if declared_e4 % _POUND_E4 == 0:
        held = divide_half_even(held, _POUND_E4) * _POUND_E4
    return abs(declared_e4 - held) > epsilon_e4(lines)
