"""Amounts under a claim on their way from one holder to another, and what each draws on."""

from datetime import date
from typing import NamedTuple

from hub.ledger.keys import Key
from hub.ledger.terms import Claim, Commodity, Flow, Form, ReportState, State

__all__ = ["Edge", "Line", "Pool"]

Pool = tuple[str | None, int | None] | None
"""What amounts of one account are fungible with each other: its crop (None), or the product of one run and yield."""


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
