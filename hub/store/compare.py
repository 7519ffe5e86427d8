"""Live books against scratch books, table by table (design invariants 2 and 3).

Not compared is what is history: version numbers, the changes of findings, and findings that are neither open nor a
gap cured late. FINAL and RELIABLE count as equal.
"""

from dataclasses import dataclass
from typing import Any, Final

from psycopg import sql

from hub.ledger.rows import (
    SHAPES,
    Contribution,
    Finding,
    FindingChange,
    Line,
    Row,
    Statement,
    StatementVersion,
)
from hub.store.connection import Connection
from hub.store.scratch import SCRATCH
from hub.store.tables import TABLES

__all__ = ["Difference", "differences"]

_SHOWN: Final = 5
_HISTORY: Final[tuple[type[Row], ...]] = (FindingChange, StatementVersion)
_LEFT_OUT: Final[dict[type[Row], tuple[str, ...]]] = {
    Line: ("version",),
    Statement: ("versions",),
    Finding: ("version", "changes", "episode", "reason", "opened_on", "changed_on"),
}
_KEPT: Final[dict[type[Row], str]] = {
    Finding: "status IN ('open', 'cleared_late') AND code <> 'A_PERIOD_RESTATED'",
    Contribution: "code <> 'A_PERIOD_RESTATED'",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """Rows of one table that only one side has; `live` and `rebuilt` show the first few."""

    table: str
    count: int
    live: list[str]
    rebuilt: list[str]


def differences(connection: Connection) -> list[Difference]:
    """Every table that differs; empty = the books are equal."""
    live = connection.execute("SELECT current_schema()").fetchone()
    assert live is not None
    kinds = [kind for kind in SHAPES if kind not in _HISTORY]
    found = [_difference(connection, kind, live[0]) for kind in kinds]
    return [difference for difference in found if difference is not None]


def _difference(connection: Connection, kind: type[Row], live: str) -> Difference | None:
    only_live = _only_in(connection, kind, live, SCRATCH)
    only_rebuilt = _only_in(connection, kind, SCRATCH, live)
    if not only_live and not only_rebuilt:
        return None
    count = len(only_live) + len(only_rebuilt)
    return Difference(TABLES[kind].name, count, only_live[:_SHOWN], only_rebuilt[:_SHOWN])


def _only_in(connection: Connection, kind: type[Row], one: str, other: str) -> list[str]:
    """The rows of a table that the other schema's lacks, as text."""
    query = sql.SQL("SELECT row_to_json(one_sided)::text FROM ({} EXCEPT ALL {}) AS one_sided").format(
        _select(kind, one), _select(kind, other)
    )
    return [text for (text,) in connection.execute(query)]


def _select(kind: type[Row], schema: str) -> sql.Composed:
    names = [column.name for column in TABLES[kind].columns if column.name not in _LEFT_OUT.get(kind, ())]
    columns = sql.SQL(", ").join(_column(name) for name in names)
    table = sql.Identifier(schema, TABLES[kind].name)
    where: Any = sql.SQL(_KEPT.get(kind, "true"))
    return sql.SQL("SELECT {} FROM {} WHERE {}").format(columns, table, where)


def _column(name: str) -> sql.Composable:
    if name != "state":
        return sql.Identifier(name)
    return sql.SQL("CASE WHEN state = 'FINAL' THEN 'RELIABLE' ELSE state END AS state")
