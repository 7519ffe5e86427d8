"""Scale tickets for tests: a plain profile to change bit by bit, and imports one after another.

house = ScaleHouse(moisture={"fraction": True})
house.load("ticket,date,farm,net_lb,moist", "4101,2026-10-03,F-01,24000,0.16")
assert house.kinds == ["new"]
"""

from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Any

from connectors.base import Kind, Known, Mapped, Result, Revision
from connectors.planning import Plan, plan
from connectors.scale_tickets.mapping import map_sheet
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.sheet import sheet_of
from hub.ledger.quantity import dry_lb_e4
from hub.messages import ConventionalMovement, Message, Receipt, Reversal, Transfer

__all__ = ["HEADER", "TODAY", "ScaleHouse", "effective", "profile", "remembered", "table"]

TODAY = date(2027, 6, 1)
HEADER = "ticket,date,farm,net_lb,moist"

_PLAIN: dict[str, Any] = {
    "name": "test",
    "connector": "scale_tickets",
    "partner": "elev-1",
    "columns": {"ticket": "ticket", "date": "date", "customer": "farm", "net": "net_lb", "moisture": "moist"},
    "dates": {"formats": ["%Y-%m-%d"], "zone": "America/Chicago", "season_start_month": 9},
    "site": {"fixed": "main"},
    "direction": {"fixed": "in"},
    "commodity": {"fixed": "field_corn"},
    "weights": {"unit": {"fixed": "lb"}},
    "customers": {"F-01": {"farm": "farm-1", "field": "N40"}, "F-02": {"farm": "farm-2", "field": "S10"}},
}


def profile(**changes: Any) -> ScaleTickets:
    """The plain profile with some settings changed; a setting of None is left out."""
    return ScaleTickets.model_validate(_changed(_PLAIN, changes))


def _changed(settings: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(settings)
    for name, value in changes.items():
        below = merged.get(name)
        replaces = not isinstance(value, dict) or not isinstance(below, dict) or "fixed" in {*value, *below}
        merged[name] = value if replaces else _changed(below, value)
    return {name: value for name, value in merged.items() if value is not None}


def table(*lines: str) -> bytes:
    """Lines as a file."""
    return "".join(f"{line}\n" for line in lines).encode()


class ScaleHouse:
    """Imports files of one partner one after another, as the command does, without broker or database."""

    def __init__(self, **changes: Any) -> None:
        self.profile = profile(**changes)
        self.known: Known = {}
        self.sent: list[Message] = []
        self.plan = Plan()

    def load(self, *lines: str, name: str = "tickets.csv", full: bool = False) -> Plan:
        """Import one file of these lines."""
        return self.load_files((name, table(*lines)), full=full)

    def load_files(self, *files: tuple[str, bytes], full: bool = False) -> Plan:
        """Import files in one run."""
        self.plan = plan([self.mapped(name, data) for name, data in files], self.known, full=full)
        self.sent += self.plan.messages
        self.known = remembered(self.known, self.plan.revisions)
        return self.plan

    def mapped(self, name: str, data: bytes) -> Mapped:
        """One file as statements."""
        return map_sheet(sheet_of(name, data, self.profile), self.profile, TODAY)

    @property
    def kinds(self) -> list[str]:
        """What came of the rows of the last import, warnings apart."""
        return [result.kind.value for result in self.plan.results if result.kind is not Kind.WARNING]

    @property
    def warnings(self) -> list[Result]:
        """What people were told of in the last import."""
        return [result for result in self.plan.results if result.kind is Kind.WARNING]

    @property
    def errors(self) -> list[Result]:
        """What was refused in the last import."""
        return [result for result in self.plan.results if result.kind is Kind.ERROR]

    @property
    def dry_lb(self) -> float:
        """Dry pounds of everything that counts now."""
        return sum(map(_dry_lb_e4, effective(self.sent))) / 10_000


def remembered(known: Known, revisions: Iterable[Revision]) -> Known:
    """What is known once the revisions of a plan are kept."""
    whole = {_place(revision): revision for old in known.values() for revision in old}
    whole |= {_place(revision): revision for revision in revisions}
    return {key: list(rows) for key, rows in groupby(sorted(whole.values(), key=_place), key=lambda row: row.key)}


def _place(revision: Revision) -> tuple[str, int, str]:
    return revision.key, revision.revision, revision.part


def effective(messages: Iterable[Message]) -> list[Message]:
    """The messages that count: the last correction of each event that is not reversed."""
    standing: dict[str, Message] = {}
    for message in messages:
        if isinstance(message, Reversal):
            del standing[message.reverses_event_id]
        else:
            standing[getattr(message, "corrects_event_id", None) or message.event_id] = message
    return list(standing.values())


def _dry_lb_e4(message: Message) -> int:
    return sum(dry_lb_e4(amount, unit, moisture, commodity) for amount, unit, moisture, commodity in _amounts(message))


def _amounts(message: Message) -> Iterator[tuple[Any, ...]]:
    if isinstance(message, ConventionalMovement):
        yield message.amount_e6, message.unit, message.moisture_pct_e3, message.commodity
    elif isinstance(message, Transfer | Receipt):
        for line in message.lines:
            yield line.amount_e6, line.unit, line.moisture_pct_e3, message.commodity
