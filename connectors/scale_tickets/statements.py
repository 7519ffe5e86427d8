"""The rows of one file as statements, ticket by ticket."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from connectors.base import Part, Statement
from connectors.scale_tickets.content import Buyer, Content, Owner, TicketRow, Where
from connectors.scale_tickets.messages import Papers, Share, inbound, outbound
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.shares import split
from connectors.scale_tickets.tickets import Ticket, share_pct_e6, tickets_of
from hub.messages import canonical_json

__all__ = ["by_ticket", "statements_of"]

_HASH_DIGITS: Final = 16


def by_ticket(rows: Sequence[TicketRow]) -> dict[str, list[TicketRow]]:
    """The rows of each ticket under its key.

    A row without a number has a key made of its content and how often the file has said it so far: a file sent
    again says nothing new, and two equal loads stay two.
    """
    tickets: dict[str, list[TicketRow]] = {}
    said: Counter[str] = Counter()
    for row in rows:
        if row.where is None:
            continue
        key = row.where.key
        if row.where.ticket is None and row.content is not None:
            digest = _digest(row, row.content)
            said[digest] += 1
            key = json.dumps([*json.loads(key), digest, said[digest]], ensure_ascii=False)
        tickets.setdefault(key, []).append(row)
    return tickets


def _digest(row: TicketRow, content: Content) -> str:
    """What a row says in the partner's own words, so that a profile that learns a code changes no key."""
    load = content.load
    said = {
        "day": row.day,
        "direction": content.direction,
        "commodity": load.commodity,
        "amount": [{"e6": load.amount_e6, "unit": load.unit}],
        "moisture": load.moisture_pct_e3,
        "ci": content.ci_e6,
        "customer": content.customer,
        "field": content.field,
        "program": content.program,
    }
    return sha256(canonical_json(said)).hexdigest()[:_HASH_DIGITS]


def statements_of(key: str, rows: Sequence[TicketRow], profile: ScaleTickets) -> Iterator[Statement]:
    """The states of one ticket in the file, nearly always one.

    Raises:
        TicketError: its rows do not fit together.
    """
    for ticket in tickets_of(rows, profile):
        first = ticket.rows[0]
        assert first.where is not None, "rows without a place are in no ticket"
        assert first.day is not None, "where a place is, there is a day"
        name = _name(first.where, key)
        papers = Papers(profile, first.where, first.day, name)
        yield Statement(
            key=key,
            name=name,
            label=f"ticket {first.where.ticket_no or 'without number'} at {first.where.site_id}",
            day=first.day,
            places=tuple(sorted(row.place for row in ticket.rows)),
            parts=() if ticket.is_void else tuple(_parts(ticket, papers)),
            repeats=ticket.repeats,
        )


def _name(where: Where, key: str) -> str:
    """The key for people: in event ids, and as the transfer's own id."""
    number = where.ticket_no
    if number is None:
        number = "-".join(["no-number", *(str(part) for part in json.loads(key)[4:])])
    return f"{where.site_id}/{number}/{where.season}"


def _parts(ticket: Ticket, papers: Papers) -> Iterator[Part]:
    content, party = ticket.contents[0], ticket.rows[0].party
    if isinstance(party, Buyer):
        yield outbound(papers, content, party)
        return
    amounts_e6 = split(content.load.amount_e6, [share_pct_e6(row) for row in ticket.rows])
    owners = [row.party for row in ticket.rows]
    shares = [
        Share(owner, amount_e6) for owner, amount_e6 in zip(owners, amounts_e6, strict=True) if isinstance(owner, Owner)
    ]
    assert len(shares) == len(owners), "rows of one ticket go one way"
    yield from inbound(papers, content, shares)
