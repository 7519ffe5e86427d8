"""A later version reads all that an earlier one wrote, unchanged (BACKWARD_TRANSITIVE)."""

import io
import itertools
from pathlib import Path
from typing import Any

import fastavro
import pytest

from hub.codec.compatibility import incompatibilities
from hub.codec.lock import LockedSchema, locked_schemas
from hub.messages import body_sha256, from_json, from_record

EXAMPLES = Path(__file__).parents[3] / "schemas" / "examples"
PAIRS = [
    (older, newer)
    for older, newer in itertools.permutations(locked_schemas().schemas, 2)
    if older.name == newer.name and older.version < newer.version
]
WRITTEN = [
    (newer, older, example)
    for older, newer in PAIRS
    for example in sorted((EXAMPLES / f"{older.name}.v{older.version}").glob("*.json"))
]


def test_there_is_a_pair_to_compare() -> None:
    assert {("Bfr", 1, 2), ("Transfer", 1, 2)} <= {(older.name, older.version, newer.version) for older, newer in PAIRS}


@pytest.mark.parametrize(
    ("older", "newer"), PAIRS, ids=[f"{new.name} v{old.version} v{new.version}" for old, new in PAIRS]
)
def test_nothing_is_dropped_renamed_or_tightened(older: LockedSchema, newer: LockedSchema) -> None:
    assert incompatibilities(older.parsed, newer.parsed) == []


def resolved(older: LockedSchema, newer: LockedSchema, record: dict[str, Any]) -> dict[str, Any]:
    """What Avro's schema resolution makes of a record written with the older schema."""
    written = io.BytesIO()
    fastavro.schemaless_writer(written, older.parsed, record, strict=True, disable_tuple_notation=True)
    read = fastavro.schemaless_reader(io.BytesIO(written.getvalue()), older.parsed, newer.parsed)
    assert isinstance(read, dict)
    return read


def record_of(schema: LockedSchema, example: Path) -> dict[str, Any]:
    return from_json(schema.name, schema.version, example.read_text(encoding="utf-8")).model_dump()


@pytest.mark.parametrize(("newer", "older", "example"), WRITTEN, ids=[example.stem for *_, example in WRITTEN])
def test_bytes_of_an_earlier_version_keep_every_value(newer: LockedSchema, older: LockedSchema, example: Path) -> None:
    record = record_of(older, example)

    read = resolved(older, newer, record)

    assert body_sha256(read) == body_sha256(record)
    assert set(read) >= set(record)
    assert from_record(newer.name, newer.version, read).event_id == record["event_id"]


def test_an_early_report_read_later_has_null_in_what_the_2026_text_added() -> None:
    newer, older, example = WRITTEN[0]

    read = resolved(older, newer, record_of(older, example))

    assert (read["perjury_statement"], read["fraud_statement"], read["signature"]) == (None, None, None)
    assert read["fields"][0]["nutrient_management"] is None
    assert read["farm_level_ci_g_co2e_per_bu_e6"] is not None
