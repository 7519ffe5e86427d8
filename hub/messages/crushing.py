"""Crush runs: crop pressed into a product that carries its claim (2100.033(a))."""

from datetime import date

from hub.ledger.terms import Commodity, Product, Unit
from hub.messages.base import CorrectableMessage, Identifier, Long, Many, Part, Word
from hub.messages.movements import Document, Draw

__all__ = ["Allocation", "CrushInput", "CrushRun"]


class CrushInput(Part):
    """Crop crushed under one CI, or conventional (2100.033(a)(1))."""

    ci_g_co2e_per_bu_e6: Long | None = None
    amount_e6: Long
    unit: Word[Unit]
    moisture_pct_e3: Long | None = None
    draws: Many[Draw] = ()


class Allocation(Part):
    """Product of the run that belongs to one CI (2100.033(a)(2))."""

    ci_g_co2e_per_bu_e6: Long | None = None
    product_amount_e6: Long


class CrushRun(CorrectableMessage):
    """What went in under each CI, the yield, and what each CI got (2100.033(a))."""

    run_id: Identifier
    entity_id: Identifier
    owner_id: Identifier | None = None
    run_date: date
    commodity: Word[Commodity]
    inputs: Many[CrushInput]
    product: Word[Product]
    product_amount_e6: Long
    product_unit: Word[Unit]
    crushing_yield_lb_per_std_bu_e4: Long
    yield_id: Identifier | None = None
    allocations: Many[Allocation] = ()
    documents: Many[Document] = ()
