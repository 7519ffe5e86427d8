"""The oracle's accounts: running balance, period statements, over-sales and residuals (domain.md 3.1, #7-#9, #48, #55).

Everything is summed anew from the moves of one account, period by period, day by day, line by line. An account holds
crop and oil, the oil as the crop behind it; crushing moves one to the other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from helpers.oracle_loads import Lot
from helpers.oracle_moves import Move, Pool
from helpers.oracle_periods import Span

from hub.ledger.terms import Flow, Form

UNCLOSED_DAYS = 30
POUND_E4 = 10_000
HUNDREDTH_OF_A_POUND_E4 = 100
BY_FORM = (Form.CROP, Form.OIL)
OUTFLOWS = (Flow.SOLD, Flow.SOLD_AS_CONVENTIONAL, Flow.DISCARDED, Flow.REFINED)

Declared = Mapping[Form, tuple[int, int | None]]
"""(declared ending, declared beginning) of each form the close speaks of."""
Stocks = Mapping[str, Mapping[Pool, Declared]]
"""By period id of a closed period, per account."""


@dataclass(frozen=True)
class Held:
    """What an account holds, by form."""

    crop: int = 0
    oil: int = 0

    @property
    def total(self) -> int:
        """The equation's figure."""
        return self.crop + self.oil

    @property
    def lowest(self) -> int:
        """What may not be below zero: the key, and the crop there is to sell or press."""
        return min(self.total, self.crop)

    def of(self, form: Form) -> int:
        """One form's part."""
        return self.oil if form is Form.OIL else self.crop


@dataclass(frozen=True)
class Balance:
    """One account in one period, every term of the equation."""

    span: Span
    beginning: Held
    incoming: int
    outgoing: Mapping[Flow, int]
    processed: int
    lines: int
    computed: Held
    declared: Declared
    closed: bool
    carried: Held

    @property
    def eps(self) -> int:
        """0.01 lb, or 0.0001 lb per line where that is more."""
        return max(HUNDREDTH_OF_A_POUND_E4, self.lines)

    @property
    def declared_total(self) -> int | None:
        """Both forms, one left out as it is computed; None where nothing is declared."""
        return sum(said(self.computed, self.declared, form) for form in BY_FORM) if self.declared else None

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
    form: Form = Form.CROP
    run: str | None = None


@dataclass(frozen=True)
class Stock:
    """One product lot in one period, pounds of product and the crop behind them."""

    lot: Lot
    span: Span
    beginning: tuple[int, int]
    ending: tuple[int, int]
    carried: tuple[int, int]


@dataclass
class Judged:
    """An account's whole story."""

    balances: list[Balance] = field(default_factory=list)
    findings: list[Found] = field(default_factory=list)
    blocked: list[tuple[Move, str]] = field(default_factory=list)
    stocks: list[Stock] = field(default_factory=list)


def judge(pool: Pool, own: Sequence[Move], spans: Sequence[Span], stocks: Stocks, day: date) -> Judged:
    """Period after period, from the first to the last that moves anything or whose close names the account."""
    judged = Judged()
    before: Balance | None = None
    for span in _spanned(pool, own, spans, stocks):
        inside = [move for move in own if span.holds(move.day)]
        balance = _balance(pool, span, before.carried if before else Held(), inside, stocks)
        judged.balances.append(balance)
        _oversales(judged, pool, balance, inside, day)
        judged.findings += [
            *_residuals(pool, balance),
            *_beginnings(pool, balance, before),
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


def _balance(pool: Pool, span: Span, beginning: Held, inside: Sequence[Move], stocks: Stocks) -> Balance:
    close = stocks.get(span.period_id) if span.period_id else None
    declared = (close or {}).get(pool, {})
    debits = [move for move in inside if move.debit == pool]
    computed = _after(_with_receipts(beginning, inside, pool), debits)
    return Balance(
        span=span,
        beginning=beginning,
        incoming=sum(move.credit_dry for move in inside if _comes(move, pool)),
        outgoing={flow: sum(move.debit_dry for move in debits if move.flow is flow) for flow in OUTFLOWS},
        processed=sum(move.debit_dry for move in debits if move.flow is Flow.PROCESSED),
        lines=sum(_comes(move, pool) + (move.debit == pool) for move in inside),
        computed=computed,
        declared=declared,
        closed=close is not None,
        carried=_carried(computed, declared),
    )


def _comes(move: Move, pool: Pool) -> bool:
    """Whether it brings anything to the account; what is pressed was there already."""
    return move.credit == pool and move.flow is not Flow.PROCESSED


def _with_receipts(held: Held, moves: Iterable[Move], pool: Pool) -> Held:
    for move in moves:
        if _comes(move, pool):
            held = _plus(held, crop=0, oil=move.credit_dry) if move.brings else _plus(held, crop=move.credit_dry, oil=0)
    return held


def _after(held: Held, debits: Iterable[Move]) -> Held:
    for move in debits:
        if move.flow is Flow.PROCESSED:
            held = _plus(held, crop=-move.debit_dry, oil=move.debit_dry)
        elif move.takes:
            held = _plus(held, crop=0, oil=-move.debit_dry)
        else:
            held = _plus(held, crop=-move.debit_dry, oil=0)
    return held


def _plus(held: Held, *, crop: int, oil: int) -> Held:
    return Held(held.crop + crop, held.oil + oil)


def said(computed: Held, declared: Declared, form: Form) -> int:
    """The declared stock of a form; one left out counts as it is computed."""
    return declared[form][0] if form in declared else max(computed.of(form), 0)


def _carried(computed: Held, declared: Declared) -> Held:
    """min(max(total, 0), declared total); each form keeps the lower of its own two figures (#9, #48).

    A deficit of one form is taken from the other; what one form was declared short and the other long goes to the crop
    as far as that was there.
    """
    total = min(max(computed.total, 0), sum(said(computed, declared, form) for form in BY_FORM))
    lower = {form: min(max(computed.of(form), 0), said(computed, declared, form)) for form in BY_FORM}
    if sum(lower.values()) > total:
        return Held(total, 0) if computed.oil < 0 else Held(0, total)
    more_crop = min(total - sum(lower.values()), max(computed.crop, 0) - lower[Form.CROP])
    crop = lower[Form.CROP] + more_crop
    return Held(crop, total - crop)


def _oversales(judged: Judged, pool: Pool, balance: Balance, inside: Sequence[Move], day: date) -> None:
    """The dip that lasts to the period's end; earlier ones were brought back to zero and block nothing."""
    dip: list[tuple[date, Held]] = []
    held, blocked = balance.beginning, list[Move]()
    for today in sorted({move.day for move in inside}):
        held, below = _day(held, [move for move in inside if move.day == today], pool, -balance.eps)
        if held.lowest < -balance.eps:
            dip.append((today, held))
            blocked += below
        else:
            dip, blocked = [], []
    if not dip:
        return
    first_day, at_first = dip[0]
    form = Form.CROP if at_first.crop < -balance.eps else Form.OIL
    code = "A_OVERSALE_RUNNING"
    found = Found(code, pool, balance.span.start, max(-now.lowest for _, now in dip), first_day, form=form)
    if balance.closed or balance.is_unclosed(day):
        code, end = "A_OVERSALE", balance.computed
        found = Found(code, pool, balance.span.start, -(end.total if end.total < -balance.eps else end.crop))
    judged.findings.append(found)
    judged.blocked += [(move, code) for move in blocked]


def _day(held: Held, today: Sequence[Move], pool: Pool, limit: int) -> tuple[Held, list[Move]]:
    """The balance after a day, receipts first, and the outflows that took or kept it below zero.

    What sells or presses crop keeps the crop below; what leaves keeps the key below; pressing leaves the key alone.
    """
    held = _with_receipts(held, today, pool)
    below = []
    for move in sorted((m for m in today if m.debit == pool), key=lambda move: move.event_id):
        held = _after(held, [move])
        is_short_of_crop = move.takes is None and held.crop < limit
        if is_short_of_crop or (move.flow is not Flow.PROCESSED and held.total < limit):
            below.append(move)
    return held, below


def _residuals(pool: Pool, balance: Balance) -> list[Found]:
    """Declared against computed stock by form; whole pounds are compared with whole pounds, the amount stays exact."""
    found = []
    for form, (declared, _) in balance.declared.items():
        held = max(balance.computed.of(form), 0)
        compared = _whole_pounds(held) if declared % POUND_E4 == 0 else held
        if abs(declared - compared) > balance.eps:
            code = "A_RESIDUAL_GAIN" if declared > held else "A_RESIDUAL_LOSS"
            found.append(Found(code, pool, balance.span.start, abs(declared - held), form=form))
    return found


def _whole_pounds(value_e4: int) -> int:
    whole, rest = divmod(value_e4, POUND_E4)
    up = rest > POUND_E4 // 2 or (rest == POUND_E4 // 2 and whole % 2 == 1)
    return (whole + up) * POUND_E4


def _beginnings(pool: Pool, balance: Balance, before: Balance | None) -> list[Found]:
    """A declared beginning is compared with the ending declared before, and never used (#9, #16)."""
    found = []
    for form, (_, declared) in balance.declared.items():
        if declared is None:
            continue
        if before is None and declared > HUNDREDTH_OF_A_POUND_E4:
            found.append(Found("A_OPENING_STOCK", pool, balance.span.start, declared, form=form))
        if before is not None and form in before.declared and before.declared[form][0] != declared:
            amount = abs(declared - before.declared[form][0])
            found.append(Found("A_CARRY_FORWARD", pool, balance.span.start, amount, form=form))
    return found


def _not_held(pool: Pool, span: Span, inside: Sequence[Move]) -> list[Found]:
    """A_CI_NOT_HELD: one per account and period, over all that left under a CI nobody reported."""
    flagged = [move for move in inside if move.debit == pool and not move.held]
    total = sum(move.debit_dry for move in flagged)
    return [Found("A_CI_NOT_HELD", pool, span.start, total, lines=len(flagged))] if flagged else []
