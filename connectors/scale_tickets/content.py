"""What rows of tickets say, as plain values."""

import json
from dataclasses import dataclass
from datetime import date

from connectors.base import CellError, Place
from connectors.scale_tickets.cells import Oddity
from connectors.scale_tickets.vocabulary import Program, TicketStatus, Way
from connectors.scale_tickets.weighing import Load

__all__ = ["Buyer", "Content", "Owner", "Party", "TicketRow", "Where"]


@dataclass(frozen=True, slots=True)
class Where:
    """Which ticket a row is part of: numbers are unique per site, scale and season."""

    site_id: str
    sequence: str | None
    ticket: str | None
    season: int

    @property
    def key(self) -> str:
        """The ticket's identity among all of the partner's."""
        return json.dumps([self.site_id, self.sequence, self.ticket, self.season], ensure_ascii=False)

    @property
    def ticket_no(self) -> str | None:
        """The number as messages carry it, with the scale where a site has several."""
        if self.ticket is None or self.sequence is None:
            return self.ticket
        return f"{self.sequence}/{self.ticket}"


@dataclass(frozen=True, slots=True)
class Content:
    """What a row says of its ticket; rows of a split ticket differ in `customer`, `field`, `program` and `share`."""

    direction: Way
    load: Load
    crop_year: int | None
    ci_e6: int | None
    customer: str
    field: str
    program: Program
    share_pct_e6: int | None


@dataclass(frozen=True, slots=True)
class Owner:
    """Who sold a share of a load.

    `field_id` None = conventional. `is_known` False = a code nobody has put a name to: `seller_id` is then
    the partner's own name for it.
    """

    seller_id: str
    field_id: str | None = None
    payee_id: str | None = None
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Buyer:
    """Who bought a load; somebody whose claims the hub does not follow can only buy conventional crop."""

    buyer_id: str
    takes_claims: bool = True


Party = Owner | Buyer


@dataclass(frozen=True, slots=True)
class TicketRow:
    """A row as read: no `content` where its ticket is void, in the yard, left out, or cannot be read."""

    place: Place
    where: Where | None
    day: date | None
    status: TicketStatus | None
    content: Content | None
    party: Party | None
    skip: str | None
    faults: tuple[tuple[str | None, CellError], ...]
    oddities: tuple[Oddity, ...]
