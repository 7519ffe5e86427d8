"""What makes two statements the same document, the same ticket, or parts of the same load (model.md 1-4).

A load is what one scale ticket, or without a ticket one transfer_id, speaks of: the seller's and the buyer's
statements about it meet under one key.
"""

from hub.ledger.facts import (
    Body,
    ConventionalMovement,
    CrushRun,
    Discard,
    PeriodClose,
    Receipt,
    Refined,
    Report,
    Transfer,
)
from hub.ledger.keys import Key, digest

__all__ = ["alias_key", "group_key", "ticket_key"]


def alias_key(body: Body) -> Key | None:
    """The document a statement is (a transfer, a run, a report version) or refers to (a receipt's transfer)."""
    if isinstance(body, Transfer | Receipt) and body.transfer_id is not None:
        return digest("transfer", body.seller_id, body.transfer_id)
    if isinstance(body, CrushRun):
        return digest("run", body.entity_id, body.run_id)
    if isinstance(body, Report):
        return digest("bfr", body.farm_id, body.bfr_id, body.version)
    return None


def ticket_key(body: Body) -> Key | None:
    """The scale ticket a statement books; a second use by the same author is E_DUP_TICKET (model.md 2)."""
    if not isinstance(body, Transfer | Receipt) or body.ticket_no is None:
        return None
    kind = type(body).__name__
    return digest("ticket", kind, body.seller_id, body.buyer_id, body.site_id, body.ticket_no, body.day)


def group_key(fact_author: str, root_event_id: str, body: Body) -> Key | None:
    """What a statement is judged with, as far as it says so itself; a receipt may follow its transfer instead."""
    if isinstance(body, Transfer | Receipt):
        return _load_key(body) or digest("load of event", fact_author, root_event_id)
    if isinstance(body, Discard | Refined | CrushRun | ConventionalMovement):
        return digest("movement", fact_author, root_event_id)
    if isinstance(body, PeriodClose):
        return digest("closes", body.entity_id, body.period_id)
    if isinstance(body, Report):
        return digest("reports", body.farm_id, body.commodity, body.crop_year)
    return None


def _load_key(body: Transfer | Receipt) -> Key | None:
    if body.ticket_no is not None:
        place = (body.commodity, body.site_id, body.ticket_no, body.day.year)
        return digest("load of ticket", body.seller_id, body.buyer_id, *place)
    if body.transfer_id is not None:
        return digest("load of transfer", body.seller_id, body.transfer_id)
    return None
