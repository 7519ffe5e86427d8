"""A partner's profile: how its scale house writes tickets, and whom its codes mean.

Each setting is described where it stands. A profile is fixed per partner; nothing is guessed cell by cell.
"""

from typing import Annotated, Any

from pydantic import Field, model_validator

from connectors.base import Profile
from connectors.scale_tickets.figures import PctE3
from connectors.scale_tickets.trade import Customer, Moisture, Unlisted, Weights
from connectors.scale_tickets.vocabulary import Lookup, Program, TicketStatus, Way
from connectors.scale_tickets.writing import Columns, Dates, ExportStamp, FileFormat, Numbers, Tickets
from hub.ledger.terms import Commodity
from hub.messages.base import Identifier, Word

__all__ = ["ScaleTickets"]

_SITE_LENGTH_MAX = 40  # with scale, ticket and season it must fit an event id


class ScaleTickets(Profile):
    """Profile of a partner's scale tickets."""

    file: FileFormat = Field(default_factory=FileFormat, description="How the file is written.")
    numbers: Numbers = Field(default_factory=Numbers, description="How figures are written.")
    columns: Columns = Field(description="Which columns are read.")
    dates: Dates = Field(description="How days are written.")
    tickets: Tickets = Field(default_factory=Tickets, description="How ticket numbers are written.")
    site: Lookup[Annotated[Identifier, Field(max_length=_SITE_LENGTH_MAX)]] = Field(
        description="The partner's sites, by the hub's site ids."
    )
    direction: Lookup[Word[Way]] = Field(description="Words for in and out.")
    status: Lookup[Word[TicketStatus]] = Field(
        default_factory=lambda: Lookup[Word[TicketStatus]](fixed=TicketStatus.POSTED),
        description="Words for posted, in_yard and void.",
    )
    commodity: Lookup[Word[Commodity]] = Field(description="Words for the crops.")
    program: Lookup[Word[Program]] = Field(
        default_factory=lambda: Lookup[Word[Program]](fixed=Program.REDUCED),
        description="Words for reduced and conventional, where a column says it.",
    )
    weights: Weights = Field(description="What the scale weighs.")
    moisture: Moisture = Field(default_factory=Moisture, description="How moisture is written.")
    share_sum_tolerance_pct: PctE3 = Field(default=10, description="How far the shares of a ticket may miss 100 %.")
    customers: dict[str, Customer] = Field(description="The partner's customer codes.")
    unlisted: Word[Unlisted] = Field(
        default=Unlisted.ERROR, description="What a customer or field code means that is not listed."
    )
    export_stamp: ExportStamp | None = Field(default=None, description="When a file was exported.")

    @model_validator(mode="after")
    def _fits_together(self) -> "ScaleTickets":
        self._check_words_have_columns()
        self._check_weights()
        self._check_customers()
        return self

    def _check_words_have_columns(self) -> None:
        for name, lookup in self._lookups().items():
            column = getattr(self.columns, name)
            if lookup.fixed is None and column is None:
                raise ValueError(f"columns.{name} is missing: its words have no column")
            if lookup.fixed is not None and column is not None:
                raise ValueError(f"columns.{name} is read although {name} is fixed: say what its words mean")

    def _lookups(self) -> dict[str, Lookup[Any]]:
        """What is told by words, by the name of its column."""
        return {
            "site": self.site,
            "direction": self.direction,
            "status": self.status,
            "commodity": self.commodity,
            "program": self.program,
            "unit": self.weights.unit,
        }

    def _check_weights(self) -> None:
        columns = self.columns
        if columns.net is None and (columns.gross is None or columns.tare is None) and columns.shrunk_bushels is None:
            raise ValueError("columns: net, or gross and tare, or shrunk_bushels is needed")
        if columns.share is not None and columns.ticket is None:
            raise ValueError("columns.share needs columns.ticket: shares are gathered by ticket")

    def _check_customers(self) -> None:
        for code, customer in self.customers.items():
            operator = customer.under_report_of
            if operator is not None and (operator not in self.customers or self.customers[operator].farm is None):
                raise ValueError(f"customers.{code}.under_report_of: {operator!r} is no farm among the customers")
