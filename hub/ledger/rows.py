"""The kinds of rows the books are made of; the store and the memory keep them, the ledger alone writes them.

Each kind is a frozen value with a `KEY` and named `INDEXES`: that is all a store needs to know. What a row says is
a function of the accepted facts and the hub's day, save where its docstring says "history".
"""

from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar

from hub.ledger.facts import Body
from hub.ledger.keys import Key
from hub.ledger.period import Period
from hub.ledger.subject import Subject
from hub.ledger.terms import Claim, Commodity, Flow, Form, LotLink, ReportState, Role, RuleVersion, State, Status

__all__ = [
    "ROW_KINDS",
    "Account",
    "AccountDay",
    "Author",
    "Close",
    "Contribution",
    "DeclaredPeriod",
    "Edge",
    "Event",
    "FarmSales",
    "Finding",
    "FindingChange",
    "Holder",
    "HubDay",
    "KnownCi",
    "Line",
    "Lot",
    "Organisation",
    "RefusedEvent",
    "Row",
    "Statement",
]


class Row:
    """What every kind declares; `INDEXES` name the field tuples rows are found by."""

    __slots__ = ()
    KEY: ClassVar[tuple[str, ...]]
    INDEXES: ClassVar[dict[str, tuple[str, ...]]] = {}


@dataclass(frozen=True, slots=True)
class Event(Row):
    """An accepted message: its identity, its place in its author's own order, and what it states.

    `root_event_id` is the original of its statement, None while what it names is unknown. `effective` marks the one
    version of a statement that counts now. `alias_key` is the document it is or refers to (a transfer, a report
    version), `ticket_key` its scale ticket, `group_key` what it is judged with: the statements of one load, the
    closes of one period, the reports of one harvest.
    """

    KEY: ClassVar = ("author_id", "event_id")
    INDEXES: ClassVar = {
        "names": ("author_id", "names_event_id"),
        "root": ("author_id", "root_event_id"),
        "alias": ("alias_key",),
        "ticket": ("ticket_key",),
        "group": ("group_key",),
    }

    author_id: str
    event_id: str
    kind: str
    author_seq: int
    body_sha256: bytes
    body: Body
    root_event_id: str | None
    names_event_id: str | None = None
    stated_on: date | None = None
    effective: bool = False
    alias_key: Key | None = None
    ticket_key: Key | None = None
    group_key: Key | None = None
    due: date | None = None


@dataclass(frozen=True, slots=True)
class RefusedEvent(Row):
    """A refused message's identity, so that its redelivery is known as a duplicate whatever came since."""

    KEY: ClassVar = ("author_id", "event_id", "body_sha256")
    INDEXES: ClassVar = {"event": ("author_id", "event_id")}

    author_id: str
    event_id: str
    body_sha256: bytes


@dataclass(frozen=True, slots=True)
class Author(Row):
    """How many messages of an author the books hold; the next takes the next number (model.md 5)."""

    KEY: ClassVar = ("author_id",)

    author_id: str
    last_seq: int


@dataclass(frozen=True, slots=True)
class Organisation(Row):
    """The registry's entry; `books_here` False = off-stage, its own accounts are not judged.

    `outbox` is its own input topic, None where it speaks through the gateway.
    """

    KEY: ClassVar = ("organisation_id",)

    organisation_id: str
    roles: tuple[Role, ...]
    books_here: bool
    lot_link: LotLink
    outbox: str | None = None


@dataclass(frozen=True, slots=True)
class DeclaredPeriod(Row):
    """An effective period declaration of a holder."""

    KEY: ClassVar = ("entity_id", "period_id")
    INDEXES: ClassVar = {"entity": ("entity_id",)}

    entity_id: str
    period_id: str
    start: date
    end_exclusive: date
    declared_on: date
    root_event_id: str


@dataclass(frozen=True, slots=True)
class Close(Row):
    """The effective close of a period: the last unreversed revision in its author's order."""

    KEY: ClassVar = ("entity_id", "period_id")
    INDEXES: ClassVar = {"entity": ("entity_id",)}

    entity_id: str
    period_id: str
    event_id: str
    author_seq: int
    closed_on: date
    stocks: dict[str, tuple[int, int | None]] = field(hash=False)
    """By hex account key: (declared ending, declared beginning) in 0.0001 dry lb."""


@dataclass(frozen=True, slots=True)
class Lot(Row):
    """A report row that counts: CI and cap of one field's harvest (model.md 4)."""

    KEY: ClassVar = ("lot_key",)
    INDEXES: ClassVar = {"farm": ("farm_id",)}

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


@dataclass(frozen=True, slots=True)
class KnownCi(Row):
    """How often a CI of a commodity is on a report row, or stated by a farm's line that waits for its report."""

    KEY: ClassVar = ("commodity", "ci_e6")

    commodity: Commodity
    ci_e6: int
    rows: int
    waiting: int

    @property
    def known(self) -> bool:
        """Whether somebody may hold this CI at all (A_CI_NOT_HELD, model.md 10)."""
        return self.rows > 0 or self.waiting > 0


@dataclass(frozen=True, slots=True)
class Line(Row):
    """An amount of one claim moving from one holder to another, or out (model.md 3).

    `codes` come from the statements about it, `block_code` from the seller's account in the period `block_source`
    names. `ci_e6` is the CI it is booked under. A credit or debit without account key is booked nowhere.
    `order_event_id` is the original's event id: with the day it orders lines that compete.
    """

    KEY: ClassVar = ("load_key", "line_no")
    INDEXES: ClassVar = {
        "load": ("load_key",),
        "debit": ("debit_account", "day"),
        "credit": ("credit_account", "day"),
        "depends": ("commodity", "depends_ci_e6"),
        "flagged": ("flagged_account",),
        "blocked": ("block_source",),
        "group": ("sales_group",),
        "seller": ("seller_id",),
    }

    load_key: Key
    line_no: int
    day: date
    commodity: Commodity
    form: Form
    claim: Claim
    ci_e6: int | None
    seller_id: str | None
    buyer_id: str | None
    order_event_id: str
    flow: Flow
    seller_stated_dry_lb_e4: int | None = None
    buyer_stated_dry_lb_e4: int | None = None
    debit_account: Key | None = None
    debit_dry_lb_e4: int = 0
    credit_account: Key | None = None
    credit_dry_lb_e4: int = 0
    transfer_id: str | None = None
    ticket_no: str | None = None
    site_id: str | None = None
    stated_no: int = 0
    depends_ci_e6: int | None = None
    waits_ci_e6: int | None = None
    flagged_account: Key | None = None
    sales_group: Key | None = None
    crop_year: int | None = None
    unstated: bool = False
    report: ReportState | None = None
    codes: tuple[str, ...] = ()
    block_source: Key | None = None
    block_code: str | None = None
    state: State = State.NOT_JUDGED
    due: date | None = None
    version: int = 0


@dataclass(frozen=True, slots=True)
class Edge(Row):
    """What a line draws on: a lot, or an earlier line of its seller (model.md 3, 11).

    `named` is the seller's own statement; otherwise provisional FIFO within the CI.
    """

    KEY: ClassVar = ("load_key", "line_no", "parent_no")
    INDEXES: ClassVar = {
        "child": ("load_key", "line_no"),
        "load": ("load_key",),
        "lot": ("lot_key",),
        "parent": ("parent_load_key",),
    }

    load_key: Key
    line_no: int
    parent_no: int
    dry_lb_e4: int
    named: bool
    lot_key: Key | None = None
    parent_load_key: Key | None = None
    parent_line_no: int | None = None


@dataclass(frozen=True, slots=True)
class Holder(Row):
    """A holder's calendar: its periods, and the movements the provisional ones must cover."""

    KEY: ClassVar = ("entity_id",)

    entity_id: str
    first_movement: date | None
    last_movement: date | None
    periods: tuple[Period, ...]


@dataclass(frozen=True, slots=True)
class Account(Row):
    """Key k of domain.md 3.1 and the days it spans; CI None holds conventional crop and is not balanced.

    `closes_from` and `closes_until` are the first and last start of the periods whose close names it.
    """

    KEY: ClassVar = ("account_key",)
    INDEXES: ClassVar = {"entity": ("entity_id",)}

    account_key: Key
    entity_id: str
    commodity: Commodity
    ci_e6: int | None
    first_day: date | None = None
    last_day: date | None = None
    closes_from: date | None = None
    closes_until: date | None = None

    @property
    def span(self) -> tuple[date, date] | None:
        """First and last day that need a statement: movements, and periods whose close names the account."""
        days = [day for day in (self.first_day, self.last_day, self.closes_from, self.closes_until) if day]
        return (min(days), max(days)) if days else None


@dataclass(frozen=True, slots=True)
class AccountDay(Row):
    """One account's sums of one day in 0.0001 dry lb; `lines` counts the amounts summed."""

    KEY: ClassVar = ("account_key", "day")
    INDEXES: ClassVar = {"month": ("account_key", "month"), "account": ("account_key",)}

    account_key: Key
    day: date
    month: date
    incoming_e4: int = 0
    sold_e4: int = 0
    sold_as_conventional_e4: int = 0
    discarded_e4: int = 0
    refined_e4: int = 0
    lines: int = 0

    @property
    def outgoing_e4(self) -> int:
        """Everything that left that day (domain.md 3.1)."""
        return self.sold_e4 + self.sold_as_conventional_e4 + self.discarded_e4 + self.refined_e4


@dataclass(frozen=True, slots=True)
class Statement(Row):
    """The mass balance of one account and period (2100.034(d)), in 0.0001 dry lb."""

    KEY: ClassVar = ("account_key", "start")
    INDEXES: ClassVar = {"account": ("account_key",)}

    account_key: Key
    start: date
    end_exclusive: date
    period_id: str | None
    beginning_e4: int
    incoming_e4: int
    sold_e4: int
    sold_as_conventional_e4: int
    discarded_e4: int
    refined_e4: int
    lines: int
    computed_end_e4: int
    declared_end_e4: int | None
    declared_beginning_e4: int | None
    closed: bool
    carried_e4: int
    due: date | None = None

    @property
    def figures(self) -> tuple[int, ...]:
        """What the movements alone decide; a change of these after the close restates the period."""
        return (
            self.beginning_e4,
            self.incoming_e4,
            self.sold_e4,
            self.sold_as_conventional_e4,
            self.discarded_e4,
            self.refined_e4,
        )

    @property
    def residual_e4(self) -> int | None:
        """computed_end - declared_end, which must be 0; None while nothing is declared."""
        return None if self.declared_end_e4 is None else self.computed_end_e4 - self.declared_end_e4


@dataclass(frozen=True, slots=True)
class FarmSales(Row):
    """A farm's sales to one buyer in one crop year: what its records and its report still owe (model.md 7, 8).

    `unstated` counts loads the farm itself says nothing of, `waiting` CI pending loads without an accepted report,
    `late` those whose report was signed after the load; the days are each the first of them.
    """

    KEY: ClassVar = ("group_key",)

    group_key: Key
    farm_id: str
    buyer_id: str
    crop_year: int
    unstated: int = 0
    unstated_from: date | None = None
    waiting: int = 0
    late: int = 0
    reported_from: date | None = None
    due: date | None = None


@dataclass(frozen=True, slots=True)
class Contribution(Row):
    """What one source (a load, an account, a group, a waiting event) adds to one finding."""

    KEY: ClassVar = ("source", "finding_id")
    INDEXES: ClassVar = {"source": ("source",), "finding": ("finding_id",)}

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


@dataclass(frozen=True, slots=True)
class Finding(Row):
    """An alert or a gap as people see it: the fold of its contributions, with its history (episode, reason)."""

    KEY: ClassVar = ("finding_id",)

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
    version: int = 0


@dataclass(frozen=True, slots=True)
class FindingChange(Row):
    """History: one change of a finding, kept for the verifier."""

    KEY: ClassVar = ("finding_id", "change_no")
    INDEXES: ClassVar = {"finding": ("finding_id",)}

    finding_id: Key
    change_no: int
    status: Status
    reason: str | None
    amount_e4: int | None
    on_day: date
    causes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HubDay(Row):
    """The hub's day: the largest DayOpened so far (model.md 12)."""

    KEY: ClassVar = ("one",)

    one: int
    day: date


ROW_KINDS: tuple[type[Row], ...] = (
    Event,
    RefusedEvent,
    Author,
    Organisation,
    DeclaredPeriod,
    Close,
    Lot,
    KnownCi,
    Line,
    Edge,
    Holder,
    Account,
    AccountDay,
    Statement,
    FarmSales,
    Contribution,
    Finding,
    FindingChange,
    HubDay,
)
