"""House rules of schemas/avro: everything is told, nothing is a float, what is shared is equal."""

import json
import re
import types
import typing
from collections.abc import Iterator
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import hub.ledger.terms
import hub.messages.vocabulary
from hub.messages import MODELS

AVRO = Path(__file__).parents[3] / "schemas" / "avro"
FILES = sorted(AVRO.glob("*.avsc"))
SCHEMAS: dict[str, Any] = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in FILES}
NAMES = sorted(SCHEMAS)
SCALE_WORDS = {"3": "0.001 ", "4": "0.0001 ", "6": "0.000001 "}
ALLOWED_TYPES = {"null", "boolean", "int", "long", "string", "record", "enum", "array"}
ALLOWED_LOGICAL_TYPES = {("int", "date"), ("long", "timestamp-millis")}


def named_types(schema: Any) -> Iterator[dict[str, Any]]:
    """Each record and enum defined in a schema, outermost first."""
    if isinstance(schema, list):
        for branch in schema:
            yield from named_types(branch)
    elif isinstance(schema, dict):
        if "name" in schema and schema["type"] in {"record", "enum"}:
            yield schema
        yield from named_types([field["type"] for field in schema.get("fields", [])])
        yield from named_types([schema["items"]] if "items" in schema else [])


def fields(schema: Any) -> Iterator[dict[str, Any]]:
    """Each field of each record of a schema."""
    for named in named_types(schema):
        yield from named.get("fields", [])


def all_types(schema: Any) -> Iterator[Any]:
    """Each type written anywhere in a schema."""
    if isinstance(schema, list):
        for branch in schema:
            yield from all_types(branch)
        return
    yield schema
    if isinstance(schema, dict):
        yield from all_types([field["type"] for field in schema.get("fields", [])])
        yield from all_types([schema["items"]] if "items" in schema else [])


def test_the_files_are_those_the_models_are_of() -> None:
    assert {f"{name}.v{version}.avsc" for name, version in MODELS} == set(SCHEMAS)


@pytest.mark.parametrize("file", NAMES)
def test_the_record_is_named_as_its_file(file: str) -> None:
    schema = SCHEMAS[file]

    assert (schema["namespace"], schema["name"]) == ("reducedci", file.partition(".")[0])


@pytest.mark.parametrize("file", NAMES)
def test_every_field_and_every_named_type_is_told(file: str) -> None:
    silent = [
        node["name"] for node in (*fields(SCHEMAS[file]), *named_types(SCHEMAS[file])) if len(node.get("doc", "")) < 15
    ]

    assert silent == []


@pytest.mark.parametrize("file", NAMES)
def test_a_scale_in_a_name_is_told_in_words(file: str) -> None:
    scaled = [(field["name"], field["doc"]) for field in fields(SCHEMAS[file]) if re.search(r"_e\d$", field["name"])]

    assert [name for name, doc in scaled if SCALE_WORDS[name[-1]] not in doc.replace(",", " ")] == []


@pytest.mark.parametrize("file", NAMES)
def test_amounts_are_longs_with_their_scale_in_the_name(file: str) -> None:
    unscaled = {"version", "first_offset", "last_offset"}
    longs = [
        field["name"]
        for field in fields(SCHEMAS[file])
        if "long" in json.dumps(field["type"]) and "fields" not in json.dumps(field["type"])
    ]

    assert [name for name in longs if not re.search(r"_e[346]$", name) and name not in unscaled and name != "at"] == []


@pytest.mark.parametrize("file", NAMES)
def test_there_is_no_float_no_decimal_and_no_bytes(file: str) -> None:
    defined = {named["name"] for named in named_types(SCHEMAS[file])}
    for node in all_types(SCHEMAS[file]):
        kind = node["type"] if isinstance(node, dict) else node
        assert kind in ALLOWED_TYPES | defined
        if isinstance(node, dict) and "logicalType" in node:
            assert (kind, node["logicalType"]) in ALLOWED_LOGICAL_TYPES


@pytest.mark.parametrize("file", NAMES)
def test_dates_are_dates(file: str) -> None:
    dates = [
        field
        for field in fields(SCHEMAS[file])
        if re.search(r"(_date|_on|_day|^day|_start|_date_exclusive)$", field["name"])
    ]

    assert [field["name"] for field in dates if '"logicalType": "date"' not in json.dumps(field["type"])] == []


@pytest.mark.parametrize("file", NAMES)
def test_a_union_is_of_null_and_one_type_with_default_null(file: str) -> None:
    for field in fields(SCHEMAS[file]):
        if isinstance(field["type"], list):
            assert len(field["type"]) == 2, field["name"]
            assert (field["type"][0], field["default"]) == ("null", None), field["name"]


def test_what_several_messages_share_is_defined_equally() -> None:
    newest = [file for file in NAMES if file.replace(".v1.", ".v2.") not in SCHEMAS or ".v2." in file]
    definitions: dict[str, set[str]] = {}
    for file in newest:
        for named in named_types(SCHEMAS[file]):
            definitions.setdefault(named["name"], set()).add(json.dumps(expanded(named, SCHEMAS[file]), sort_keys=True))

    assert [name for name, texts in definitions.items() if len(texts) > 1] == []


def expanded(node: Any, schema: Any) -> Any:
    """The node with each named type written out, so that where a file first uses a type does not matter."""
    known = {named["name"]: named for named in named_types(schema)}
    if isinstance(node, str):
        return expanded(known[node], schema) if node in known else node
    if isinstance(node, list):
        return [expanded(branch, schema) for branch in node]
    inner = {key: expanded(node[key], schema) for key in ("items",) if key in node}
    if "fields" in node:
        inner["fields"] = [field | {"type": expanded(field["type"], schema)} for field in node["fields"]]
    return node | inner


@pytest.mark.parametrize("file", NAMES)
def test_enums_have_the_words_of_the_vocabularies(file: str) -> None:
    for named in named_types(SCHEMAS[file]):
        if named["type"] == "enum":
            words = [word.value for word in vocabulary(named["name"])]
            assert named["symbols"] == words[: len(named["symbols"])]
            assert len(named["symbols"]) == len(words) or (file, named["name"]) in {
                ("Bfr.v1.avsc", "RuleVersion"),
                (file, "Form"),
            }


def vocabulary(name: str) -> type[StrEnum]:
    found: type[StrEnum] | None = getattr(hub.ledger.terms, name, None)
    return found or getattr(hub.messages.vocabulary, name)


@pytest.mark.parametrize(("key", "model"), MODELS.items(), ids=[f"{name}.v{version}" for name, version in MODELS])
def test_the_model_has_the_fields_of_the_schema(key: tuple[str, int], model: type[BaseModel]) -> None:
    schema = SCHEMAS[f"{key[0]}.v{key[1]}.avsc"]

    assert described_model(model) == described_schema(expanded(schema, schema))


def described_schema(record: Any) -> dict[str, Any]:
    """Per field: its kind, whether it may be null, its default."""
    return {
        field["name"]: (*described_type(field["type"]), field.get("default", "required")) for field in record["fields"]
    }


def described_type(node: Any) -> tuple[Any, bool]:
    if isinstance(node, list):
        return described_type(node[1])[0], True
    if isinstance(node, str):
        return node, False
    logical = node.get("logicalType")
    if logical:
        return logical, False
    if node["type"] == "array":
        return ["array", described_type(node["items"])[0]], False
    if node["type"] == "enum":
        return sorted(node["symbols"]), False
    return described_schema(node), False


def described_model(model: type[BaseModel]) -> dict[str, Any]:
    found = {}
    for name, field in model.model_fields.items():
        default = "required" if field.is_required() else field.default
        kind, nullable = described_annotation(field.annotation, field.metadata)
        found[name] = (kind, nullable, [] if default == () else default)
    return found


def described_annotation(annotation: Any, metadata: Any = ()) -> tuple[Any, bool]:
    arguments = typing.get_args(annotation)
    if typing.get_origin(annotation) is typing.Annotated:
        return described_annotation(arguments[0], arguments[1:])
    if types.NoneType in arguments:
        inner = next(argument for argument in arguments if argument is not types.NoneType)
        return described_annotation(inner, metadata)[0], True
    if typing.get_origin(annotation) is tuple:
        return ["array", described_annotation(arguments[0])[0]], False
    if typing.get_origin(annotation) is typing.Literal:
        return [word.value for word in arguments], False
    return described_class(annotation, metadata), False


def described_class(annotation: Any, metadata: Any) -> Any:
    if annotation is int:
        return "int" if "2147483647" in repr(metadata) else "long"
    plain = {str: "string", bool: "boolean", date: "date", datetime: "timestamp-millis"}
    if annotation in plain:
        return plain[annotation]
    return sorted(annotation) if issubclass(annotation, StrEnum) else described_model(annotation)
