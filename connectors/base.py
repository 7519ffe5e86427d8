"""The contract of a connector: the profile it takes, the file it reads, the statements it makes of the rows.

A **statement** is what one foreign document (a scale ticket) says now, whole. It has one **part** per other party,
each a message without its identity yet. Whether the statement is new, known, a correction or a void is decided by
`connectors.planning` against what was imported before.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from hub.errors import InvalidInput
from hub.ledger.terms import RuleVersion
from hub.messages import ConventionalMovement, Receipt, Transfer, body_sha256
from hub.messages.base import Word

__all__ = [
    "AnyConnector",
    "CellError",
    "Connector",
    "Kind",
    "Known",
    "Mapped",
    "Movement",
    "Part",
    "Place",
    "Profile",
    "Result",
    "Revision",
    "Section",
    "Statement",
]

_PARTNER_LENGTH_MAX = 64  # with a customer's code after it, it must fit an identifier

P = TypeVar("P", bound="Profile")
S = TypeVar("S")

Movement = Transfer | Receipt | ConventionalMovement
"""What a foreign document can state."""


class Section(BaseModel):
    """A part of a profile: nothing is converted, unknown settings are refused, nothing changes afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Profile(Section):
    """What every partner's profile says; each connector adds its own."""

    name: str = Field(description="Name of the profile; its file's name unless stated.")
    connector: str = Field(description="Which connector reads the files: its name among hub.connectors.")
    partner: str = Field(
        max_length=_PARTNER_LENGTH_MAX,
        pattern=r"^[A-Za-z0-9_-]+$",
        description="Organisation id of the partner, the author of its messages.",
    )
    rule_version: Word[RuleVersion] = Field(
        default=RuleVersion.V2, description="Text of the rule the messages are made under."
    )


class Kind(StrEnum):
    """What came of a row."""

    NEW = "new"
    ALREADY_HAVE = "already have"
    CORRECTION = "correction"
    REVERSAL = "reversal"
    VANISHED = "vanished"
    SKIPPED = "skipped"
    WARNING = "warning"
    ERROR = "error"


class Place(NamedTuple):
    """A row of a file; rows count from 1 as an editor shows them, the header included."""

    file: str
    row: int

    def __str__(self) -> str:
        """As reports name it."""
        return f"{self.file}, row {self.row}"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one row, or with `row` None of a whole file; `text` says what, `remedy` what to do about it.

    `replaced` marks a row that is known, but says what a later revision has replaced.
    """

    kind: Kind
    file: str | None
    row: int | None
    text: str
    field: str | None = None
    value: str | None = None
    remedy: str | None = None
    label: str | None = None
    event_id: str | None = None
    replaced: bool = False


class CellError(InvalidInput):
    """A cell that cannot be read with certainty: its row is refused, with the remedy."""

    def __init__(self, text: str, remedy: str, value: str | None = None) -> None:
        super().__init__(f"{text}; {remedy}")
        self.text, self.remedy, self.value = text, remedy, value


@dataclass(frozen=True)
class Part:
    """What a document says to one other party: a message whose identity and references are still to be filled in.

    The weights are what the message will move, in 0.0001 lb as weighed and dry, for people to compare.
    """

    party: str
    message: Movement
    wet_lb_e4: int
    dry_lb_e4: int

    @property
    def name(self) -> str:
        """What it is and to whom."""
        return f"{type(self.message).__name__} {self.party}"

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of what it says."""
        return sha256(self.name.encode() + body_sha256(self.message.model_dump())).digest()


@dataclass(frozen=True, slots=True)
class Statement:
    """What one foreign document says now.

    `key` is its identity among all of its author's documents, as a JSON list whose first item is its site; `name` is
    the same for event ids, `label` for reports. No `parts` = it is void. `repeats` are rows that say the same once
    more, each with the row it repeats.
    """

    key: str
    name: str
    label: str
    day: date
    places: tuple[Place, ...]
    parts: tuple[Part, ...]
    repeats: tuple[tuple[Place, Place], ...] = ()


@dataclass(frozen=True, slots=True)
class Mapped:
    """One file as statements, with the results of rows that are in none.

    `seen` are the keys of all its rows, also of those that are refused or skipped; `days` the first and last day it
    speaks of; `exported_at` when its partner wrote it, by the partner's clock, if it tells.
    """

    file: str
    partner_id: str
    rule_version: RuleVersion
    statements: tuple[Statement, ...] = ()
    results: tuple[Result, ...] = ()
    seen: frozenset[str] = frozenset()
    days: tuple[date, date] | None = None
    exported_at: datetime | None = None
    rows: int = 0
    refused: bool = False
    unread_columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Revision:
    """One message sent for a document: what later files are held against.

    `content_hash` is of the whole document, `part_hash` of this part; `first_event_id` is what corrections and a
    reversal name.
    """

    key: str
    revision: int
    part: str
    content_hash: bytes
    part_hash: bytes
    kind: str
    event_id: str
    first_event_id: str
    ticket_date: date
    wet_lb_e4: int
    dry_lb_e4: int
    exported_at: datetime | None
    source: str


Known = Mapping[str, Sequence[Revision]]
"""What was imported before, by key, oldest first."""


@dataclass(frozen=True, slots=True)
class Connector(Generic[P, S]):
    """A kind of foreign file.

    Attributes:
        name: as profiles and the entry point say it.
        profile: the model of its profiles.
        read: I/O only; one file as its rows.
        map: pure; rows and profile, and the day it is, to statements and results.
    """

    name: str
    profile: type[P]
    read: Callable[[Path, P], S]
    map: Callable[[S, P, date], Mapped]


AnyConnector = Connector[Any, Any]
"""A connector as found by its name."""
