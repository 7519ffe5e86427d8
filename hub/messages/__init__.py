"""What crosses the hub's border, as frozen values; no Avro and no SQL.

`MODELS` is the whole list: each version of each message has its own model, named as its schema in
``schemas/avro``.
"""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from hub.errors import InvalidInput
from hub.messages.base import CorrectableMessage, Message, OrganisationMessage
from hub.messages.canonical import body_sha256, canonical_json
from hub.messages.crushing import CrushRun
from hub.messages.decimals import decimal_text, scaled
from hub.messages.hub_notices import Finding, FindingV1, LotState, LotStateV1, Notice
from hub.messages.movements import (
    ConventionalMovement,
    ConventionalMovementV1,
    Discard,
    DiscardV1,
    Receipt,
    ReceiptV1,
    Refined,
    Reversal,
    Transfer,
    TransferV1,
)
from hub.messages.organisations import DayOpened, OrganisationRegistered
from hub.messages.periods import PeriodClose, PeriodCloseV1, PeriodDeclaration
from hub.messages.refusal import refusal
from hub.messages.reports import Bfr, BfrV1, BfrV2

__all__ = [
    "MODELS",
    "VERSIONS",
    "Bfr",
    "BfrV1",
    "BfrV2",
    "ConventionalMovement",
    "CorrectableMessage",
    "CrushRun",
    "DayOpened",
    "Discard",
    "Finding",
    "LotState",
    "Message",
    "Notice",
    "OrganisationMessage",
    "OrganisationRegistered",
    "PeriodClose",
    "PeriodDeclaration",
    "Receipt",
    "Refined",
    "Reversal",
    "Transfer",
    "body_sha256",
    "canonical_json",
    "decimal_text",
    "from_json",
    "from_record",
    "scaled",
]

MODELS: Mapping[tuple[str, int], type[Message]] = MappingProxyType(
    {
        ("Transfer", 1): TransferV1,
        ("Transfer", 2): Transfer,
        ("Receipt", 1): ReceiptV1,
        ("Receipt", 2): Receipt,
        ("Discard", 1): DiscardV1,
        ("Discard", 2): Discard,
        ("Refined", 1): Refined,
        ("CrushRun", 1): CrushRun,
        ("ConventionalMovement", 1): ConventionalMovementV1,
        ("ConventionalMovement", 2): ConventionalMovement,
        ("PeriodDeclaration", 1): PeriodDeclaration,
        ("PeriodClose", 1): PeriodCloseV1,
        ("PeriodClose", 2): PeriodClose,
        ("Reversal", 1): Reversal,
        ("OrganisationRegistered", 1): OrganisationRegistered,
        ("DayOpened", 1): DayOpened,
        ("Bfr", 1): BfrV1,
        ("Bfr", 2): BfrV2,
        ("Finding", 1): FindingV1,
        ("Finding", 2): Finding,
        ("LotState", 1): LotStateV1,
        ("LotState", 2): LotState,
        ("Notice", 1): Notice,
    }
)

VERSIONS: Mapping[type[Message], tuple[str, int]] = MappingProxyType({model: key for key, model in MODELS.items()})


def from_record(name: str, version: int, record: dict[str, Any]) -> Message:
    """Build a message from a record with Python's own dates, as Avro gives it.

    Raises:
        InvalidInput: no such message, an unknown or missing field, or a value the wire cannot carry.
    """
    try:
        return _model(name, version).model_validate(record)
    except ValidationError as error:
        raise InvalidInput(f"{name} v{version}: {refusal(error)}") from error


def from_json(name: str, version: int, text: str | bytes) -> Message:
    """Build a message from its JSON form, with dates as ISO strings.

    Raises:
        InvalidInput: as `from_record`; also text that is no JSON object, or names a field twice.
    """
    try:
        json.loads(text, object_pairs_hook=_each_once)
        return _model(name, version).model_validate_json(text)
    except ValidationError as error:
        raise InvalidInput(f"{name} v{version}: {refusal(error)}") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} v{version}: not readable as JSON: {error}") from error


def _model(name: str, version: int) -> type[Message]:
    try:
        return MODELS[name, version]
    except KeyError as error:
        known = ", ".join(f"{name} v{version}" for name, version in MODELS)
        raise InvalidInput(f"no message {name} v{version}; known: {known}") from error


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object, if no field is named twice: readers disagree on which of the two counts."""
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = sorted({name for name in names if names.count(name) > 1})
        raise ValueError(f"field named twice: {', '.join(twice)}")
    return members
