"""Mass balance time periods: their definition beforehand and their close with declared stocks (2100.034)."""

from datetime import date
from typing import Literal

from hub.ledger.terms import Commodity, Form
from hub.messages.base import (
    CorrectableMessage,
    Identifier,
    Long,
    Many,
    OrganisationMessage,
    Part,
    Text,
    Word,
)
from hub.messages.movements import Document

__all__ = [
    "ConventionalTotal",
    "PeriodClose",
    "PeriodCloseV1",
    "PeriodDeclaration",
    "PhysicalStock",
    "PhysicalStockV1",
    "Stock",
    "StockV1",
]


class PeriodDeclaration(CorrectableMessage):
    """One period, half-open, defined by its entity (2100.034(b))."""

    entity_id: Identifier
    period_id: Identifier
    start_date: date
    end_date_exclusive: date
    declared_on: date
    timezone: Identifier


class Stock(Part):
    """Declared stock of one CI and form by the holder's own books, in 0.0001 dry lb (2100.034(d)(1)(iii))."""

    commodity: Word[Commodity]
    ci_g_co2e_per_bu_e6: Long
    form: Word[Form]
    declared_ending_stored_dry_lb_e4: Long
    declared_beginning_stored_dry_lb_e4: Long | None = None


class StockV1(Stock):
    """The first version: crop only."""

    form: Literal[Form.CROP]


class PhysicalStock(Part):
    """Measured stock of one commodity and form over all CIs and conventional, in 0.0001 dry lb."""

    commodity: Word[Commodity]
    form: Word[Form]
    measured_stored_dry_lb_e4: Long
    measured_on: date | None = None


class PhysicalStockV1(PhysicalStock):
    """The first version: crop only."""

    form: Literal[Form.CROP]


class ConventionalTotal(Part):
    """Conventional crop in and out over the period, in 0.0001 dry lb (2100.034(e))."""

    commodity: Word[Commodity]
    incoming_dry_lb_e4: Long
    outgoing_dry_lb_e4: Long


class PeriodClose(OrganisationMessage):
    """A period's close with the declared stocks; a later one of the same period is its next revision."""

    entity_id: Identifier
    period_id: Identifier
    closed_on: date
    reason: Text | None = None
    stocks: Many[Stock]
    physical_stocks: Many[PhysicalStock] = ()
    conventional_totals: Many[ConventionalTotal] = ()
    documents: Many[Document] = ()


class PeriodCloseV1(PeriodClose):
    """The first version: crop only."""

    stocks: Many[StockV1]
    physical_stocks: Many[PhysicalStockV1] = ()
