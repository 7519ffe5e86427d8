"""The oracle's lots: the report row that counts for each field's harvest (model.md 4, domain.md R-031-e-0a)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from helpers.oracle_dry import LB_PER_BUSHEL, STANDARD_MOISTURE_PCT
from helpers.oracle_versions import effective

from hub.ledger.facts import Fact, Report
from hub.ledger.terms import Commodity

LotName = tuple[str, Commodity, int, str]
"""(farm, commodity, crop year, field)."""


@dataclass(frozen=True)
class Row:
    """CI and cap of a lot, and the day from which a report covered it."""

    ci_e6: int
    cap_e4: int
    covered_from: date


class Lots:
    """All lots with an accepted report, row by row: of one report its highest version, of several the last begun."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self.rows: dict[LotName, Row] = {}
        for report in _in_force_last(facts):
            for row in report.rows:
                lot = (report.farm_id, report.commodity, report.crop_year, row.field_id)
                before = self.rows.get(lot)
                covered = min(report.signed_date, before.covered_from) if before else report.signed_date
                self.rows[lot] = Row(row.ci_e6, _cap(report.commodity, row.harvested_std_bu_e4), covered)

    def has(self, commodity: Commodity, ci_e6: int | None) -> bool:
        """Whether the CI stands on a report row of the commodity."""
        return any(lot[1] is commodity and row.ci_e6 == ci_e6 for lot, row in self.rows.items())


def _in_force_last(facts: Sequence[Fact]) -> list[Report]:
    reports = [version.body for _, version in effective(facts, Report)]
    begun = list(dict.fromkeys((report.farm_id, report.bfr_id) for report in reports))
    return sorted(reports, key=lambda report: (begun.index((report.farm_id, report.bfr_id)), report.version))


def _cap(commodity: Commodity, std_bu_e4: int) -> int:
    dry_per_bu = LB_PER_BUSHEL[commodity] * (100 - STANDARD_MOISTURE_PCT[commodity]) / 100
    return round(std_bu_e4 * dry_per_bu)
