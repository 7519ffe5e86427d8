"""The oracle's product lots: what each run made under one CI, pound by pound (domain.md 3.3, 3.5 #21, #48).

A lot at a holder is a run and its yield. Pounds decide whether it was drawn beyond what it held; the crop behind them
is what the account counts. What the account loses of its oil is taken from the oldest lot first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from helpers.oracle_accounts import HUNDREDTH_OF_A_POUND_E4, Balance, Found, Judged, Stock
from helpers.oracle_loads import Lot
from helpers.oracle_moves import Move, Pool
from helpers.oracle_periods import Span

from hub.ledger.terms import Form

CODE = "A_PRODUCT_OVERSALE"


@dataclass(frozen=True)
class _Opening:
    """What a lot was handed over with, and the day its first pound came."""

    pounds: int
    dry: int
    since: date


@dataclass(frozen=True)
class _Period:
    """One lot's moves in one period."""

    lot: Lot
    opening: _Opening | None
    comes: Sequence[Move]
    goes: Sequence[Move]

    @property
    def eps(self) -> int:
        return max(HUNDREDTH_OF_A_POUND_E4, len(self.comes) + len(self.goes))

    @property
    def beginning(self) -> tuple[int, int]:
        return (self.opening.pounds, self.opening.dry) if self.opening else (0, 0)

    @property
    def ending(self) -> tuple[int, int]:
        pounds = sum(move.credit_lb for move in self.comes) - sum(move.debit_lb for move in self.goes)
        dry = sum(move.credit_dry for move in self.comes) - sum(move.debit_dry for move in self.goes)
        return self.beginning[0] + pounds, self.beginning[1] + dry

    @property
    def left(self) -> int:
        """The crop behind what is left; a lot drawn completely leaves rounding, which is nothing."""
        return max(self.ending[1], 0) if self.ending[0] > self.eps else 0

    @property
    def since(self) -> date:
        if self.opening is not None:
            return self.opening.since
        return min((move.day for move in self.comes), default=date.max)

    def overdrew(self) -> list[Move]:
        """The outflows after which the lot was below zero and from which on it stayed there to the period's end."""
        found: list[Move] = []
        now = self.beginning[0]
        for today in sorted({move.day for move in (*self.comes, *self.goes)}):
            now += sum(move.credit_lb for move in self.comes if move.day == today)
            for move in sorted((m for m in self.goes if m.day == today), key=lambda move: move.event_id):
                now -= move.debit_lb
                if now < -self.eps:
                    found.append(move)
            if now >= -self.eps:
                found = []
        return found


def judge_products(pool: Pool, own: Sequence[Move], judged: Judged) -> None:
    """Add the account's product lots, period after period, and the over-sales no over-sale of the account tells."""
    told = {id(move) for move, _ in judged.blocked}
    openings: dict[Lot, _Opening] = {}
    for balance in judged.balances:
        periods = _periods(pool, own, balance.span, openings)
        for period in periods:
            overdrew = [move for move in period.overdrew() if id(move) not in told]
            if overdrew:
                start, amount = balance.span.start, -period.ending[1]
                judged.findings.append(Found(CODE, pool, start, amount, form=Form.OIL, run=period.lot[0]))
                judged.blocked += [(move, CODE) for move in overdrew]
        stocks = _handed_on(periods, balance)
        judged.stocks += stocks
        since = {period.lot: period.since for period in periods}
        openings = {s.lot: _Opening(*s.carried, since[s.lot]) for s in stocks if s.carried[1] > 0}


def _periods(pool: Pool, own: Sequence[Move], span: Span, openings: dict[Lot, _Opening]) -> list[_Period]:
    inside = [move for move in own if span.holds(move.day)]
    comes = [(move.brings, move) for move in inside if move.credit == pool]
    goes = [(move.takes, move) for move in inside if move.debit == pool]
    lots = {lot for lot, _ in (*comes, *goes) if lot is not None and None not in lot} | openings.keys()
    periods = [
        _Period(lot, openings.get(lot), [m for of, m in comes if of == lot], [m for of, m in goes if of == lot])
        for lot in lots
    ]
    return sorted(periods, key=lambda period: (period.since, period.lot))


def _handed_on(periods: Sequence[_Period], balance: Balance) -> list[Stock]:
    """What is left of each lot, less what the account's oil lost, the oldest first."""
    loss = max(sum(period.left for period in periods) - balance.carried.oil, 0)
    found = []
    for period in periods:
        taken = min(loss, period.left)
        loss -= taken
        kept = period.left - taken
        pounds = round(Fraction(period.ending[0] * kept, period.left)) if kept else 0
        stock = Stock(period.lot, balance.span, period.beginning, period.ending, (pounds, kept))
        found.append(stock)
    return found
