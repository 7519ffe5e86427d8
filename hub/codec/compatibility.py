"""What a later version of a schema may change, and what fields a schema has.

Stricter than Avro's BACKWARD_TRANSITIVE: a reader of the later version gives every earlier message the same
value in every field it had, and null in the new ones. So nothing may be dropped, renamed or given another
type, not even ``int`` to ``long``, and each new field is a union with null, default null. A scale stands in
the field's name, so it cannot change either.
"""

from collections.abc import Iterator
from typing import Any

__all__ = ["field_paths", "incompatibilities"]

_NO_DEFAULT = object()

_Seen = tuple[dict[str, Any], dict[str, Any]]
"""Named types met so far, of the older and of the newer schema."""


def incompatibilities(older: Any, newer: Any) -> list[str]:
    """Name what keeps ``newer`` from reading all that ``older`` wrote, unchanged; empty if nothing does.

    Args:
        older: a schema parsed by fastavro.
        newer: the later one, parsed too.
    """
    return list(_differences(older, newer, "", ({}, {})))


def field_paths(schema: Any) -> set[str]:
    """The fields of a parsed schema and of its nested records, as ``lines.draws.farm_id``.

    A record inside itself, which only foreign schemas have, is not followed again.
    """
    return set(_paths(schema, "", {}, frozenset()))


def _paths(schema: Any, path: str, seen: dict[str, Any], inside: frozenset[str]) -> Iterator[str]:
    schema = _named(schema, seen)
    if isinstance(schema, list):
        for branch in schema:
            yield from _paths(branch, path, seen, inside)
    elif isinstance(schema, dict) and schema["type"] == "record" and schema["name"] not in inside:
        for field in schema["fields"]:
            place = _join(path, field["name"])
            yield place
            yield from _paths(field["type"], place, seen, inside | {schema["name"]})
    elif isinstance(schema, dict) and "items" in schema:
        yield from _paths(schema["items"], path, seen, inside)


def _differences(older: Any, newer: Any, path: str, seen: _Seen) -> Iterator[str]:
    older, newer = _named(older, seen[0]), _named(newer, seen[1])
    place = path or "the record"
    if isinstance(newer, list):
        yield from _into_union(older if isinstance(older, list) else [older], newer, path, seen)
    elif isinstance(older, dict) and isinstance(newer, dict) and older["type"] == newer["type"]:
        if older.get("logicalType") != newer.get("logicalType"):
            yield f"{place}: another logical type"
        if older.get("name") != newer.get("name"):
            yield f"{place}: another name"
        yield from _inside(older, newer, path, seen)
    elif older != newer:
        yield f"{place}: another type"


def _into_union(older: list[Any], newer: list[Any], path: str, seen: _Seen) -> Iterator[str]:
    for branch in older:
        name = _type_name(branch)
        match = next((other for other in newer if _type_name(other) == name), None)
        if match is None:
            yield f"{path}: {name} is no longer possible"
        else:
            yield from _differences(branch, match, path, seen)


def _inside(older: Any, newer: Any, path: str, seen: _Seen) -> Iterator[str]:
    kind = newer["type"]
    if kind == "enum":
        gone = [symbol for symbol in older["symbols"] if symbol not in newer["symbols"]]
        yield from (f"{path}: symbol {symbol} is gone" for symbol in gone)
    elif kind == "array":
        yield from _differences(older["items"], newer["items"], path, seen)
    elif kind == "record":
        yield from _fields(older, newer, path, seen)


def _fields(older: Any, newer: Any, path: str, seen: _Seen) -> Iterator[str]:
    old = {field["name"]: field for field in older["fields"]}
    new = {field["name"]: field for field in newer["fields"]}
    for name, field in old.items():
        if name in new:
            yield from _differences(field["type"], new[name]["type"], _join(path, name), seen)
        else:
            yield f"{_join(path, name)}: is gone"
    for name, field in new.items():
        if name not in old and not _null_by_default(field):
            yield f"{_join(path, name)}: is new and not a union with null, default null"


def _null_by_default(field: Any) -> bool:
    return isinstance(field["type"], list) and field.get("default", _NO_DEFAULT) is None


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _named(schema: Any, seen: dict[str, Any]) -> Any:
    """The schema itself: a named type is kept when it is defined and looked up where only its name stands."""
    if isinstance(schema, str):
        return seen.get(schema, schema)
    if isinstance(schema, dict) and "name" in schema:
        seen[schema["name"]] = schema
    return schema


def _type_name(schema: Any) -> str:
    """What tells the branches of a union apart: the full name, or the type."""
    return schema if isinstance(schema, str) else str(schema.get("name", schema["type"]))
