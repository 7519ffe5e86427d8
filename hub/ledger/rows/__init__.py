"""The kinds of rows the books are made of; the store and the memory keep them, the ledger alone writes them.

Each kind is a named tuple (made and compared six times as fast as a frozen dataclass, and the books make millions);
`SHAPES` has its key and indexes, which is all a store needs to know. What a row says is a function of the accepted
facts and the hub's day, save where its docstring says "history".
"""

from hub.ledger.rows.accounts import Account, AccountDay, ProductDay, ProductStock, Statement, StatementVersion
from hub.ledger.rows.findings import Contribution, FarmSales, Finding, FindingChange, SmallDifferences
from hub.ledger.rows.lines import Edge, Line, Pool
from hub.ledger.rows.lots import KnownCi, Lot, Run
from hub.ledger.rows.periods import Close, DeclaredPeriod, Holder
from hub.ledger.rows.registry import Author, Event, HubDay, Organisation, RefusedEvent
from hub.ledger.rows.shapes import SHAPES, Row, Shape

__all__ = [
    "SHAPES",
    "Account",
    "AccountDay",
    "Author",
    "Close",
    "Contribution",
    "DeclaredPeriod",
    "Edge",
    "Event",
    "FarmSales",
    "Finding",
    "FindingChange",
    "Holder",
    "HubDay",
    "KnownCi",
    "Line",
    "Lot",
    "Organisation",
    "Pool",
    "ProductDay",
    "ProductStock",
    "RefusedEvent",
    "Row",
    "Run",
    "Shape",
    "SmallDifferences",
    "Statement",
    "StatementVersion",
]
