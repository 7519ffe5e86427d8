"""Accounts and product lots, by day and by period, and the statements made of them."""

from datetime import date
from typing import NamedTuple

from hub.ledger.keys import Key
from hub.ledger.terms import Commodity

__all__ = ["Account", "AccountDay", "ProductDay", "ProductStock", "Statement", "StatementVersion"]


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
