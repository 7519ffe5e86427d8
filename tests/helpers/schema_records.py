"""Generated records of any locked schema, made from the schema alone and not from the models."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from hub.codec.lock import LockedSchema, locked_schemas

__all__ = ["records", "schemas"]

_INSTANTS = st.integers(-(10**12), 10**13).map(
    lambda milliseconds: datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
)
_TEXT = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), min_size=1, max_size=100)
_PRIMITIVES: dict[str, st.SearchStrategy[Any]] = {
    "string": _TEXT,
    "boolean": st.booleans(),
    "int": st.integers(-(2**31), 2**31 - 1),
    "long": st.integers(-(2**63), 2**63 - 1),
    "null": st.none(),
}


def schemas() -> st.SearchStrategy[LockedSchema]:
    """Any locked schema."""
    return st.sampled_from(locked_schemas().schemas)


def records(schema: LockedSchema) -> st.SearchStrategy[dict[str, Any]]:
    """Any record the schema can write and the wire's limits allow."""
    return _of(schema.parsed, {})


def _of(node: Any, named: dict[str, Any]) -> st.SearchStrategy[Any]:
    if isinstance(node, list):
        return st.one_of([_of(branch, named) for branch in node])
    if isinstance(node, str):
        return _PRIMITIVES[node] if node in _PRIMITIVES else _of(named[node], named)
    if "name" in node:
        named[node["name"]] = node
    if node["type"] == "record":
        return st.fixed_dictionaries({field["name"]: _of(field["type"], named) for field in node["fields"]})
    if node["type"] == "enum":
        return st.sampled_from(node["symbols"])
    if node["type"] == "array":
        return st.lists(_of(node["items"], named), max_size=3)
    return st.dates() if node["logicalType"] == "date" else _INSTANTS
