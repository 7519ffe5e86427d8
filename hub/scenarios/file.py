"""A scenario file as read: its events with their days, and who the organisations are."""

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from hub.errors import InvalidInput
from hub.ledger.terms import Role

__all__ = ["Event", "Scenario", "read_scenario", "role_of"]

Event = dict[str, Any]

_ROLES = {
    "farm": Role.FARM,
    "elev": Role.ELEVATOR,
    "crush": Role.CRUSHER,
    "ref": Role.REFINER,
    "trader": Role.TRADER,
    "ver": Role.VERIFIER,
}
_OWN_DATES = (
    "transaction_date",
    "received_date",
    "date",
    "declared_on",
    "signed_date",
    "run_date",
    "claim_date",
    "issued_date",
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One file: `days` has the hub's day of each event, which never runs backwards."""

    name: str
    events: tuple[Event, ...]
    days: tuple[date, ...]
    as_of: date
    expected: dict[str, Any]

    @property
    def organisations(self) -> list[str]:
        """Everybody named anywhere, in order."""
        names = {value for event in self.events for value in _parties(event)}
        return sorted(names)

    @property
    def with_books(self) -> set[str]:
        """Those whose accounts are judged: a period of theirs is declared in the file (model.md 21)."""
        return {event["entity_id"] for event in self.events if event["type"] == "period_declared"}


def read_scenario(path: Path) -> Scenario:
    """Read one file.

    Raises:
        InvalidInput: not readable, not JSON, or without events and expected.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        events, expected = tuple(data["events"]), data["expected"]
        own = [_own_day(event) for event in events]
        as_of = date.fromisoformat(data["as_of"]) if data.get("as_of") else max(own)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidInput(f"{path}: not a scenario: {error!r}; see the format in tests/scenarios") from error
    days = tuple(max(own[: number + 1]) for number in range(len(own)))
    return Scenario(path.name, events, days, max([as_of, *days]), expected)


def role_of(name: str) -> Role:
    """The role an organisation's name says it has.

    Raises:
        InvalidInput: the name has none of the known beginnings.
    """
    role = _ROLES.get(name.split("-", maxsplit=1)[0])
    if role is None:
        raise InvalidInput(f"organisation {name!r}: a scenario names it by role, such as farm-1 or elev-1")
    return role


def _own_day(event: Event) -> date:
    stated = event.get("received_on") or next((event[name] for name in _OWN_DATES if name in event), None)
    return date.fromisoformat(stated) if stated else date.min


def _parties(event: Event) -> list[str]:
    names = (
        "entity_id",
        "seller_id",
        "buyer_id",
        "farm_id",
        "author_id",
        "verifier_id",
        "claimant_id",
        "owner_id",
    )
    bodies = [event, event.get("replacement", {})]
    return [body[name] for body in bodies for name in names if body.get(name)]
