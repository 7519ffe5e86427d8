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

__all__ = ["ConventionalMovement", "Discard", "Document", "Draw", "Line", "Receipt", "Reversal", "Transfer"]


class Draw(Part):
    """An amount taken from one lot (2100.032(a)); ``amount_e6`` None = the whole line."""

    farm_id: Identifier
    crop_year: Int
    field_id: Identifier
    amount_e6: Long | None = None
    bfr_id: Identifier | None = None


class Line(Part):
    """An amount as stated, with one CI or none (2100.032(a)(1)(i) and (iii))."""

    ci_g_co2e_per_bu_e6: Long | None = None
    ci_pending: bool = False
    as_conventional: bool = False
    amount_e6: Long
    unit: Word[Unit]
    moisture_pct_e3: Long | None = None
    draws: Many[Draw] = ()
    payee_id: Identifier | None = None


class Document(Part):
    """A document that goes with a message, named by the SHA-256 of its bytes."""

    sha256: Identifier
    kind: Identifier
    media_type: Identifier | None = None
    signer_id: Identifier | None = None


class Transfer(CorrectableMessage):
    """The seller's statement of a sale (2100.032(a)(1); of a farm, 2100.031(b))."""

    transfer_id: Identifier
    seller_id: Identifier
    buyer_id: Identifier
    transaction_date: date
    site_id: Identifier | None = None
    ticket_no: Identifier | None = None
    commodity: Word[Commodity]
    form: Literal[Form.CROP]
    lines: Many[Line]
    documents: Many[Document] = ()


class Receipt(CorrectableMessage):
    """The buyer's statement of what it received (2100.032(a)(1); of a refiner, 2100.035(b)(1))."""

    transfer_id: Identifier | None = None
    seller_id: Identifier
    buyer_id: Identifier
    received_date: date
    transaction_date: date | None = None
    site_id: Identifier | None = None
    ticket_no: Identifier | None = None
    commodity: Word[Commodity]
    form: Literal[Form.CROP]
    lines: Many[Line]
    documents: Many[Document] = ()


class Discard(CorrectableMessage):
    """Crop that left the stock without a sale (2100.034(d)(1)(ii))."""

    entity_id: Identifier
    discard_date: date
    commodity: Word[Commodity]
    form: Literal[Form.CROP]
    discard_reason: Text
    lines: Many[Line]


class ConventionalMovement(CorrectableMessage):
    """Conventional crop in, out or processed (2100.034(e)), or reduced-CI crop downgraded without a sale."""

    entity_id: Identifier
    direction: Word[Direction]
    transaction_date: date
    commodity: Word[Commodity]
    form: Literal[Form.CROP]
    amount_e6: Long
    unit: Word[Unit]
    moisture_pct_e3: Long | None = None
    counterparty_id: Identifier | None = None
    from_ci_g_co2e_per_bu_e6: Long | None = None
    draws: Many[Draw] = ()
    site_id: Identifier | None = None
    ticket_no: Identifier | None = None


class Reversal(OrganisationMessage):
    """Takes an earlier message back; ``reverses_author_id`` None = the author's own (model.md 6)."""

    reverses_event_id: Identifier
    reverses_author_id: Identifier | None = None
    reversed_on: date
    reason: Text
