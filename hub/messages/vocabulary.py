"""Vocabularies of the wire which the ledger does not need; the others are `hub.ledger.terms`."""

from enum import StrEnum

__all__ = ["CoverCrop", "ExpectedYieldSource", "LandUnit", "NoticeKind", "Severity", "Tillage"]


class LandUnit(StrEnum):
    """What a row of a report is (2100.002, field and management unit)."""

    FIELD = "field"
    MANAGEMENT_UNIT = "management_unit"


class Tillage(StrEnum):
    """The tillage practice claimed, at most one per field and crop interval (2100.012(a))."""

    NONE = "none"
    REDUCED_TILL = "reduced_till"
    NO_TILL = "no_till"


class CoverCrop(StrEnum):
    """The cover crop practice claimed (2100.012(b), 2100.020(a)(10))."""

    NONE = "none"
    COVER = "cover"
    GRAZED = "grazed"


class ExpectedYieldSource(StrEnum):
    """Where the expected yield comes from; insured farms use the first, others not (2100.020(a)(5))."""

    RMA_APPROVED_YIELD = "rma_approved_yield"
    RMA_TRANSITIONAL_YIELD = "rma_transitional_yield"
    ARC_COUNTY_BENCHMARK = "arc_county_benchmark"


class Severity(StrEnum):
    """Outcome class of a finding: refused, booked and flagged, or something missing."""

    ERROR = "error"
    ALERT = "alert"
    GAP = "gap"


class NoticeKind(StrEnum):
    """What a notice tells an organisation."""

    REJECTED = "rejected"
    QUARANTINED = "quarantined"
    ACCEPTED_RANGE = "accepted_range"
    FINDING = "finding"
