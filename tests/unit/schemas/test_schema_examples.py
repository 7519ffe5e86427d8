"""The examples are messages: JSON to model to bytes and back, bit by bit both ways."""

import json
from pathlib import Path

import pytest
from helpers.wire import decode, encode

from hub.codec.lock import locked_schemas
from hub.errors import InvalidInput
from hub.messages import body_sha256, canonical_json, from_json, from_record

EXAMPLES = Path(__file__).parents[3] / "schemas" / "examples"
FILES = sorted(EXAMPLES.glob("*/*.json"))
EXAMPLES_PER_SCHEMA_MIN = 3


def parts(example: Path) -> tuple[str, int, str]:
    """Name, version and text of an example."""
    name, _, version = example.parent.name.partition(".v")
    return name, int(version), example.read_text(encoding="utf-8")


def test_each_schema_has_at_least_three() -> None:
    folders = {f"{schema.name}.v{schema.version}" for schema in locked_schemas().schemas}
    counts = {folder: len([file for file in FILES if file.parent.name == folder]) for folder in folders}

    assert {folder for folder, count in counts.items() if count < EXAMPLES_PER_SCHEMA_MIN} == set()
    assert {file.parent.name for file in FILES} == folders


@pytest.mark.parametrize("example", FILES, ids=[f"{file.parent.name}-{file.stem}" for file in FILES])
def test_it_goes_through_the_wire_and_back(example: Path) -> None:
    name, version, text = parts(example)
    schema = locked_schemas().version(name, version)

    message = from_json(name, version, text)
    data = encode(message)
    decoded = decode(data)

    assert data[:5] == b"\x00" + schema.schema_id.to_bytes(4, "big")
    assert (decoded.name, decoded.version, decoded.schema_fingerprint) == (name, version, schema.fingerprint)
    assert decoded.message == message == from_record(name, version, decoded.record)
    assert encode(decoded.message) == data
    assert json.loads(canonical_json(decoded.record)) == json.loads(text)
    assert body_sha256(decoded.record) == body_sha256(message.model_dump())


@pytest.mark.parametrize("example", FILES, ids=[f"{file.parent.name}-{file.stem}" for file in FILES])
def test_a_misspelt_field_of_it_is_refused_by_name(example: Path) -> None:
    name, version, text = parts(example)
    record = json.loads(text)
    last = list(record)[-1]
    record[f"{last}_"] = record.pop(last)

    with pytest.raises(InvalidInput, match=f"{last}_: not a field of this message"):
        from_json(name, version, json.dumps(record))


def test_the_hard_cases_are_among_them() -> None:
    everything = " ".join(file.read_text(encoding="utf-8") for file in FILES)

    for wanted in (
        '"ci_pending": true',
        '"as_conventional": true',
        '"ci_g_co2e_per_bu_e6": -120500000',
        '"corrects_event_id"',
        '"draws": [\n',
        '"rule_version": "V1"',
        "Décatur",
    ):
        assert wanted in everything
