"""The hub's own facts: which organisations there are, and which day it is ."""

from datetime import date

from hub.ledger.terms import LotLink, Role
from hub.messages.base import Identifier, Many, Message, Text, Word

__all__ = ["DayOpened", "OrganisationRegistered"]


class OrganisationRegistered(Message):
    """The registry's entry of an organisation; a later one replaces it (2100.010, 2100.032(a)(2))."""

    organisation_id: Identifier
    name: Text
    roles: Many[Word[Role]]
    books_here: bool
    lot_link: Word[LotLink]
    outbox: Text | None = None
    registered_on: date


class DayOpened(Message):
    """The hub's calendar day begins; the largest day ever opened counts."""

    day: date
