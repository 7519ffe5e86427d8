"""Every kind of row with its key and the indexes it is found by: all a store needs to know of it."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

from hub.ledger.rows.accounts import Account, AccountDay, ProductDay, ProductStock, Statement, StatementVersion
from hub.ledger.rows.findings import Contribution, FarmSales, Finding, FindingChange, SmallDifferences
from hub.ledger.rows.lines import Edge, Line
from hub.ledger.rows.lots import KnownCi, Lot, Run
from hub.ledger.rows.periods import Close, DeclaredPeriod, Holder
from hub.ledger.rows.registry import Author, Event, HubDay, Organisation, RefusedEvent

__all__ = ["SHAPES", "Row", "Shape"]

Row = tuple[Any, ...]
"""Any kind of row."""


class Shape:
    """What a store needs to know of a kind: the fields of its key, and those of each index."""

    __slots__ = ("indexes", "key", "key_of", "values_of")

    def __init__(self, key: tuple[str, ...], **indexes: tuple[str, ...]) -> None:
        self.key, self.indexes = key, indexes
        self.key_of = _getter(key)
        self.values_of = {name: _getter(names) for name, names in indexes.items()}


def _getter(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    """Reads the named fields as a tuple, also a single one."""
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda row: (get(row),)


SHAPES: Final[dict[type[Row], Shape]] = {
    Event: Shape(
        ("author_id", "event_id"),
        names=("author_id", "names_event_id"),
        root=("author_id", "root_event_id"),
        alias=("alias_key",),
        ticket=("ticket_key",),
        group=("group_key",),
    ),
    RefusedEvent: Shape(("author_id", "event_id", "body_sha256"), event=("author_id", "event_id")),
    Author: Shape(("author_id",)),
    Organisation: Shape(("organisation_id",)),
    DeclaredPeriod: Shape(("entity_id", "period_id"), entity=("entity_id",)),
    Close: Shape(("entity_id", "period_id"), entity=("entity_id",)),
    Lot: Shape(("lot_key",), farm=("farm_id",)),
    Run: Shape(("crusher_id", "run_id"), yields=("crusher_id", "yield_name"), crusher=("crusher_id",)),
    KnownCi: Shape(("commodity", "ci_e6")),
    Line: Shape(
        ("load_key", "line_no"),
        load=("load_key",),
        debit=("debit_account", "day"),
        credit=("credit_account", "day"),
        depends=("commodity", "depends_ci_e6"),
        flagged=("flagged_account", "flagged_month"),
        blocked=("block_source",),
        group=("sales_group",),
        seller=("seller_id",),
        run=("crush_run_id",),
        buyers_run=("buyers_run_id",),
    ),
    Edge: Shape(
        ("load_key", "line_no", "parent_no"),
        child=("load_key", "line_no"),
        load=("load_key",),
        lot=("lot_key",),
        parent=("parent_load_key",),
    ),
    Holder: Shape(("entity_id",)),
    Account: Shape(("account_key",), entity=("entity_id",)),
    AccountDay: Shape(("account_key", "day"), month=("account_key", "month"), account=("account_key",)),
    ProductDay: Shape(("account_key", "crush_run_id", "crushing_yield_e4", "day"), month=("account_key", "month")),
    ProductStock: Shape(("account_key", "start", "crush_run_id", "crushing_yield_e4"), period=("account_key", "start")),
    Statement: Shape(("account_key", "start")),
    StatementVersion: Shape(("account_key", "start", "number")),
    FarmSales: Shape(("group_key",)),
    SmallDifferences: Shape(("group_key",)),
    Contribution: Shape(("source", "finding_id"), source=("source",), finding=("finding_id",)),
    Finding: Shape(("finding_id",)),
    FindingChange: Shape(("finding_id", "change_no")),
    HubDay: Shape(("one",)),
}
"""Every kind, with its key and the indexes it is found by."""
