"""What a later version may not change is named with its place."""

import copy
from collections.abc import Callable
from typing import Any

import fastavro
import pytest

from hub.codec.compatibility import field_paths, incompatibilities

OLD: dict[str, Any] = {
    "type": "record",
    "name": "Move",
    "fields": [
        {"name": "amount_e3", "type": "long"},
        {"name": "note", "type": ["null", "string"], "default": None},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "unit", "type": {"type": "enum", "name": "Unit", "symbols": ["lb", "kg"]}},
        {
            "name": "lines",
            "type": {
                "type": "array",
                "items": {"type": "record", "name": "Line", "fields": [{"name": "unit", "type": "Unit"}]},
            },
        },
    ],
}


def changed(change: Callable[[dict[str, Any]], object]) -> Any:
    """The old schema after a change, parsed."""
    schema = copy.deepcopy(OLD)
    change(schema)
    return fastavro.parse_schema(schema)


def field(schema: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(field for field in schema["fields"] if field["name"] == name)
    return found


def lines(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = field(schema, "lines")["type"]["items"]
    return found


NULL_STRING = {"name": "extra", "type": ["null", "string"], "default": None}

ALLOWED: dict[str, Callable[[dict[str, Any]], object]] = {
    "nothing": lambda _: None,
    "a text for people": lambda schema: schema.update(doc="new"),
    "a new field that is null by default": lambda schema: schema["fields"].append(NULL_STRING),
    "a new field in a nested record": lambda schema: lines(schema)["fields"].append(NULL_STRING),
    "a new enum symbol": lambda schema: field(schema, "unit")["type"]["symbols"].append("tonne"),
    "a field that may be null now": lambda schema: field(schema, "amount_e3").update(type=["null", "long"]),
    "an optional field with more types": lambda schema: field(schema, "note").update(type=["null", "string", "long"]),
}
REFUSED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "dropped": (lambda schema: schema["fields"].pop(0), "amount_e3: is gone"),
    "renamed": (lambda schema: field(schema, "amount_e3").update(name="amount_e6"), "amount_e3: is gone"),
    "narrower": (lambda schema: field(schema, "amount_e3").update(type="int"), "amount_e3: another type"),
    "wider": (lambda schema: field(schema, "amount_e3").update(type="double"), "amount_e3: another type"),
    "tightened": (
        lambda schema: field(schema, "note").update(type="string", default=""),
        "note: another type",
    ),
    "other branch": (
        lambda schema: field(schema, "note").update(type=["null", "long"]),
        "note: string is no longer",
    ),
    "logical type": (lambda schema: field(schema, "day").update(type="int"), "day: another type"),
    "symbol": (lambda schema: field(schema, "unit")["type"]["symbols"].pop(), "unit: symbol kg is gone"),
    "enum name": (lambda schema: lines(schema).update(name="Row"), "lines: another name"),
    "nested": (lambda schema: lines(schema).update(fields=[]), "lines.unit: is gone"),
    "required": (
        lambda schema: schema["fields"].append({"name": "extra", "type": "string"}),
        "extra: is new and not a union with null",
    ),
    "defaulted": (
        lambda schema: schema["fields"].append({"name": "extra", "type": "string", "default": ""}),
        "extra: is new and not a union with null",
    ),
    "no default": (
        lambda schema: schema["fields"].append({"name": "extra", "type": ["null", "string"]}),
        "extra: is new and not a union with null",
    ),
    "not a record": (lambda schema: schema.update(type="enum", symbols=["A"]), "the record: another type"),
}


@pytest.mark.parametrize("change", ALLOWED.values(), ids=ALLOWED)
def test_what_reads_all_earlier_bytes_is_allowed(change: Callable[[dict[str, Any]], object]) -> None:
    assert incompatibilities(fastavro.parse_schema(copy.deepcopy(OLD)), changed(change)) == []


@pytest.mark.parametrize(("change", "told"), REFUSED.values(), ids=REFUSED)
def test_what_loses_or_changes_a_value_is_refused(change: Callable[[dict[str, Any]], object], told: str) -> None:
    found = incompatibilities(fastavro.parse_schema(copy.deepcopy(OLD)), changed(change))

    assert any(told in text for text in found), found


def test_another_logical_type_of_the_same_number_is_refused() -> None:
    newer = changed(lambda schema: field(schema, "day").update(type={"type": "int", "logicalType": "time-millis"}))

    assert incompatibilities(fastavro.parse_schema(copy.deepcopy(OLD)), newer) == ["day: another logical type"]


def test_fields_are_named_with_their_place() -> None:
    assert field_paths(fastavro.parse_schema(copy.deepcopy(OLD))) == {
        "amount_e3", "note", "day", "unit", "lines", "lines.unit"
    }  # fmt: skip


def test_a_record_inside_itself_ends() -> None:
    tree = {"type": "record", "name": "Tree", "fields": [{"name": "left", "type": ["null", "Tree"]}]}

    assert field_paths(fastavro.parse_schema(tree)) == {"left"}
