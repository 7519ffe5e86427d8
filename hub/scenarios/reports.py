"""The Biofuel Feedstock Reports of a scenario: those it states, and those it takes for granted (model.md 20)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from hub.ledger.terms import Commodity, RuleVersion
from hub.messages import BfrV2, scaled
from hub.messages.reports import AttestationV2, FieldRowV2
from hub.messages.vocabulary import CoverCrop, LandUnit, Tillage
from hub.scenarios.file import Event, Scenario

__all__ = ["ImpliedReports", "stated_report"]

OFF_STAGE_FARM: Final = "farm-offstage"
_PLENTY_STD_BU: Final = "1000000000"


@dataclass(slots=True)
class _Harvest:
    """What one farm sells of one crop in the file: its CIs and its first sale."""

    first_sale: date = date.max
    cis: dict[str, None] = field(default_factory=dict)


class ImpliedReports:
    """One report per farm and crop that has none of its own, the day before its earliest sale."""

    def __init__(self, scenario: Scenario) -> None:
        bodies = [event.get("replacement", event) for event in scenario.events]
        self._stated = {body["bfr_id"]: body for body in bodies if body["type"] == "bfr"}
        self._reporting = {body["farm_id"] for body in self._stated.values()}
        self._harvests: dict[tuple[str, Commodity], _Harvest] = {}
        transfers = [body for body in bodies if body["type"] == "transfer"]
        for body in transfers:
            if body["seller_id"].startswith("farm-"):
                self._gather(body["seller_id"], body)
        on_farms = {ci for harvest in self._harvests.values() for ci in harvest.cis}
        for body in transfers:
            if not body["seller_id"].startswith("farm-") and body["seller_id"] not in scenario.with_books:
                self._gather(OFF_STAGE_FARM, body, without=on_farms)

    @property
    def farms(self) -> list[str]:
        """The farms reports are implied of."""
        return list(dict.fromkeys(farm for farm, _ in self._harvests))

    def messages(self) -> Iterator[BfrV2]:
        """The implied reports."""
        for (farm, commodity), harvest in self._harvests.items():
            signed = harvest.first_sale - timedelta(1)
            rows = [_row(_field(ci), ci, _PLENTY_STD_BU, signed) for ci in harvest.cis]
            yield _report(f"implied/{farm}/{commodity}", 1, farm, commodity, signed.year, signed, rows)

    def draws(self, line: Event, holder: str, commodity: Commodity, day: date) -> list[dict[str, Any]]:
        """The lot a line draws on: the one it names, or the implied one of the farm that sells it."""
        if line.get("bfr_id"):
            report = self._stated.get(line["bfr_id"], {})
            farm = report.get("farm_id", holder)
            year = report.get("crop_year", day.year)
            return [{"farm_id": farm, "crop_year": year, "field_id": line["field_id"], "bfr_id": line["bfr_id"]}]
        harvest = self._harvests.get((holder, commodity))
        if harvest is None or line.get("ci_g_co2e_per_bu") not in harvest.cis:
            return []
        year = (harvest.first_sale - timedelta(1)).year
        return [{"farm_id": holder, "crop_year": year, "field_id": _field(line["ci_g_co2e_per_bu"])}]

    def _gather(self, farm: str, body: Event, without: Iterable[str] = ()) -> None:
        if farm in self._reporting:
            return
        cis = [line.get("ci_g_co2e_per_bu") for line in body["lines"] if not line.get("bfr_id")]
        stated = [ci for ci in cis if ci is not None and ci not in without]
        if stated:
            harvest = self._harvests.setdefault((farm, Commodity(body["commodity"])), _Harvest())
            harvest.first_sale = min(harvest.first_sale, date.fromisoformat(body["transaction_date"]))
            harvest.cis.update(dict.fromkeys(stated))


def _field(ci: str) -> str:
    return f"field of CI {ci}"


def stated_report(body: Event) -> BfrV2:
    """A `bfr` event as a report: what it states, all else valid."""
    signed = date.fromisoformat(body["signed_date"])
    rows = [
        _row(row["field_id"], row["ci_g_co2e_per_bu"], row["harvested_bu_at_std_moisture"], signed, row)
        for row in body["fields"]
    ]
    commodity, version = Commodity(body["commodity"]), int(body.get("version", 1))
    return _report(
        body["bfr_id"], version, body["farm_id"], commodity, body["crop_year"], signed, rows, body["event_id"]
    )


def _report(
    bfr_id: str,
    version: int,
    farm: str,
    commodity: Commodity,
    crop_year: int,
    signed: date,
    rows: list[FieldRowV2],
    event_id: str | None = None,
) -> BfrV2:
    return BfrV2(
        event_id=event_id or bfr_id,
        author_id=farm,
        rule_version=RuleVersion.V2,
        bfr_id=bfr_id,
        version=version,
        farm_id=farm,
        farm_name=farm,
        farm_producer_name=farm,
        county="McLean",
        state="IL",
        commodity=commodity,
        crop_year=crop_year,
        signed_date=signed,
        fields=tuple(rows),
        attestation=AttestationV2.complete(),
    )


def _row(field_id: str, ci: str, harvested: str, harvest_end: date, stated: Event | None = None) -> FieldRowV2:
    stated = stated or {}
    return FieldRowV2(
        field_id=field_id,
        field_or_mu=LandUnit.FIELD,
        acres_e4=scaled(stated.get("acres", "1"), 4),
        actual_yield_bu_per_acre_std_e4=scaled(stated.get("actual_yield_bu_per_acre_at_std_moisture", harvested), 4),
        harvested_bu_std_e4=scaled(harvested, 4),
        harvest_end_date=harvest_end,
        tillage=Tillage.NONE,
        cover_crop=CoverCrop.NONE,
        nutrient_management=True,
        ci_g_co2e_per_bu_e6=scaled(ci, 6),
    )
