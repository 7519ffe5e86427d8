"""What organisations state, as frozen values; amounts are integers with their scale in the name (design D4).

A `Fact` is one accepted message: who stated it under which id, what it names if it corrects or reverses, and its
body. Bodies mirror the messages but hold only what the books need.
"""

from dataclasses import dataclass
from datetime import date

from hub.ledger.terms import Commodity, Direction, Form, LotLink, Product, Role, RuleVersion, Unit

__all__ = [
    "Allocation",
    "Body",
    "ConventionalMovement",
    "CrushRun",
    "DayOpened",
    "Discard",
    "Draw",
    "Fact",
    "Movement",
    "OrganisationRegistered",
    "PeriodClose",
    "PeriodDeclaration",
    "PhysicalStock",
    "Receipt",
    "Refined",
    "Report",
    "ReportRow",
    "Reversal",
    "StatedLine",
    "Stock",
    "Transfer",
]


@dataclass(frozen=True, slots=True)
class Draw:
    """The lot a line takes from; `amount_e6` in the line's unit, None = the whole line."""

    farm_id: str
    crop_year: int
    field_id: str
    amount_e6: int | None = None


@dataclass(frozen=True, slots=True)
class StatedLine:
    """One amount under one claim, as its author stated it (2100.032(a)(1)).

    `ci_e6` is g CO2e per bushel in 0.000001; None with `ci_pending` waits for the lot's report, None without it is
    conventional crop. `as_conventional` sells reduced-CI crop without its claim (domain.md 3.5 #26). A line of oil
    names the run it was pressed in and that run's yield (2100.033(b)); `crusher_id` None = the line's seller.
    """

    ci_e6: int | None
    amount_e6: int
    unit: Unit
    moisture_pct_e3: int | None
    ci_pending: bool = False
    as_conventional: bool = False
    draws: tuple[Draw, ...] = ()
    payee_id: str | None = None
    crush_run_id: str | None = None
    crusher_id: str | None = None
    crushing_yield_e4: int | None = None
    input_dry_lb_e4: int | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """The seller's statement of a sale; `transaction_date` is the transfer of title (domain.md 3.5 #10)."""

    transfer_id: str
    seller_id: str
    buyer_id: str
    transaction_date: date
    commodity: Commodity
    form: Form
    lines: tuple[StatedLine, ...]
    site_id: str | None = None
    ticket_no: str | None = None

    @property
    def day(self) -> date:
        """The date that decides the period."""
        return self.transaction_date


@dataclass(frozen=True, slots=True)
class Receipt:
    """The buyer's statement; without a seller's statement it is a farm's sale itself (model.md 7)."""

    seller_id: str
    buyer_id: str
    received_date: date
    commodity: Commodity
    form: Form
    lines: tuple[StatedLine, ...]
    transfer_id: str | None = None
    transaction_date: date | None = None
    site_id: str | None = None
    ticket_no: str | None = None

    @property
    def day(self) -> date:
        """The buyer's own date of the transaction, else the day the load came."""
        return self.received_date if self.transaction_date is None else self.transaction_date


@dataclass(frozen=True, slots=True)
class Discard:
    """Feedstock discarded or wasted, at its own moisture (2100.034(d)(1)(ii))."""

    entity_id: str
    day: date
    commodity: Commodity
    form: Form
    discard_reason: str
    lines: tuple[StatedLine, ...]


@dataclass(frozen=True, slots=True)
class Refined:
    """Feedstock a refiner that buys from farms turned into fuel (2100.035(a), domain.md 3.5 #27)."""

    entity_id: str
    day: date
    commodity: Commodity
    form: Form
    lines: tuple[StatedLine, ...]


@dataclass(frozen=True, slots=True)
class Allocation:
    """The product one CI got of a run, in 0.000001 of the run's product unit; CI None = conventional."""

    ci_e6: int | None
    product_amount_e6: int


@dataclass(frozen=True, slots=True)
class CrushRun:
    """Crop pressed into a product (2100.033(a)); `lines` are the inputs, one per CI and moisture.

    `crushing_yield_e4` is lb of product per standard bushel in 0.0001; with `yield_id` it is set for a longer time
    than the run (domain.md 3.5 #21). `owner_id` is whose crop it is where the crusher works for toll (#43). Without
    `allocations` the product is shared out by the yield (3.3).
    """

    run_id: str
    entity_id: str
    run_date: date
    commodity: Commodity
    lines: tuple[StatedLine, ...]
    product: Product
    product_amount_e6: int
    product_unit: Unit
    crushing_yield_e4: int
    yield_id: str | None = None
    owner_id: str | None = None
    allocations: tuple[Allocation, ...] = ()

    @property
    def day(self) -> date:
        """The date that decides the period."""
        return self.run_date

    @property
    def form(self) -> Form:
        """What goes in."""
        return Form.CROP

    @property
    def owner(self) -> str:
        """Whose crop is pressed, and whose the product is."""
        return self.owner_id or self.entity_id


@dataclass(frozen=True, slots=True)
class ConventionalMovement:
    """Conventional crop in, out or processed (2100.034(e)); a line with `ci_e6` is a holder's own downgrade."""

    entity_id: str
    direction: Direction
    day: date
    commodity: Commodity
    form: Form
    line: StatedLine
    counterparty_id: str | None = None

    @property
    def lines(self) -> tuple[StatedLine, ...]:
        """Its only line, for whoever reads movements alike."""
        return (self.line,)


@dataclass(frozen=True, slots=True)
class PeriodDeclaration:
    """A period announced by its holder (2100.034(b)); `timezone` only turns instants into dates."""

    entity_id: str
    period_id: str
    start: date
    end_exclusive: date
    declared_on: date
    timezone: str


@dataclass(frozen=True, slots=True)
class Stock:
    """Declared stock of one CI and form in 0.0001 dry lb: the holder's own books (domain.md 3.1)."""

    commodity: Commodity
    ci_e6: int
    form: Form
    ending_dry_lb_e4: int
    beginning_dry_lb_e4: int | None = None


@dataclass(frozen=True, slots=True)
class PhysicalStock:
    """Measured stock of one commodity and form over all CIs and conventional, in 0.0001 dry lb (domain.md 3.1).

    `measured_on` None = the period's last day.
    """

    commodity: Commodity
    form: Form
    measured_dry_lb_e4: int
    measured_on: date | None = None


@dataclass(frozen=True, slots=True)
class PeriodClose:
    """The holder's statement at a period's end; a later one for the same period is its next revision."""

    entity_id: str
    period_id: str
    closed_on: date
    stocks: tuple[Stock, ...]
    physical: tuple[PhysicalStock, ...] = ()


@dataclass(frozen=True, slots=True)
class Reversal:
    """Takes an event back; `reverses_author_id` None = the author's own."""

    reverses_event_id: str
    reversed_on: date
    reverses_author_id: str | None = None


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One field of a Biofuel Feedstock Report: its CI and, as cap, its harvest in standard bushels."""

    field_id: str
    ci_e6: int
    harvested_std_bu_e4: int


@dataclass(frozen=True, slots=True)
class Report:
    """A Biofuel Feedstock Report as the books read it (2100.031(e)); v1 rows carry the farm-level CI."""

    bfr_id: str
    version: int
    rule_version: RuleVersion
    farm_id: str
    commodity: Commodity
    crop_year: int
    signed_date: date
    rows: tuple[ReportRow, ...]


@dataclass(frozen=True, slots=True)
class OrganisationRegistered:
    """The registry's entry of an organisation, stated by the hub; a later one replaces it (model.md 12)."""

    organisation_id: str
    roles: tuple[Role, ...]
    books_here: bool
    lot_link: LotLink
    outbox: str | None = None
    """Its own input topic; None = it speaks through the gateway (design D5)."""


@dataclass(frozen=True, slots=True)
class DayOpened:
    """The hub's day; the largest one counts (model.md 12)."""

    day: date


Movement = Transfer | Receipt | Discard | Refined | CrushRun | ConventionalMovement
"""Statements that move dry weight."""

Body = Movement | PeriodDeclaration | PeriodClose | Reversal | Report | OrganisationRegistered | DayOpened


@dataclass(frozen=True, slots=True)
class Fact:
    """One message on its way into the books.

    `names` is the event it corrects or reverses; `stated_on` dates that correction or reversal, so that what waits
    for 14 days waits by a date in the message, not by the hour it arrived.
    """

    author_id: str
    event_id: str
    body: Body
    filed_by: str | None = None
    names: str | None = None
    stated_on: date | None = None
    reason: str | None = None

    @property
    def kind(self) -> str:
        """The type of the body, as the books index it."""
        return type(self.body).__name__

    @property
    def is_correction(self) -> bool:
        """Whether it replaces the content of another event."""
        return self.names is not None and not isinstance(self.body, Reversal)
