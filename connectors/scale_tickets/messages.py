"""A ticket's messages: what its elevator states of it, one part per other party.

inbound, of a farm with reports     Receipt, the lot named, its CI left to the report
inbound, of a seller without        Receipt, conventional
inbound, of a code without a name   ConventionalMovement, incoming
outbound, to a buyer                Transfer, under the CI stated or conventional
outbound, to a code without a name  ConventionalMovement, outgoing
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from connectors.base import Part
from connectors.scale_tickets.content import Buyer, Content, Owner, Where
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.weighing import Load
from hub.ledger.terms import Direction, Form
from hub.messages import ConventionalMovement, Receipt, Transfer
from hub.messages.movements import Draw, Line

__all__ = ["Papers", "Share", "inbound", "outbound"]

_UNNAMED: Final = "unnamed"
"""Event id of a message until it is decided which one it is."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one owner has of a load."""

    owner: Owner
    amount_e6: int


@dataclass(frozen=True, slots=True)
class Papers:
    """What all messages of a ticket have in common."""

    profile: ScaleTickets
    where: Where
    day: date
    name: str

    def envelope(self) -> dict[str, Any]:
        """Author and place of a message."""
        return {
            "event_id": _UNNAMED,
            "author_id": self.profile.partner,
            "rule_version": self.profile.rule_version,
            "site_id": self.where.site_id,
            "ticket_no": self.where.ticket_no,
            "form": Form.CROP,
        }


def inbound(papers: Papers, content: Content, shares: Sequence[Share]) -> Iterator[Part]:
    """One part per seller, with a line for each of his shares."""
    sellers = dict.fromkeys((share.owner.seller_id, share.owner.is_known) for share in shares)
    for seller_id, is_known in sellers:
        own = [share for share in shares if (share.owner.seller_id, share.owner.is_known) == (seller_id, is_known)]
        if is_known:
            yield _receipt(papers, content, seller_id, own)
        else:
            amount_e6 = sum(share.amount_e6 for share in own)
            yield _movement(papers, content.load, Direction.INCOMING, seller_id, amount_e6)


def _receipt(papers: Papers, content: Content, seller_id: str, shares: Sequence[Share]) -> Part:
    message = Receipt(
        **papers.envelope(),
        seller_id=seller_id,
        buyer_id=papers.profile.partner,
        received_date=papers.day,
        commodity=content.load.commodity,
        lines=tuple(_line(content, share) for share in shares),
    )
    return _part(seller_id, message, content.load, [share.amount_e6 for share in shares])


def _line(content: Content, share: Share) -> Line:
    owner, load = share.owner, content.load
    draws: tuple[Draw, ...] = ()
    if owner.field_id is not None:
        assert content.crop_year is not None, "inbound rows have a crop year"
        draws = (Draw(farm_id=owner.seller_id, crop_year=content.crop_year, field_id=owner.field_id),)
    return Line(
        ci_pending=bool(draws),
        amount_e6=share.amount_e6,
        unit=load.unit,
        moisture_pct_e3=load.moisture_pct_e3,
        draws=draws,
        payee_id=owner.payee_id,
    )


def outbound(papers: Papers, content: Content, buyer: Buyer) -> Part:
    """The sale; to somebody whose claims the hub does not follow it is conventional crop that left."""
    load = content.load
    if not buyer.takes_claims:
        return _movement(papers, load, Direction.OUTGOING, buyer.buyer_id, load.amount_e6)
    line = Line(
        ci_g_co2e_per_bu_e6=content.ci_e6,
        amount_e6=load.amount_e6,
        unit=load.unit,
        moisture_pct_e3=load.moisture_pct_e3,
    )
    message = Transfer(
        **papers.envelope(),
        transfer_id=papers.name,
        seller_id=papers.profile.partner,
        buyer_id=buyer.buyer_id,
        transaction_date=papers.day,
        commodity=load.commodity,
        lines=(line,),
    )
    return _part(buyer.buyer_id, message, load, [load.amount_e6])


def _movement(papers: Papers, load: Load, direction: Direction, party: str, amount_e6: int) -> Part:
    message = ConventionalMovement(
        **papers.envelope(),
        entity_id=papers.profile.partner,
        direction=direction,
        transaction_date=papers.day,
        commodity=load.commodity,
        amount_e6=amount_e6,
        unit=load.unit,
        moisture_pct_e3=load.moisture_pct_e3,
        counterparty_id=party,
    )
    return _part(party, message, load, [amount_e6])


def _part(
    party: str, message: Transfer | Receipt | ConventionalMovement, load: Load, amounts_e6: Sequence[int]
) -> Part:
    wet = sum(load.wet_lb_e4(amount) for amount in amounts_e6)
    return Part(party, message, wet, sum(load.dry_lb_e4(amount) for amount in amounts_e6))
