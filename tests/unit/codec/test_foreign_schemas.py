"""A writer's own schema is the locked one by its bytes, or refused with its unknown fields named."""

import json
from typing import Any

import pytest

from hub.codec.foreign import recognise
from hub.codec.lock import locked_schemas
from hub.errors import InvalidMessage

LOCK = locked_schemas()


def transfer() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(LOCK.version("Transfer", 1).text)
    return schema


def java_strings(node: Any) -> Any:
    """The schema as Java tools register it: every string with a hint, no documentation."""
    if node == "string":
        return {"type": "string", "avro.java.string": "String"}
    if isinstance(node, list):
        return [java_strings(item) for item in node]
    if isinstance(node, dict):
        kept = {key: value for key, value in node.items() if key != "doc"}
        types = {key: java_strings(kept[key]) for key in ("type", "items", "fields") if key in kept}
        return kept | types
    return node


@pytest.mark.parametrize("schema", LOCK.schemas, ids=lambda schema: f"{schema.name}.v{schema.version}")
def test_every_locked_schema_is_recognised_also_from_java(schema: Any) -> None:
    assert recognise(schema.text, LOCK) is schema
    assert recognise(json.dumps(java_strings(json.loads(schema.text))), LOCK) is schema


def test_a_schema_without_logical_types_and_defaults_writes_the_same_bytes() -> None:
    schema = transfer()
    for field in schema["fields"]:
        field.pop("default", None)
        if field["name"] == "transaction_date":
            field["type"] = "int"

    assert recognise(json.dumps(schema), LOCK) is LOCK.version("Transfer", 1)


def test_a_misspelt_field_is_named_with_its_place() -> None:
    schema = transfer()
    line = next(field for field in schema["fields"] if field["name"] == "lines")["type"]["items"]
    line["fields"][0]["name"] = "carbon_intensty"
    schema["fields"].append({"name": "colour", "type": "string"})

    with pytest.raises(InvalidMessage, match=r"reducedci\.Transfer v2 does not know: colour, lines\.carbon_intensty;"):
        recognise(json.dumps(schema), LOCK)


def test_an_amount_of_another_scale_is_another_field() -> None:
    text = LOCK.version("Transfer", 1).text.replace("amount_e6", "amount_e3")

    with pytest.raises(InvalidMessage, match=r"lines\.amount_e3, lines\.draws\.amount_e3"):
        recognise(text, LOCK)


def test_known_fields_in_another_order_are_not_the_same_bytes() -> None:
    schema = transfer()
    schema["fields"].reverse()

    with pytest.raises(InvalidMessage, match="differs from every locked version of reducedci"):
        recognise(json.dumps(schema), LOCK)


def test_a_record_of_somebody_else_is_refused_with_those_the_hub_knows() -> None:
    schema = {"type": "record", "name": "Invoice", "namespace": "erp", "fields": []}

    with pytest.raises(
        InvalidMessage, match=r"is of erp\.Invoice, which the hub does not know; it knows reducedci\.Bfr"
    ):
        recognise(json.dumps(schema), LOCK)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "7",
        "{}",
        '"unheard_of"',
        '{"type": "record", "name": "X", "fields": [{"name": "a", "type": "Missing"}]}',
        '{"type": "record", "fields": []}',
        '{"type": "enum", "name": "E", "symbols": ["A", "A"]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_schema_is_refused(text: str) -> None:
    with pytest.raises(InvalidMessage, match="writer's schema is no Avro schema"):
        recognise(text, LOCK)


@pytest.mark.parametrize("text", ['"string"', '["null", "string"]', '{"type": "array", "items": "long"}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(InvalidMessage, match="which the hub does not know"):
        recognise(text, LOCK)


def test_a_record_inside_itself_is_refused_and_ends() -> None:
    schema = transfer()
    schema["fields"].append({"name": "next", "type": ["null", "reducedci.Transfer"], "default": None})

    with pytest.raises(InvalidMessage, match="does not know: next;"):
        recognise(json.dumps(schema), LOCK)
