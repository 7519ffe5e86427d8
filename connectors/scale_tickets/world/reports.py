"""The farms' Biofuel Feedstock Reports: one per farm and crop, a row per field."""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from typing import Final

from connectors.scale_tickets.world.harvest import CORN, Field
from connectors.scale_tickets.world.mass import STANDARD_MOISTURE
from hub.ledger.terms import Commodity, RuleVersion
from hub.messages import BfrV2, body_sha256, scaled
from hub.messages.reports import AttestationV2, FieldRowV2, Signature
from hub.messages.vocabulary import CoverCrop, ExpectedYieldSource, LandUnit, Tillage

__all__ = ["reports"]

_PERJURY: Final = "The undersigned farm producer certifies the following under penalties of perjury."
_FRAUD: Final = (
    "The farm producer understands that the fraudulent use of this Biofuel Feedstock Report may subject the farm "
    "producer, or any other party making fraudulent use of this Biofuel Feedstock Report, to a fine or "
    "imprisonment, or both, together with the costs of prosecution."
)
_TILLAGE: Final = (Tillage.NO_TILL, Tillage.REDUCED_TILL, Tillage.NONE)
_COVER: Final = (CoverCrop.COVER, CoverCrop.NONE, CoverCrop.NONE)


def reports(fields: Sequence[Field]) -> Iterator[tuple[date, BfrV2]]:
    """Each report with the hub's day on which it arrives."""
    for _, group in groupby(fields, key=lambda lot: (lot.farm.id, lot.crop)):
        rows = list(group)
        yield rows[0].filed, _signed(_report(rows))


def _report(rows: Sequence[Field]) -> BfrV2:
    first = rows[0]
    crop = "corn" if first.crop == CORN else "soybeans"
    return BfrV2(
        event_id=f"{first.farm.id}/bfr-2026-{crop}-1",
        author_id=first.farm.id,
        rule_version=RuleVersion.V2,
        bfr_id=f"BFR-2026-{crop.upper()}",
        version=1,
        perjury_statement=_PERJURY,
        farm_id=first.farm.id,
        farm_name=f"{first.farm.name} Farms",
        farm_producer_name=first.farm.producer,
        county=first.farm.county,
        state="IL",
        commodity=Commodity(first.crop),
        crop_year=2026,
        signed_date=first.signed,
        fields=tuple(_row(lot, number) for number, lot in enumerate(rows)),
        attestation=AttestationV2.complete(),
        fraud_statement=_FRAUD,
    )


def _row(lot: Field, number: int) -> FieldRowV2:
    nitrogen = 0 if lot.crop != CORN else 1_300_000 + 50_000 * (lot.acres % 9)
    return FieldRowV2(
        field_id=lot.field_id,
        field_or_mu=LandUnit.FIELD,
        acres_e4=lot.acres * 10_000,
        actual_yield_bu_per_acre_std_e4=_e4(lot.yield_bu),
        harvested_bu_std_e4=_e4(lot.harvested_bu),
        harvest_end_date=lot.harvest_end,
        synthetic_n_lb_per_acre_e4=nitrogen,
        inhibitor_fraction_e6=500_000 if nitrogen and lot.acres % 2 else 0,
        manure=(),
        tillage=_TILLAGE[(lot.acres + number) % 3],
        cover_crop=_COVER[lot.acres % 3],
        nutrient_management=True,
        fdcic_version="FD-CIC 2026-06",
        ci_g_co2e_per_bu_e6=scaled(lot.ci, 6),
        fdcic_output_ci_g_co2e_per_bu_e6=scaled(lot.ci, 6),
        fdcic_document_sha256=sha256(f"FD-CIC of {lot.farm.id} {lot.field_id}".encode()).hexdigest(),
        yield_moisture_basis_pct_e3=scaled(STANDARD_MOISTURE[lot.crop], 3),
        insured=True,
        expected_yield_source=ExpectedYieldSource.RMA_APPROVED_YIELD,
        expected_yields_bu_per_acre_e4=(_e4(lot.yield_bu * 95 / 100),),
        insurance_policy_no=f"IL-2026-{880_000 + lot.acres * 7 + number}",
    )


def _e4(value: Fraction) -> int:
    return round(value * 10_000)


def _signed(report: BfrV2) -> BfrV2:
    """The report with its producer's signature over everything else in it."""
    signature = Signature(
        name=report.farm_producer_name,
        signed_date=report.signed_date,
        method="pades",
        body_sha256=body_sha256(report.model_dump()).hex(),
    )
    return report.model_copy(update={"signature": signature})
