"""What is open: what farms and pairs of parties owe, what each source contributes, and the findings folded of it."""

from datetime import date
from typing import NamedTuple

from hub.ledger.keys import Key
from hub.ledger.subject import Subject
from hub.ledger.terms import Status

__all__ = ["Contribution", "FarmSales", "Finding", "FindingChange", "SmallDifferences"]


class FarmSales(NamedTuple):
    """A farm's sales to one buyer in one crop year: what its records and its report still owe (model.md 7, 8).

    Of its `loads`, `unstated` counts those the farm itself says nothing of, `waiting` CI pending ones without an
    accepted report, `late` those whose report was signed after the load; the days are each the first of them.
    """

    group_key: Key
    farm_id: str
    buyer_id: str
    crop_year: int
    loads: int = 0
    unstated: int = 0
    unstated_from: date | None = None
    waiting: int = 0
    late: int = 0
    reported_from: date | None = None
    due: date | None = None


class SmallDifferences(NamedTuple):
    """What a seller and a buyer differed by in one quarter where each time it was below 0.5 % (domain.md 3.5 #29)."""

    group_key: Key
    seller_id: str | None
    buyer_id: str | None
    quarter: date
    amount_e4: int = 0
    lines: int = 0


class Contribution(NamedTuple):
    """What one source (a load, an account, a group, a waiting event) adds to one finding."""

    source: Key
    finding_id: Key
    code: str
    subject: Subject
    status: Status
    amount_e4: int | None = None
    first_day: date | None = None
    place: str = ""
    """Sorts contributions of one finding: the first by (first_day, place) lends its shown subject."""
    lines: int = 1


class Finding(NamedTuple):
    """An alert or a gap as people see it: the fold of its contributions, with its history (episode, reason)."""

    finding_id: Key
    code: str
    subject: Subject
    status: Status
    episode: int
    reason: str | None
    amount_e4: int | None
    lines: int
    first_day: date | None
    opened_on: date
    changed_on: date
    changes: int = 0
    """How many changes of it are written down."""
    version: int = 0


class FindingChange(NamedTuple):
    """History: one change of a finding, kept for the verifier."""

    finding_id: Key
    change_no: int
    status: Status
    reason: str | None
    amount_e4: int | None
    on_day: date
    causes: tuple[str, ...] = ()
