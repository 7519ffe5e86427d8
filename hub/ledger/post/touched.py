"""What a batch has touched so far, and why: the work list each posting step leaves for the next."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date

from hub.ledger.books import Workspace
from hub.ledger.keys import Key
from hub.ledger.policy import Policy
from hub.ledger.rows import Contribution, Line

__all__ = ["Causes", "Days", "Touched"]

Causes = set[str]


@dataclass(slots=True)
class Days:
    """From which to which day an account must be judged again, and why."""

    first: date
    last: date
    causes: Causes = field(default_factory=set)


@dataclass(slots=True)
class Touched:
    """Work list of one batch; `day` is the hub's day after it, `version` its number for what is published.

    `holders` are those whose registration, declarations or closes changed, `closes` the (entity, period id) of the
    closes among them; `shrunk` are holders one of whose accounts lost its first or last day; `left` are lines as they
    stood with a buyer who has them no longer; `yields` are the (crusher, yield) whose runs changed.
    """

    workspace: Workspace
    policy: Policy
    day: date
    version: int
    loads: dict[Key, Causes] = field(default_factory=lambda: defaultdict(set))
    accounts: dict[Key, Days] = field(default_factory=dict)
    holders: dict[str, Causes] = field(default_factory=lambda: defaultdict(set))
    yields: dict[tuple[str, str], Causes] = field(default_factory=lambda: defaultdict(set))
    closes: set[tuple[str, str]] = field(default_factory=set)
    shrunk: set[str] = field(default_factory=set)
    groups: dict[Key, Causes] = field(default_factory=lambda: defaultdict(set))
    findings: dict[Key, Causes] = field(default_factory=lambda: defaultdict(set))
    left: list[Line] = field(default_factory=list)

    def load(self, keys: Collection[Key | None], causes: Causes) -> None:
        """These loads must be judged again."""
        for key in keys:
            if key is not None:
                self.loads[key] |= causes

    def account(self, key: Key, first: date, last: date, causes: Causes) -> None:
        """This account must be judged again over these days."""
        days = self.accounts.setdefault(key, Days(first, last))
        days.first, days.last = min(days.first, first), max(days.last, last)
        days.causes |= causes

    def contribute(self, source: Key, now: Collection[Contribution], causes: Causes) -> None:
        """Replace what one source contributes to findings; the findings it leaves or joins are touched."""
        before = {row.finding_id: row for row in self.workspace.find(Contribution, "source", [(source,)])}
        after = _merged(now)
        for name, row in before.items():
            if name not in after:
                self.workspace.drop(row)
                self.findings[name] |= causes
        for name, row in after.items():
            if row != before.get(name):
                self.workspace.put(row)
                self.findings[name] |= causes


def _merged(rows: Collection[Contribution]) -> dict[Key, Contribution]:
    """One contribution per finding: what several lines of one source add to it is summed, the first one shown."""
    merged: dict[Key, Contribution] = {}
    for row in sorted(rows, key=lambda row: (row.first_day or date.min, row.place)):
        first = merged.get(row.finding_id)
        if first is None:
            merged[row.finding_id] = row
        else:
            amounts = [amount for amount in (first.amount_e4, row.amount_e4) if amount is not None]
            merged[row.finding_id] = first._replace(
                amount_e4=sum(amounts) if amounts else None, lines=first.lines + row.lines
            )
    return merged
