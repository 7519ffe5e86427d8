"""Who states what: events with their order, the organisations, the hub's day."""

from datetime import date
from typing import NamedTuple

from hub.ledger.facts import Body
from hub.ledger.keys import Key
from hub.ledger.terms import LotLink, Role

__all__ = ["Author", "Event", "HubDay", "Organisation", "RefusedEvent"]


class Event(NamedTuple):
    """An accepted message: its identity, its place in its author's own order, and what it states.

    `root_event_id` is the original of its statement, None while what it names is unknown. `effective` marks the one
    version of a statement that counts now. `alias_key` is the document it is or refers to (a transfer, a report
    version), `ticket_key` its scale ticket, `group_key` what it is judged with: the statements of one load, the
    closes of one period, the reports of one harvest.
    """

    author_id: str
    event_id: str
    kind: str
    author_seq: int
    body_sha256: bytes
    body: Body
    root_event_id: str | None
    names_event_id: str | None = None
    stated_on: date | None = None
    effective: bool = False
    alias_key: Key | None = None
    ticket_key: Key | None = None
    group_key: Key | None = None
    due: date | None = None


class RefusedEvent(NamedTuple):
    """A refused message's identity, so that its redelivery is known as a duplicate whatever came since."""

    author_id: str
    event_id: str
    body_sha256: bytes


class Author(NamedTuple):
    """How many messages of an author the books hold; the next takes the next number (model.md 5)."""

    author_id: str
    last_seq: int


class Organisation(NamedTuple):
    """The registry's entry; `books_here` False = off-stage, its own accounts are not judged.

    `outbox` is its own input topic, None where it speaks through the gateway.
    """

    organisation_id: str
    roles: tuple[Role, ...]
    books_here: bool
    lot_link: LotLink
    outbox: str | None = None

    @property
    def is_farm_only(self) -> bool:
        """Nothing but a farm: it has lots and no account (model.md 7)."""
        return set(self.roles) == {Role.FARM}

    @property
    def is_judged(self) -> bool:
        """Whether its accounts are judged here: others are off-stage (model.md 12)."""
        return self.books_here and not self.is_farm_only


class HubDay(NamedTuple):
    """The hub's day: the largest DayOpened so far (model.md 12)."""

    one: int
    day: date
