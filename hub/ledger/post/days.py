"""Day sums of accounts: what lines that came, went or changed add and take away."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date

from hub.ledger.keys import Key
from hub.ledger.period import months
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.rows import Account, AccountDay, Line
from hub.ledger.terms import Claim, Flow

__all__ = ["Sums"]

_COLUMN = {
    Flow.SOLD: "sold_e4",
    Flow.SOLD_AS_CONVENTIONAL: "sold_as_conventional_e4",
    Flow.DISCARDED: "discarded_e4",
    Flow.REFINED: "refined_e4",
}


@dataclass(slots=True)
class _Delta:
    """What one batch adds to one day of one account."""

    columns: dict[str, int] = field(default_factory=dict)
    causes: Causes = field(default_factory=set)

    def add(self, column: str, amount: int, lines: int) -> None:
        self.columns[column] = self.columns.get(column, 0) + amount
        self.columns["lines"] = self.columns.get("lines", 0) + lines


class Sums:
    """Gathers the differences of a batch's lines and writes each touched day once."""

    def __init__(self, touched: Touched) -> None:
        self._touched = touched
        self._deltas: dict[tuple[Key, date], _Delta] = {}
        self._accounts: dict[Key, Account] = {}

    def exchange(self, old: Line | None, new: Line | None, causes: Causes) -> None:
        """A line in place of another; None = there was, or is, none."""
        before = list(_amounts(old)) if old else []
        after = list(_amounts(new)) if new else []
        if before == after and _order(old) == _order(new):
            return
        for sign, amounts in ((-1, before), (1, after)):
            for account, day, column, amount in amounts:
                self._accounts[account.account_key] = account
                delta = self._deltas.setdefault((account.account_key, day), _Delta())
                delta.add(column, sign * amount, sign)
                delta.causes |= causes

    def write(self) -> None:
        """Write the days and the accounts' spans, and leave the accounts to be judged."""
        ws = self._touched.workspace
        stored = ws.get(AccountDay, self._deltas)
        ws.get(Account, [(key,) for key in self._accounts])
        for (key, day), delta in self._deltas.items():
            before = stored.get((key, day)) or AccountDay(key, day, day.replace(day=1))
            after = before._replace(**{name: getattr(before, name) + more for name, more in delta.columns.items()})
            ws.put(after) if after.lines else ws.drop(after)
            self._stretch(key, day, gone=after.lines == 0)
            self._touched.account(key, day, day, delta.causes)

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


def _amounts(line: Line) -> Iterator[tuple[Account, date, str, int]]:
    """What a line books: (account, day, column, amount); nothing where it has no account."""
    ci_e6 = None if line.claim is Claim.CONVENTIONAL else line.ci_e6
    if line.debit_account is not None and line.debit_dry_lb_e4 and line.seller_id:
        account = Account(line.debit_account, line.seller_id, line.commodity, ci_e6)
        yield account, line.day, _COLUMN[line.flow], line.debit_dry_lb_e4
    if line.credit_account is not None and line.credit_dry_lb_e4 and line.buyer_id:
        credited = line.ci_e6 if line.claim is Claim.REDUCED else None
        yield (
            Account(line.credit_account, line.buyer_id, line.commodity, credited),
            line.day,
            "incoming_e4",
            line.credit_dry_lb_e4,
        )
