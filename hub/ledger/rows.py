"""The kinds of rows the books are made of; the store and the memory keep them, the ledger alone writes them.

Each kind is a named tuple (made and compared six times as fast as a frozen dataclass, and the books make millions);
`SHAPES` has its key and indexes, which is all a store needs to know. What a row says is a function of the accepted
facts and the hub's day, save where its docstring says "history".
"""

from collections.abc import Callable
from datetime import date
from operator import attrgetter
from typing import Any, Final, NamedTuple

from hub.ledger.crush import Share
from hub.ledger.facts import Body, PhysicalStock, Stock
from hub.ledger.keys import Key
from hub.ledger.period import Period
from hub.ledger.subject import Subject
from hub.ledger.terms import (
    Claim,
    Commodity,
    Flow,
    Form,
    LotLink,
    ReportState,
    Role,
    RuleVersion,
    State,
    Status,
)

__all__ = [
    "SHAPES",
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
    "Pool",
    "ProductDay",
    "ProductStock",
    "RefusedEvent",
    "Row",
    "Run",
    "Shape",
    "SmallDifferences",
    "Statement",
    "StatementVersion",
]

Row = tuple[Any, ...]
"""Any kind of row; the kinds are below."""

Pool = tuple[str | None, int | None] | None
"""What amounts of one account are fungible with each other: its crop (None), or the product of one run and yield."""


class Event(NamedTuple):
    """An accepted message: its identity, its place in its author's own order, and what it states.

    `root_event_id` is the original of its statement, None while what it names is unknown. `effective` marks the one
    version of a statement that counts now. `alias_key` is the document it is or refers to (a transfer, a report
    version), `ticket_key` its scale ticket, `group_key` what it is judged with: the statements of one load, the
    closes of one period, the reports of one harvest.
    """

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


class RefusedEvent(NamedTuple):
    """A refused message's identity, so that its redelivery is known as a duplicate whatever came since."""

    author_id: str
    event_id: str
    body_sha256: bytes


class Author(NamedTuple):
    """How many messages of an author the books hold; the next takes the next number (model.md 5)."""

    author_id: str
    last_seq: int


class Organisation(NamedTuple):
    """The registry's entry; `books_here` False = off-stage, its own accounts are not judged.

    `outbox` is its own input topic, None where it speaks through the gateway.
    """

    organisation_id: str
    roles: tuple[Role, ...]
    books_here: bool
    lot_link: LotLink
    outbox: str | None = None

    @property
    def is_farm_only(self) -> bool:
        """Nothing but a farm: it has lots and no account (model.md 7)."""
        return set(self.roles) == {Role.FARM}

    @property
    def is_judged(self) -> bool:
        """Whether its accounts are judged here: others are off-stage (model.md 12)."""
        return self.books_here and not self.is_farm_only


class DeclaredPeriod(NamedTuple):
    """An effective period declaration of a holder; predefined = it never began before what it says was declared."""

    entity_id: str
    period_id: str
    start: date
    end_exclusive: date
    declared_on: date
    is_predefined: bool
    root_event_id: str


class Close(NamedTuple):
    """The effective close of a period: the last unreversed revision in its author's order."""

    entity_id: str
    period_id: str
    event_id: str
    author_seq: int
    closed_on: date
    due: date | None
    """When a close of a period nobody declared becomes a finding."""
    stocks: tuple[Stock, ...]
    physical: tuple[PhysicalStock, ...] = ()


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


class Line(NamedTuple):
    """An amount of one claim moving from one holder to another, or out (model.md 3).

    `codes` come from the statements about it, `block_code` from the seller's account in the period `block_source`
    names. `ci_e6` is the CI it is booked under. A credit or debit without account key is booked nowhere.
    `order_event_id` is the original's event id: with the day it orders lines that compete. A line of flow
    `processed` debits crop and credits its product in the same account; oil names its run and yield, its pounds of
    product stand beside the crop behind them.
    """

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
    crush_run_id: str | None = None
    crushing_yield_e4: int | None = None
    buyers_run_id: str | None = None
    debit_product_lb_e4: int = 0
    credit_product_lb_e4: int = 0
    depends_ci_e6: int | None = None
    waits_ci_e6: int | None = None
    names_lots: bool = False
    flagged_account: Key | None = None
    flagged_month: date | None = None
    sales_group: Key | None = None
    crop_year: int | None = None
    unstated: bool = False
    report: ReportState | None = None
    small_difference_e4: int = 0
    codes: tuple[str, ...] = ()
    block_source: Key | None = None
    block_code: str | None = None
    state: State = State.NOT_JUDGED
    due: date | None = None
    version: int = 0

    @property
    def is_drawn(self) -> bool:
        """Whether its account draws for it, by FIFO: it names no lots, and oil says what run it came of."""
        has_pool = self.debit_pool is None or None not in self.debit_pool
        return self.debit_account is not None and not self.names_lots and has_pool

    @property
    def debit_pool(self) -> "Pool":
        """What of the seller's account it draws on: its crop, or one product lot."""
        return None if self.form is Form.CROP else (self.crush_run_id, self.crushing_yield_e4)

    @property
    def credit_pool(self) -> "Pool":
        """What of the buyer's account it adds to."""
        is_product = self.flow is Flow.PROCESSED or self.form is not Form.CROP
        return (self.crush_run_id, self.crushing_yield_e4) if is_product else None


class Edge(NamedTuple):
    """What a line draws on: a lot, or an earlier line of its seller (model.md 3, 11).

    `named` is the seller's own statement; otherwise provisional FIFO within the CI.
    """

    load_key: Key
    line_no: int
    parent_no: int
    dry_lb_e4: int
    named: bool
    lot_key: Key | None = None
    parent_load_key: Key | None = None
    parent_line_no: int | None = None


class Holder(NamedTuple):
    """A holder's calendar: its periods, and the movements the provisional ones must cover."""

    entity_id: str
    first_movement: date | None
    last_movement: date | None
    periods: tuple[Period, ...]


class Account(NamedTuple):
    """Key k of domain.md 3.1 and the days it spans; CI None holds conventional crop and is not balanced.

    `closes_from` and `closes_until` are the first and last start of the periods whose close names it.
    """

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


class AccountDay(NamedTuple):
    """One account's sums of one day in 0.0001 dry lb; `lines` counts the amounts summed.

    `processed_e4` moved from crop to oil within the account; the `oil_` columns are the oil's part of what came and
    left.
    """

    account_key: Key
    day: date
    month: date
    incoming_e4: int = 0
    sold_e4: int = 0
    sold_as_conventional_e4: int = 0
    discarded_e4: int = 0
    refined_e4: int = 0
    processed_e4: int = 0
    oil_incoming_e4: int = 0
    oil_outgoing_e4: int = 0
    lines: int = 0

    @property
    def outgoing_e4(self) -> int:
        """Everything that left that day (domain.md 3.1)."""
        return self.sold_e4 + self.sold_as_conventional_e4 + self.discarded_e4 + self.refined_e4

    @property
    def crop_incoming_e4(self) -> int:
        """What came as crop."""
        return self.incoming_e4 - self.oil_incoming_e4

    @property
    def crop_outgoing_e4(self) -> int:
        """What left the crop form, the crop that was crushed included."""
        return self.outgoing_e4 - self.oil_outgoing_e4 + self.processed_e4


class ProductDay(NamedTuple):
    """One product lot's sums of one day at one holder: pounds of product, and 0.0001 dry lb of crop behind them.

    A product lot is what one run made under one CI; its key at a holder is (account, run, yield).
    """

    account_key: Key
    crush_run_id: str
    crushing_yield_e4: int
    day: date
    month: date
    incoming_lb_e4: int = 0
    outgoing_lb_e4: int = 0
    incoming_e4: int = 0
    outgoing_e4: int = 0
    lines: int = 0


class ProductStock(NamedTuple):
    """One product lot in one period of its holder; it carries what the account's oil carry leaves it (#48)."""

    account_key: Key
    start: date
    crush_run_id: str
    crushing_yield_e4: int
    since: date
    """The day its first pound came: a loss is taken from the oldest lot."""
    beginning_lb_e4: int
    beginning_e4: int
    incoming_lb_e4: int
    incoming_e4: int
    outgoing_lb_e4: int
    outgoing_e4: int
    lines: int
    carried_lb_e4: int
    carried_e4: int

    @property
    def ending_lb_e4(self) -> int:
        """Pounds of product left."""
        return self.beginning_lb_e4 + self.incoming_lb_e4 - self.outgoing_lb_e4

    @property
    def ending_e4(self) -> int:
        """Dry pounds of crop behind them."""
        return self.beginning_e4 + self.incoming_e4 - self.outgoing_e4


class Statement(NamedTuple):
    """The mass balance of one account and period (2100.034(d)), in 0.0001 dry lb.

    The equation is of crop and oil together, oil as the crop behind it. The `oil_` terms are its part of each, and
    what was declared for the crop is the rest.
    """

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
    declared_crop_end_e4: int | None
    declared_crop_beginning_e4: int | None
    closed: bool
    carried_e4: int
    due: date | None = None
    oil_beginning_e4: int = 0
    oil_end_e4: int = 0
    processed_e4: int = 0
    declared_oil_end_e4: int | None = None
    declared_oil_beginning_e4: int | None = None
    oil_carried_e4: int = 0
    versions: int = 0
    """How many versions of the closed statement are written down (history)."""

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
            self.oil_beginning_e4,
            self.oil_end_e4,
        )

    @property
    def crop_end_e4(self) -> int:
        """The computed stock in the crop form."""
        return self.computed_end_e4 - self.oil_end_e4

    @property
    def declared_end_e4(self) -> int | None:
        """The declared stock of both forms, one left out as it is computed; None while nothing is declared."""
        if self.declared_crop_end_e4 is None and self.declared_oil_end_e4 is None:
            return None
        crop, oil = self.declared_crop_end_e4, self.declared_oil_end_e4
        return (max(self.crop_end_e4, 0) if crop is None else crop) + (max(self.oil_end_e4, 0) if oil is None else oil)

    @property
    def outgoing_e4(self) -> int:
        """Everything that left in the period (domain.md 3.1)."""
        return self.sold_e4 + self.sold_as_conventional_e4 + self.discarded_e4 + self.refined_e4

    @property
    def residual_e4(self) -> int | None:
        """computed_end - declared_end, which must be 0; None while nothing is declared."""
        return None if self.declared_end_e4 is None else self.computed_end_e4 - self.declared_end_e4


class StatementVersion(NamedTuple):
    """History: a closed period's statement as it was said; a later fact makes a new one, with the reason.

    It never changes once written (design invariant 7); amounts in 0.0001 dry lb.
    """

    account_key: Key
    start: date
    number: int
    on_day: date
    causes: tuple[str, ...]
    beginning_e4: int
    incoming_e4: int
    sold_e4: int
    sold_as_conventional_e4: int
    discarded_e4: int
    refined_e4: int
    computed_end_e4: int
    declared_end_e4: int | None
    carried_e4: int
    version: int


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


class HubDay(NamedTuple):
    """The hub's day: the largest DayOpened so far (model.md 12)."""

    one: int
    day: date


class Shape:
    """What a store needs to know of a kind: the fields of its key, and those of each index."""

    __slots__ = ("indexes", "key", "key_of", "values_of")

    def __init__(self, key: tuple[str, ...], **indexes: tuple[str, ...]) -> None:
        self.key, self.indexes = key, indexes
        self.key_of = _getter(key)
        self.values_of = {name: _getter(names) for name, names in indexes.items()}


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    """Reads the named fields as a tuple, also a single one."""
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda row: (get(row),)


SHAPES: Final[dict[type[Row], Shape]] = {
    Event: Shape(
        ("author_id", "event_id"),
        names=("author_id", "names_event_id"),
        root=("author_id", "root_event_id"),
        alias=("alias_key",),
        ticket=("ticket_key",),
        group=("group_key",),
    ),
    RefusedEvent: Shape(("author_id", "event_id", "body_sha256"), event=("author_id", "event_id")),
    Author: Shape(("author_id",)),
    Organisation: Shape(("organisation_id",)),
    DeclaredPeriod: Shape(("entity_id", "period_id"), entity=("entity_id",)),
    Close: Shape(("entity_id", "period_id"), entity=("entity_id",)),
    Lot: Shape(("lot_key",), farm=("farm_id",)),
    Run: Shape(("crusher_id", "run_id"), yields=("crusher_id", "yield_name"), crusher=("crusher_id",)),
    KnownCi: Shape(("commodity", "ci_e6")),
    Line: Shape(
        ("load_key", "line_no"),
        load=("load_key",),
        debit=("debit_account", "day"),
        credit=("credit_account", "day"),
        depends=("commodity", "depends_ci_e6"),
        flagged=("flagged_account", "flagged_month"),
        blocked=("block_source",),
        group=("sales_group",),
        seller=("seller_id",),
        run=("crush_run_id",),
        buyers_run=("buyers_run_id",),
    ),
    Edge: Shape(
        ("load_key", "line_no", "parent_no"),
        child=("load_key", "line_no"),
        load=("load_key",),
        lot=("lot_key",),
        parent=("parent_load_key",),
    ),
    Holder: Shape(("entity_id",)),
    Account: Shape(("account_key",), entity=("entity_id",)),
    AccountDay: Shape(("account_key", "day"), month=("account_key", "month"), account=("account_key",)),
    ProductDay: Shape(("account_key", "crush_run_id", "crushing_yield_e4", "day"), month=("account_key", "month")),
    ProductStock: Shape(("account_key", "start", "crush_run_id", "crushing_yield_e4"), period=("account_key", "start")),
    Statement: Shape(("account_key", "start")),
    StatementVersion: Shape(("account_key", "start", "number")),
    FarmSales: Shape(("group_key",)),
    SmallDifferences: Shape(("group_key",)),
    Contribution: Shape(("source", "finding_id"), source=("source",), finding=("finding_id",)),
    Finding: Shape(("finding_id",)),
    FindingChange: Shape(("finding_id", "change_no")),
    HubDay: Shape(("one",)),
}
"""Every kind, with its key and the indexes it is found by."""
