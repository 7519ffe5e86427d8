"""Accounts touched by a batch, judged period by period until nothing changes any more."""

from collections.abc import Sequence
from datetime import date
from functools import partial

from hub.ledger.account import Balance, Declared, balance, beginning_of, carry_of, dips, epsilon_e4, running
from hub.ledger.account_findings import PeriodView, judge_period, period_source, unclosed_on
from hub.ledger.crush import SEED_OIL_CROPS
from hub.ledger.keys import Key
from hub.ledger.period import Period
from hub.ledger.post.blocks import block, outflows_below
from hub.ledger.post.draws import Book, Books, PoolDay, days_wanted, redraw
from hub.ledger.post.holders import drop_statement, follow_calendars
from hub.ledger.post.products import Products
from hub.ledger.post.statements import put_statement
from hub.ledger.post.touched import Days, Touched
from hub.ledger.product import Lot
from hub.ledger.rows import (
    Account,
    AccountDay,
    Close,
    Contribution,
    Edge,
    Holder,
    Line,
    ProductDay,
    ProductStock,
    Statement,
)
from hub.ledger.terms import Form

__all__ = ["judge_accounts"]

Place = tuple[Key, date]
"""An account and one of its days."""


def judge_accounts(touched: Touched) -> None:
    """Judge every touched account of a holder whose books are here."""
    follow_calendars(touched)
    ws = touched.workspace
    accounts = ws.get(Account, [(key,) for key in touched.accounts])
    holders = ws.get(Holder, {(account.entity_id,) for account in accounts.values()})
    chains = [
        _Chain(touched, account, holders[account.entity_id,].periods, touched.accounts[key])
        for (key,), account in accounts.items()
        if (account.entity_id,) in holders and account.ci_e6 is not None
    ]
    _prefetch(touched, chains)
    for chain in chains:
        chain.judge()
    _prefetch_lines(touched, chains)
    for chain in chains:
        chain.settle_lines()
    for account in ws.get(Account, [(key,) for key in touched.accounts]).values():
        if account.span is None:
            ws.drop(account)


def _prefetch(touched: Touched, chains: Sequence["_Chain"]) -> None:
    """Ask for what the touched periods of all accounts need in one question per kind."""
    ws = touched.workspace
    windows = [(chain.account.account_key, period) for chain in chains for period in chain.window()]
    ws.get(Statement, [(key, period.start) for key, period in windows])
    ws.find(AccountDay, "month", [(key, month) for key, period in windows for month in period.months])
    sources = [(period_source(key, period.start),) for key, period in windows]
    ws.find(Contribution, "source", sources)
    ws.find(Line, "blocked", sources)
    ws.find(Line, "flagged", [(key, month) for key, period in windows for month in period.months])
    entities = {chain.account.account_key: chain.account.entity_id for chain in chains}
    ws.get(Close, {(entities[key], period.period_id) for key, period in windows if period.period_id})
    oily = {chain.account.account_key for chain in chains if chain.account.commodity in SEED_OIL_CROPS}
    ws.find(ProductStock, "period", [(key, period.start) for key, period in windows if key in oily])
    ws.find(ProductDay, "month", [(key, month) for key, period in windows if key in oily for month in period.months])


def _prefetch_lines(touched: Touched, chains: Sequence["_Chain"]) -> None:
    """Ask for the lines that are blocked or drawn again, of all accounts at once."""
    ws = touched.workspace
    wanted = [chain.lines_wanted() for chain in chains]
    outflows = ws.find(Line, "debit", [place for debits, _ in wanted for place in debits])
    ws.find(Line, "credit", [place for _, credits_ in wanted for place in credits_])
    ws.find(Edge, "child", [(line.load_key, line.line_no) for line in outflows])


class _Chain:
    """One account's periods in a row: each begins with what the one before carries."""

    def __init__(self, touched: Touched, account: Account, periods: Sequence[Period], days: Days) -> None:
        self._touched, self._ws = touched, touched.workspace
        self.account, self._days = account, days
        self._judged: list[tuple[Key, PeriodView, Sequence[AccountDay]]] = []
        self._products = Products(touched, account, days.causes)
        self._periods = _within(periods, account.span)
        self._outside = [period for period in _within(periods, (days.first, days.last)) if period not in self._periods]

    def window(self) -> list[Period]:
        """The touched periods and the one before them."""
        first = self._number_of(self._days.first)
        return [*self._periods[max(first - 1, 0) : self._number_of(self._days.last) + 1], *self._outside]

    def judge(self) -> None:
        """Judge from the first touched period on, to the last touched one and on while the carry changes."""
        for period in self._outside:
            self._forget(period)
        start = self._start()
        before = self._statement(start - 1)
        for number in range(start, len(self._periods)):
            old, period = self._statement(number), self._periods[number]
            now = self._judge(period, before, old)
            lots_carry_on = self._products.judge(period, self._periods[number - 1] if number else None, now)
            is_touched = period.end_exclusive <= self._days.last
            if old is not None and carry_of(old) == carry_of(now) and not lots_carry_on and not is_touched:
                break
            before = now

    def lines_wanted(self) -> tuple[list[Place], list[Place]]:
        """Where the lines lie that `settle_lines` looks at: outflows, inflows."""
        key = self.account.account_key
        drawn = [
            days_wanted(books.book(number), self._days.first) for books in self._pools() for number in self._to_redraw()
        ]
        below = [row.day for _, view, days in self._judged for row in _below(view, days)]
        outflows = [*below, *self._products.days_below(), *(day for out, _ in drawn for day in out)]
        return [(key, day) for day in outflows], [(key, day) for _, ins in drawn for day in ins]

    def settle_lines(self) -> None:
        """Block and release the account's outflows, and draw them again."""
        for source, view, days in self._judged:
            self._block(source, view, days)
        self._products.settle()
        for books in self._pools():
            redraw(self._touched, books, self._to_redraw(), self._days.first)

    def _pools(self) -> list[Books]:
        """The account's crop, and each product lot that moves in the periods to draw again."""
        key = self.account.account_key
        lots = {lot: None for number in self._to_redraw() for lot in self._products.lots(self._periods[number])}
        return [Books(key, None, self._book), *(Books(key, lot, partial(self._product_book, lot)) for lot in lots)]

    def _product_book(self, lot: Lot, number: int) -> Book:
        return self._products.book(self._periods[number], lot)

    def _to_redraw(self) -> range:
        return range(self._number_of(self._days.first), len(self._periods))

    def _book(self, number: int) -> Book:
        statement = self._statement(number)
        assert statement is not None, "judged periods have statements"
        days = _days(self._touched, self.account.account_key, self._periods[number])
        crop = [PoolDay(row.day, row.crop_incoming_e4, row.crop_outgoing_e4) for row in days]
        return Book(statement.beginning_e4 - statement.oil_beginning_e4, crop)

    def _number_of(self, day: date) -> int:
        """The first period that ends after a day."""
        return next((n for n, period in enumerate(self._periods) if period.end_exclusive > day), len(self._periods))

    def _start(self) -> int:
        """The first period to judge: where the account was touched, or earlier where no statement stands yet."""
        first = self._number_of(self._days.first)
        while first > 0 and self._statement(first - 1) is None:
            first -= 1
        return first

    def _statement(self, number: int) -> Statement | None:
        if not 0 <= number < len(self._periods):
            return None
        return self._ws.one(Statement, self.account.account_key, self._periods[number].start)

    def _forget(self, period: Period) -> None:
        statement = self._ws.one(Statement, self.account.account_key, period.start)
        if statement is not None:
            drop_statement(self._touched, statement, self._days.causes)

    def _judge(self, period: Period, before: Statement | None, old: Statement | None) -> Statement:
        key = self.account.account_key
        days = _days(self._touched, key, period)
        beginning = carry_of(before) if before else Balance()
        now = balance(key, period, beginning, days, self._declared(period))
        due = unclosed_on(now, self._touched.policy)
        now = now._replace(due=due if due is not None and due > self._touched.day else None)
        put_statement(self._touched, self.account, old, now, self._days.causes)
        view = PeriodView(
            account=self.account,
            statement=now,
            before=before,
            dips=dips(beginning, days),
            first_line=_first_line(self._touched, key, days) if period.period_id is None else None,
            not_held=self._not_held(period),
            day=self._touched.day,
            policy=self._touched.policy,
        )
        source = period_source(key, period.start)
        self._touched.contribute(source, list(judge_period(view)), self._days.causes)
        self._judged.append((source, view, days))
        return now

    def _declared(self, period: Period) -> Declared:
        close = self._ws.one(Close, self.account.entity_id, period.period_id) if period.period_id else None
        if close is None:
            return Declared()
        own = (self.account.commodity, self.account.ci_e6)
        stocks = {stock.form: stock for stock in close.stocks if (stock.commodity, stock.ci_e6) == own}
        crop, oil = stocks.get(Form.CROP), stocks.get(Form.OIL)
        return Declared(
            closed=True,
            crop_end_e4=crop.ending_dry_lb_e4 if crop else None,
            crop_beginning_e4=crop.beginning_dry_lb_e4 if crop else None,
            oil_end_e4=oil.ending_dry_lb_e4 if oil else None,
            oil_beginning_e4=oil.beginning_dry_lb_e4 if oil else None,
        )

    def _not_held(self, period: Period) -> list[Line]:
        places = [(self.account.account_key, month) for month in period.months]
        lines = self._ws.find(Line, "flagged", places)
        return [line for line in lines if period.start <= line.day < period.end_exclusive]

    def _block(self, source: Key, view: PeriodView, days: Sequence[AccountDay]) -> None:
        """Block the outflows that took or kept the account below zero and are not made good; release the others."""
        beginning = beginning_of(view.statement)
        openings = dict(
            zip((row.day for row in days), [beginning, *(e for _, e in running(beginning, days))], strict=False)
        )
        below = {row.day: row for row in _below(view, days)}
        lines = self._ws.find(Line, "debit", [(self.account.account_key, day) for day in below])
        code = "A_OVERSALE" if view.is_over else "A_OVERSALE_RUNNING"
        blocked = list(outflows_below(below, openings, lines, -epsilon_e4(view.statement.lines)))
        block(self._touched, source, code, blocked)


def _below(view: PeriodView, days: Sequence[AccountDay]) -> list[AccountDay]:
    """The days with outflows of the dip that is not cured."""
    dip = next((dip for dip in view.dips if dip.cured_on is None), None)
    return [
        row for row in days if dip is not None and row.day >= dip.first_day and (row.outgoing_e4 or row.processed_e4)
    ]


def _within(periods: Sequence[Period], span: tuple[date, date] | None) -> list[Period]:
    """The periods from the one that holds the span's first day to the one that holds its last."""
    if span is None:
        return []
    first, last = span
    return [period for period in periods if period.end_exclusive > first and period.start <= last]


def _days(touched: Touched, key: Key, period: Period) -> list[AccountDay]:
    """The account's days of the period, in order."""
    rows = touched.workspace.find(AccountDay, "month", [(key, month) for month in period.months])
    return sorted((row for row in rows if period.start <= row.day < period.end_exclusive), key=lambda row: row.day)


def _first_line(touched: Touched, key: Key, days: Sequence[AccountDay]) -> Line | None:
    """The first movement of the account in the period, by (date, event id)."""
    if not days:
        return None
    ws, value = touched.workspace, (key, days[0].day)
    out = [line for line in ws.find(Line, "debit", [value]) if line.debit_dry_lb_e4]
    came = [line for line in ws.find(Line, "credit", [value]) if line.credit_dry_lb_e4]
    return min([*out, *came], key=lambda line: (line.order_event_id, line.line_no), default=None)
