"""Why figures changed: what the history of a finding gives as reason (domain.md 3.6, model.md 13)."""

from collections.abc import Collection
from typing import Final

from hub.ledger.rows import Event

__all__ = ["CORRECTION", "DAY", "LATE_RECORD", "REVERSAL", "cause_of", "reason"]

REVERSAL: Final = "REVERSAL"
CORRECTION: Final = "CORRECTION"
LATE_RECORD: Final = "LATE_RECORD"
DAY: Final = "DayOpened"


def cause_of(event: Event) -> str:
    """A reversal, a correction, or else the type of the message."""
    if event.kind == "Reversal":
        return REVERSAL
    return event.kind if event.names_event_id is None else CORRECTION


def reason(causes: Collection[str]) -> str:
    """The one reason given when several apply: reversal before correction before late record."""
    return next((cause for cause in (REVERSAL, CORRECTION) if cause in causes), LATE_RECORD)
