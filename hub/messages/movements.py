"""What moves crop: sales, receipts, losses, conventional crop, and taking a statement back."""

from datetime import date
from typing import Literal

from hub.ledger.terms import Commodity, Direction, Form, Unit
from hub.messages.base import (
    CorrectableMessage,
    Identifier,
    Int,
    Long,
    Many,
    OrganisationMessage,
    Part,
    Text,
    Word,
)

__all__ = [
    "ConventionalMovement",
    "ConventionalMovementV1",
    "Discard",
    "DiscardV1",
    "Document",
    "Draw",
    "Line",
    "LineV1",
    "Receipt",
    "ReceiptV1",
    "Refined",
    "Reversal",
    "Transfer",
    "TransferV1",
]


class Draw(Part):
    """An amount taken from one lot (2100.032(a)); ``amount_e6`` None = the whole line."""

    farm_id: Identifier
    crop_year: Int
    field_id: Identifier
    amount_e6: Long | None = None
    bfr_id: Identifier | None = None


class LineV1(Part):
    """An amount of crop as stated, with one CI or none (2100.032(a)(1)(i) and (iii))."""

    ci_g_co2e_per_bu_e6: Long | None = None
    ci_pending: bool = False
    as_conventional: bool = False
    amount_e6: Long
    unit: Word[Unit]
    moisture_pct_e3: Long | None = None
    draws: Many[Draw] = ()
    payee_id: Identifier | None = None


class Line(LineV1):
    """An amount of crop or product; oil names the run it was pressed in and its yield (2100.033(b))."""

    crush_run_id: Identifier | None = None
    crusher_id: Identifier | None = None
    crushing_yield_lb_per_std_bu_e4: Long | None = None
    input_dry_lb_e4: Long | None = None


class Document(Part):
    """A document that goes with a message, named by the SHA-256 of its bytes."""

    sha256: Identifier
    kind: Identifier
    media_type: Identifier | None = None
    signer_id: Identifier | None = None


class _Transfer(CorrectableMessage):
    transfer_id: Identifier
    seller_id: Identifier
    buyer_id: Identifier
    transaction_date: date
    site_id: Identifier | None = None
    ticket_no: Identifier | None = None
    commodity: Word[Commodity]


class TransferV1(_Transfer):
    """The seller's statement of a sale (2100.032(a)(1); of a farm, 2100.031(b)). Crop only."""

    form: Literal[Form.CROP]
    lines: Many[LineV1]
    documents: Many[Document] = ()


class Transfer(_Transfer):
    """The seller's statement of a sale (2100.032(a)(1); of a farm, 2100.031(b))."""

    form: Word[Form]
    lines: Many[Line]
    documents: Many[Document] = ()


class _Receipt(CorrectableMessage):
    transfer_id: Identifier | None = None
    seller_id: Identifier
    buyer_id: Identifier
    received_date: date
    transaction_date: date | None = None
    site_id: Identifier | None = None
    ticket_no: Identifier | None = None
    commodity: Word[Commodity]


class ReceiptV1(_Receipt):
    """The buyer's statement of what it received (2100.032(a)(1); of a refiner, 2100.035(b)(1)). Crop only."""

    form: Literal[Form.CROP]
    lines: Many[LineV1]
    documents: Many[Document] = ()


class Receipt(_Receipt):
    """The buyer's statement of what it received (2100.032(a)(1); of a refiner, 2100.035(b)(1))."""

    form: Word[Form]
    lines: Many[Line]
    documents: Many[Document] = ()


class _Discard(CorrectableMessage):
    entity_id: Identifier
    discard_date: date
    commodity: Word[Commodity]


class DiscardV1(_Discard):
    """Crop that left the stock without a sale (2100.034(d)(1)(ii)). Crop only."""

    form: Literal[Form.CROP]
    discard_reason: Text
    lines: Many[LineV1]


class Discard(_Discard):
    """Crop that left the stock without a sale (2100.034(d)(1)(ii))."""

    form: Word[Form]
    discard_reason: Text
    lines: Many[Line]


class Refined(CorrectableMessage):
    """Feedstock a refiner that buys from farms turned into fuel (2100.035(a), 2100.040(f)(2)(ii))."""

    entity_id: Identifier
    refined_date: date
    commodity: Word[Commodity]
    form: Word[Form]
    lines: Many[Line]


class ConventionalMovement(CorrectableMessage):
    """Conventional crop in, out or processed (2100.034(e)), or reduced-CI crop downgraded without a sale."""

    entity_id: Identifier
    direction: Word[Direction]
    transaction_date: date
    commodity: Word[Commodity]
    form: Word[Form]
    amount_e6: Long
    unit: Word[Unit]
    moisture_pct_e3: Long | None = None
    counterparty_id: Identifier | None = None
    from_ci_g_co2e_per_bu_e6: Long | None = None
    draws: Many[Draw] = ()
    site_id: Identifier | None = None
    ticket_no: Identifier | None = None


class ConventionalMovementV1(ConventionalMovement):
    """The first version: crop only."""

    form: Literal[Form.CROP]


class Reversal(OrganisationMessage):
    """Takes an earlier message back; ``reverses_author_id`` None = the author's own (model.md 6)."""

    reverses_event_id: Identifier
    reverses_author_id: Identifier | None = None
    reversed_on: date
    reason: Text
