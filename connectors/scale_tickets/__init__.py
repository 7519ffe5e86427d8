"""Scale tickets of elevators and crushers, from CSV files through a profile per partner."""

from connectors.base import Connector
from connectors.scale_tickets.client import read
from connectors.scale_tickets.mapping import map_sheet
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.sheet import Sheet

__all__ = ["CONNECTOR"]

CONNECTOR: Connector[ScaleTickets, Sheet] = Connector("scale_tickets", ScaleTickets, read, map_sheet)
"""What the entry point `scale_tickets` of the group `hub.connectors` names."""
