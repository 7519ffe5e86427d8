"""Day sums of accounts: what lines that came, went or changed add and take away."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from hub.ledger.keys import Key
from hub.ledger.period import months
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.rows import SHAPES, Account, AccountDay, Line, Pool, ProductDay
from hub.ledger.terms import Claim, Flow

__all__ = ["Sums"]

_COLUMN = {
    Flow.SOLD: "sold_e4",
    Flow.SOLD_AS_CONVENTIONAL: "sold_as_conventional_e4",
    Flow.DISCARDED: "discarded_e4",
    Flow.REFINED: "refined_e4",
    Flow.PROCESSED: "processed_e4",
}


B = TypeVar("B", AccountDay, ProductDay)
Bucket = AccountDay | ProductDay
"""An empty day of an account or of a product lot: where amounts are summed."""


@dataclass(slots=True)
class _Delta:
    """What one batch adds to one bucket."""

    columns: dict[str, int] = field(default_factory=dict)
    causes: Causes = field(default_factory=set)

    def add(self, columns: Mapping[str, int], sign: int) -> None:
        for column, amount in (*columns.items(), ("lines", 1)):
            self.columns[column] = self.columns.get(column, 0) + sign * amount


class Sums:
    """Gathers the differences of a batch's lines and writes each touched day once."""

    def __init__(self, touched: Touched) -> None:
        self._touched = touched
        self._deltas: dict[Bucket, _Delta] = {}
        self._accounts: dict[Key, Account] = {}

    def exchange(self, old: Line | None, new: Line | None, causes: Causes) -> None:
        """A line in place of another; None = there was, or is, none."""
        before = list(_amounts(old)) if old else []
        after = list(_amounts(new)) if new else []
        if before == after and _order(old) == _order(new):
            return
        for sign, amounts in ((-1, before), (1, after)):
            for account, bucket, columns in amounts:
                self._accounts[account.account_key] = account
                delta = self._deltas.setdefault(bucket, _Delta())
                delta.add(columns, sign)
                delta.causes |= causes

    def write(self) -> None:
        """Write the days and the accounts' spans, and leave the accounts to be judged."""
        self._touched.workspace.get(Account, [(key,) for key in self._accounts])
        self._write_all(ProductDay)
        self._write_all(AccountDay)

    def _write_all(self, kind: type[B]) -> None:
        buckets = {SHAPES[kind].key_of(row): row for row in self._deltas if isinstance(row, kind)}
        stored = self._touched.workspace.get(kind, buckets)
        for key, bucket in buckets.items():
            self._write(stored.get(key) or bucket, self._deltas[bucket])

    def _write(self, before: Bucket, delta: _Delta) -> None:
        ws = self._touched.workspace
        after = before._replace(**{name: getattr(before, name) + more for name, more in delta.columns.items()})
        ws.put(after) if after.lines else ws.drop(after)
        if isinstance(after, AccountDay):
            self._stretch(after.account_key, after.day, gone=after.lines == 0)
            self._touched.account(after.account_key, after.day, after.day, delta.causes)

    def _stretch(self, key: Key, day: date, *, gone: bool) -> None:
        ws = self._touched.workspace
        account = ws.one(Account, key) or self._accounts[key]
        first, last = account.first_day or day, account.last_day or day
        if not gone:
            ws.put(account._replace(first_day=min(first, day), last_day=max(last, day)))
        elif day in (first, last):
            onward = months(first, last)
            first_day = min(self._nearest(key, onward), default=None)
            last_day = max(self._nearest(key, reversed(onward)), default=None)
            ws.put(account._replace(first_day=first_day, last_day=last_day))
            self._touched.shrunk.add(account.entity_id)
            self._touched.account(key, min(day, last_day or day), max(day, first_day or day), set())

    def _nearest(self, key: Key, onward: Iterable[date]) -> list[date]:
        """The account's days in the first of these months that has any."""
        for month in onward:
            if days := [row.day for row in self._touched.workspace.find(AccountDay, "month", [(key, month)])]:
                return days
        return []


def _order(line: Line | None) -> tuple[object, ...]:
    """What else of a line its accounts are judged by: its place among others, the lots named, a CI nobody holds."""
    return () if line is None else (line.order_event_id, line.names_lots, line.flagged_account)


def _amounts(line: Line) -> Iterator[tuple[Account, Bucket, dict[str, int]]]:
    """What a line books: (account, bucket, amounts by column); nothing where it has no account."""
    ci_e6 = None if line.claim is Claim.CONVENTIONAL else line.ci_e6
    if line.debit_account is not None and line.debit_dry_lb_e4 and line.seller_id:
        account = Account(line.debit_account, line.seller_id, line.commodity, ci_e6)
        columns = {_COLUMN[line.flow]: line.debit_dry_lb_e4}
        if line.debit_pool is not None:
            columns["oil_outgoing_e4"] = line.debit_dry_lb_e4
        yield account, _account_day(account, line), columns
        amounts = {"outgoing_lb_e4": line.debit_product_lb_e4, "outgoing_e4": line.debit_dry_lb_e4}
        yield from _product(account, line, line.debit_pool, amounts)
    if line.credit_account is not None and line.credit_dry_lb_e4 and line.buyer_id:
        credited = line.ci_e6 if line.claim is Claim.REDUCED else None
        account = Account(line.credit_account, line.buyer_id, line.commodity, credited)
        if line.flow is not Flow.PROCESSED:
            columns = {"incoming_e4": line.credit_dry_lb_e4}
            if line.credit_pool is not None:
                columns["oil_incoming_e4"] = line.credit_dry_lb_e4
            yield account, _account_day(account, line), columns
        amounts = {"incoming_lb_e4": line.credit_product_lb_e4, "incoming_e4": line.credit_dry_lb_e4}
        yield from _product(account, line, line.credit_pool, amounts)


def _account_day(account: Account, line: Line) -> AccountDay:
    return AccountDay(account.account_key, line.day, line.day.replace(day=1))


def _product(
    account: Account, line: Line, pool: Pool, columns: dict[str, int]
) -> Iterator[tuple[Account, Bucket, dict[str, int]]]:
    """The product lot's side of it; oil that names no run, or no yield, is in the account alone (G_PRODUCT_INPUT)."""
    if pool is not None and pool[0] is not None and pool[1] is not None:
        yield account, ProductDay(account.account_key, pool[0], pool[1], line.day, line.day.replace(day=1)), columns
