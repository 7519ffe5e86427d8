"""The oracle's accounts: running balance, period statements, over-sales and residuals (domain.md 3.1, #7-#9, #55).

Everything is summed anew from the moves of one account, period by period, day by day, line by line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from helpers.oracle_moves import Move, Pool
from helpers.oracle_periods import Span

from hub.ledger.terms import Flow

UNCLOSED_DAYS = 30
POUND_E4 = 10_000
HUNDREDTH_OF_A_POUND_E4 = 100

Stocks = Mapping[str, Mapping[Pool, tuple[int, int | None]]]
"""By period id of a closed period: per account (declared ending, declared beginning)."""


@dataclass(frozen=True)
class Balance:
    """One account in one period, every term of the equation."""

    span: Span
    beginning: int
    incoming: int
    outgoing: Mapping[Flow, int]
    lines: int
    computed: int
    declared: int | None
    declared_beginning: int | None
    closed: bool
    carried: int

    @property
    def eps(self) -> int:
        """0.01 lb, or 0.0001 lb per line where that is more."""
        return max(HUNDREDTH_OF_A_POUND_E4, self.lines)

    def is_unclosed(self, day: date) -> bool:
        """No close 30 days after the end, though something moved."""
        return not self.closed and self.lines > 0 and day >= self.span.end + timedelta(UNCLOSED_DAYS)


@dataclass(frozen=True)
class Found:
    """An open finding of an account: where, how much, and for a running over-sale its first day below zero."""

    code: str
    pool: Pool
    start: date
    amount: int
    first_day: date | None = None
    lines: int = 1


@dataclass
class Judged:
    """An account's whole story."""

    balances: list[Balance] = field(default_factory=list)
    findings: list[Found] = field(default_factory=list)
    blocked: list[tuple[Move, str]] = field(default_factory=list)


def judge(pool: Pool, own: Sequence[Move], spans: Sequence[Span], stocks: Stocks, day: date) -> Judged:
    """Period after period, from the first to the last that moves anything or whose close names the account."""
    judged = Judged()
    before: Balance | None = None
    for span in _spanned(pool, own, spans, stocks):
        inside = [move for move in own if span.holds(move.day)]
        balance = _balance(pool, span, before.carried if before else 0, inside, stocks)
        judged.balances.append(balance)
        _oversales(judged, pool, balance, inside, day)
        judged.findings += [
            *_residual(pool, balance),
            *_beginning(pool, balance, before),
            *_not_held(pool, span, inside),
        ]
        before = balance
    return judged


def _spanned(pool: Pool, own: Sequence[Move], spans: Sequence[Span], stocks: Stocks) -> list[Span]:
    speaks = [
        number
        for number, span in enumerate(spans)
        if any(span.holds(move.day) for move in own) or (span.period_id and pool in stocks.get(span.period_id, {}))
    ]
    return list(spans[min(speaks) : max(speaks) + 1]) if speaks else []


def _balance(pool: Pool, span: Span, beginning: int, inside: Sequence[Move], stocks: Stocks) -> Balance:
    close = stocks.get(span.period_id) if span.period_id else None
    declared, declared_beginning = (close or {}).get(pool, (None, None))
    incoming = sum(move.credit_dry for move in inside if move.credit == pool)
    outgoing = {flow: sum(m.debit_dry for m in inside if m.debit == pool and m.flow is flow) for flow in Flow}
    lines = sum((move.credit == pool) + (move.debit == pool) for move in inside)
    computed = beginning + incoming - sum(outgoing.values())
    carried = max(computed, 0) if declared is None else min(max(computed, 0), declared)
    is_closed = close is not None
    return Balance(
        span, beginning, incoming, outgoing, lines, computed, declared, declared_beginning, is_closed, carried
    )


def _oversales(judged: Judged, pool: Pool, balance: Balance, inside: Sequence[Move], day: date) -> None:
    """The dip that lasts to the period's end; earlier ones were brought back to zero and block nothing."""
    dip: list[date] = []
    deepest, running, blocked = 0, balance.beginning, list[Move]()
    for today in sorted({move.day for move in inside}):
        running, below = _day(running, [move for move in inside if move.day == today], pool, -balance.eps)
        if running < -balance.eps:
            dip.append(today)
            deepest = max(deepest, -running)
            blocked += below
        else:
            dip, deepest, blocked = [], 0, []
    if not dip:
        return
    is_over = balance.closed or balance.is_unclosed(day)
    code, amount = ("A_OVERSALE", -balance.computed) if is_over else ("A_OVERSALE_RUNNING", deepest)
    judged.findings.append(Found(code, pool, balance.span.start, amount, None if is_over else dip[0]))
    judged.blocked += [(move, code) for move in blocked]


def _day(running: int, today: Sequence[Move], pool: Pool, limit: int) -> tuple[int, list[Move]]:
    """The balance after a day, receipts first, and the outflows that took or kept it below zero."""
    running += sum(move.credit_dry for move in today if move.credit == pool)
    below = []
    for move in sorted((m for m in today if m.debit == pool), key=lambda move: move.event_id):
        running -= move.debit_dry
        if running < limit:
            below.append(move)
    return running, below


def _residual(pool: Pool, balance: Balance) -> list[Found]:
    """Declared against computed stock; whole pounds are compared with whole pounds, the amount stays exact."""
    if balance.declared is None:
        return []
    held = max(balance.computed, 0)
    difference = balance.declared - held
    compared = difference
    if balance.declared % POUND_E4 == 0:
        compared = balance.declared - _whole_pounds(held)
    if abs(compared) <= balance.eps:
        return []
    code = "A_RESIDUAL_GAIN" if difference > 0 else "A_RESIDUAL_LOSS"
    return [Found(code, pool, balance.span.start, abs(difference))]


def _whole_pounds(value_e4: int) -> int:
    whole, rest = divmod(value_e4, POUND_E4)
    up = rest > POUND_E4 // 2 or (rest == POUND_E4 // 2 and whole % 2 == 1)
    return (whole + up) * POUND_E4


def _beginning(pool: Pool, balance: Balance, before: Balance | None) -> list[Found]:
    """A declared beginning is compared with the ending declared before, and never used (#9, #16)."""
    declared = balance.declared_beginning
    if declared is None:
        return []
    if before is None:
        is_stock = declared > HUNDREDTH_OF_A_POUND_E4
        return [Found("A_OPENING_STOCK", pool, balance.span.start, declared)] if is_stock else []
    if before.declared is None or before.declared == declared:
        return []
    return [Found("A_CARRY_FORWARD", pool, balance.span.start, abs(declared - before.declared))]


def _not_held(pool: Pool, span: Span, inside: Sequence[Move]) -> list[Found]:
    """A_CI_NOT_HELD: one per account and period, over all that left under a CI nobody reported."""
    flagged = [move for move in inside if move.debit == pool and not move.held]
    total = sum(move.debit_dry for move in flagged)
    return [Found("A_CI_NOT_HELD", pool, span.start, total, lines=len(flagged))] if flagged else []
