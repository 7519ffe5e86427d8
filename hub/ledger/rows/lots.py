"""What stands behind a claim: report rows, the CIs they make known, crush runs."""

from datetime import date
from typing import NamedTuple

from hub.ledger.crush import Share
from hub.ledger.keys import Key
from hub.ledger.terms import Commodity, RuleVersion

__all__ = ["KnownCi", "Lot", "Run"]


class Lot(NamedTuple):
    """A report row that counts: CI and cap of one field's harvest (model.md 4)."""

    lot_key: Key
    farm_id: str
    commodity: Commodity
    crop_year: int
    field_id: str
    ci_e6: int
    cap_dry_lb_e4: int
    bfr_id: str
    bfr_version: int
    rule_version: RuleVersion
    signed_date: date
    first_signed: date
    """The earliest signature among the versions that have this row: a new version makes no load late."""


class KnownCi(NamedTuple):
    """How often a CI of a commodity is on a report row, or stated by a farm's line that waits for its report."""

    commodity: Commodity
    ci_e6: int
    rows: int
    waiting: int

    @property
    def known(self) -> bool:
        """Whether somebody may hold this CI at all (A_CI_NOT_HELD, model.md 10)."""
        return self.rows > 0 or self.waiting > 0


class Run(NamedTuple):
    """The effective crush run of a crusher's own id: what each CI put in and got (2100.033(a))."""

    crusher_id: str
    run_id: str
    owner_id: str
    day: date
    commodity: Commodity
    crushing_yield_e4: int
    yield_id: str | None
    yield_name: str
    """What its yield is found by: the name of one set for longer, or the run's own."""
    product_lb_e4: int
    """What the run made, as metered; the shares are what the yield makes of it."""
    shares: tuple[Share, ...]
