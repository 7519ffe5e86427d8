"""What a finding is about, and the id that follows from it (model.md 13)."""

from dataclasses import dataclass
from datetime import date

from hub.ledger.keys import Key, digest
from hub.ledger.terms import Commodity, Form

__all__ = ["Subject", "finding_id"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """The things a finding names; None where it names none. Shown to people and compared in scenarios."""

    entity_id: str | None = None
    farm_id: str | None = None
    counterparty_id: str | None = None
    commodity: Commodity | None = None
    ci_e6: int | None = None
    period_start: date | None = None
    period_id: str | None = None
    form: Form | None = None
    crop_year: int | None = None
    day: date | None = None
    transfer_id: str | None = None
    ticket_no: str | None = None
    event_id: str | None = None
    crush_run_id: str | None = None
    yield_id: str | None = None


def finding_id(code: str, *subject: str | int | date | None) -> Key:
    """The stable id of a finding: a digest of its code and canonical subject, never of what is shown."""
    return digest("finding", code, *subject)
