"""What all messages share: strictness, the ranges of the wire, and the envelope.

A model holds one version of one message exactly as it crosses the border. Meaning, unit, scale and paragraph
of each field stand in ``schemas/avro/<Name>.v<N>.avsc`` and are not repeated here. Models check what the wire
can carry; what the rule allows is the ledger's admission, so that a refusal there names its ``E_`` code.
"""

import re
from datetime import UTC, date, datetime
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from hub.ledger.terms import RuleVersion

__all__ = [
    "CorrectableMessage",
    "Identifier",
    "Instant",
    "Int",
    "Long",
    "Many",
    "Message",
    "OrganisationMessage",
    "Part",
    "Text",
    "Word",
]

T = TypeVar("T")

_NO_NUL = r"^[^\x00]*$"  # PostgreSQL cannot store it: one such string would stop a whole batch
_IDENTIFIER_LENGTH_MAX = 128  # several together must fit one index row of PostgreSQL, 2704 bytes
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", re.ASCII)
_MICROSECONDS_PER_MILLISECOND = 1000


def _utc_milliseconds(value: object) -> object:
    """The instant, if Avro's ``timestamp-millis`` carries it unchanged; what is no instant is left alone."""
    if isinstance(value, str):
        if not _INSTANT.fullmatch(value):
            raise ValueError("an instant is written as 2026-10-03T18:04:05.250Z")
        value = datetime.fromisoformat(value)
    if not isinstance(value, datetime):
        return value
    if value.utcoffset() is None or value.utcoffset():
        raise ValueError("an instant is in UTC")
    if value.microsecond % _MICROSECONDS_PER_MILLISECOND:
        raise ValueError("an instant has whole milliseconds")
    return value.replace(tzinfo=UTC)


Text = Annotated[str, StringConstraints(pattern=_NO_NUL)]
"""Words for people, of any length."""

Identifier = Annotated[str, StringConstraints(pattern=_NO_NUL, min_length=1, max_length=_IDENTIFIER_LENGTH_MAX)]
"""A name somebody gave, never empty: nothing is null; compared byte by byte, never trimmed or folded."""

Int = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
Long = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]

Instant = Annotated[datetime, BeforeValidator(_utc_milliseconds)]
"""UTC in whole milliseconds."""

Word = Annotated[T, Field(strict=False)]
"""An enum that is read from its word on the wire."""

Many = Annotated[tuple[T, ...], Field(strict=False)]
"""An array: read from a list, kept as a tuple."""


class Part(BaseModel):
    """A record of a message: nothing is converted, unknown fields are refused, nothing changes afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Message(Part):
    """A whole message; (author_id, event_id) is its identity."""

    event_id: Identifier
    author_id: Identifier


class OrganisationMessage(Message):
    """A message an organisation states, itself or through the one that files it."""

    filed_by: Identifier | None = None
    rule_version: Word[RuleVersion]


class CorrectableMessage(OrganisationMessage):
    """A statement its author may correct by a whole new one."""

    corrects_event_id: Identifier | None = None
    reason: Text | None = None
    corrected_on: date | None = None
