"""The Biofuel Feedstock Report, in the text of January 2025 (V1) and as amended in 2026 (V2).

The two are never converted into each other: perjury and fraud statement, signature and the changed
attestation cannot be inferred. What the 2026 text added is nullable in `BfrV2`, because bytes written as
version 1 must resolve with its schema; admission asks for it by ``rule_version``.
"""

from datetime import date
from typing import Literal

from hub.ledger.terms import Commodity, RuleVersion
from hub.messages.base import Identifier, Int, Long, Many, OrganisationMessage, Part, Text, Word
from hub.messages.movements import Document
from hub.messages.vocabulary import CoverCrop, ExpectedYieldSource, LandUnit, Tillage

__all__ = [
    "AttestationV1",
    "AttestationV2",
    "Bfr",
    "BfrV1",
    "BfrV2",
    "FieldRowV1",
    "FieldRowV2",
    "Manure",
    "Signature",
]


class Manure(Part):
    """One application of manure with its nitrogen content (2100.020(a)(8), 2100.062)."""

    amount_e6: Long
    amount_unit: Identifier
    manure_type: Identifier
    n_content_e6: Long
    n_content_unit: Identifier


class FieldRowV1(Part):
    """One field or management unit: inputs and output of one FD-CIC calculation (2100.020)."""

    field_id: Identifier
    field_or_mu: Word[LandUnit]
    acres_e4: Long
    actual_yield_bu_per_acre_std_e4: Long
    harvested_bu_std_e4: Long
    harvest_end_date: date | None = None
    synthetic_n_lb_per_acre_e4: Long | None = None
    inhibitor_fraction_e6: Long | None = None
    manure: Many[Manure] | None = None
    tillage: Word[Tillage] | None = None
    cover_crop: Word[CoverCrop] | None = None
    fdcic_version: Identifier | None = None
    ci_g_co2e_per_bu_e6: Long
    fdcic_document_sha256: Identifier | None = None


class FieldRowV2(FieldRowV1):
    """The row with what the 2026 text added: moisture basis, expected yield, nutrient management."""

    yield_moisture_basis_pct_e3: Long | None = None
    planting_date: date | None = None
    insured: bool | None = None
    expected_yield_source: Word[ExpectedYieldSource] | None = None
    expected_yields_bu_per_acre_e4: Many[Long] | None = None
    insurance_policy_no: Identifier | None = None
    nutrient_management: bool | None = None
    converted_to_crops_on: date | None = None
    fdcic_output_ci_g_co2e_per_bu_e6: Long | None = None


class _Attestation(Part):
    """The seven points of the Farm Producer Attestation; False = not declared."""

    operational_control: bool
    practices_implemented: bool
    ci_calculated: bool
    records_retained: bool
    not_double_sold: bool
    no_till_continued: bool
    land_not_converted: bool


class AttestationV1(_Attestation):
    """In the words of 2100.031(c)(3) of the 2025 text."""

    text_version: Literal[RuleVersion.V1]


class AttestationV2(_Attestation):
    """In the words of the text it names (2100.031(e)(4) as amended in 2026)."""

    text_version: Word[RuleVersion]

    @classmethod
    def complete(cls) -> "AttestationV2":
        """All seven points declared, in today's words."""
        points = dict.fromkeys(_Attestation.model_fields, True)
        return cls(text_version=RuleVersion.V2, **points)


class Signature(Part):
    """The farm producer's signature (2100.031(e)(6))."""

    name: Text
    signed_date: date
    method: Identifier
    body_sha256: Identifier


class _Report(OrganisationMessage):
    """What both texts ask for, and what the hub adds to tell reports apart."""

    bfr_id: Identifier
    version: Int
    supersedes_version: Int | None = None
    farm_id: Identifier
    farm_name: Text
    farm_producer_name: Text
    county: Identifier
    state: Identifier
    commodity: Word[Commodity]
    crop_year: Int
    signed_date: date
    documents: Many[Document] = ()


class BfrV1(_Report):
    """The report of 2100.031(c) of the 2025 text, with its farm-level CI."""

    rule_version: Literal[RuleVersion.V1]
    farm_level_ci_g_co2e_per_bu_e6: Long
    fields: Many[FieldRowV1]
    attestation: AttestationV1


class BfrV2(_Report):
    """The report of 2100.031(e) as amended in 2026, one CI per field."""

    perjury_statement: Text | None = None
    farm_level_ci_g_co2e_per_bu_e6: Long | None = None
    fields: Many[FieldRowV2]
    attestation: AttestationV2
    fraud_statement: Text | None = None
    signature: Signature | None = None


Bfr = BfrV1 | BfrV2
