"""Equal messages have equal canonical bytes, whoever wrote them."""

import hashlib
import json
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.messages import BfrV1, BfrV2, Transfer, body_sha256, canonical_json, from_json

LINE = {"amount_e6": 54_000_000_000, "unit": "lb"}
TRANSFER: dict[str, object] = {
    "event_id": "e-1",
    "author_id": "farm-müller",
    "rule_version": "V2",
    "transfer_id": "T-1",
    "seller_id": "farm-müller",
    "buyer_id": "elev-1",
    "transaction_date": "2026-10-03",
    "commodity": "field_corn",
    "form": "crop",
    "lines": [LINE],
}
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.dates()
MEMBERS = st.dictionaries(st.text(max_size=5), LEAVES | st.lists(st.dictionaries(st.text(max_size=5), LEAVES)))


def test_keys_are_sorted_blanks_are_gone_dates_are_iso_and_text_is_utf8() -> None:
    record = {"b": date(2026, 10, 3), "a": "Müller", "c": [{"z": 1, "y": True}]}

    assert canonical_json(record) == '{"a":"Müller","b":"2026-10-03","c":[{"y":true,"z":1}]}'.encode()


def test_members_that_are_null_are_left_out_at_every_depth() -> None:
    assert canonical_json({"a": None, "b": [{"c": None}]}) == b'{"b":[{}]}'


def test_an_instant_is_utc_in_milliseconds() -> None:
    local = datetime(2026, 3, 31, 23, 40, tzinfo=timezone(timedelta(hours=-5)))

    assert canonical_json({"at": local}) == b'{"at":"2026-04-01T04:40:00.000Z"}'


@pytest.mark.parametrize("value", [1.0, float("nan"), b"x", {1}, [None], object()])
def test_what_no_message_has_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="has no canonical form"):
        canonical_json({"a": value})


@settings(deadline=None)
@given(MEMBERS)
def test_the_order_of_members_does_not_matter(record: dict[str, object]) -> None:
    backwards = dict(reversed(record.items()))

    assert canonical_json(record) == canonical_json(backwards)


def test_written_defaults_and_left_out_defaults_are_the_same_message() -> None:
    short = from_json("Transfer", 2, json.dumps(TRANSFER))
    long_form = TRANSFER | {
        "filed_by": None,
        "documents": [],
        "lines": [LINE | {"ci_pending": False, "draws": [], "payee_id": None}],
    }
    long = from_json("Transfer", 2, json.dumps(long_form))

    assert isinstance(short, Transfer)
    assert canonical_json(short.model_dump()) == canonical_json(long.model_dump())


def test_a_body_reads_back_as_the_same_message() -> None:
    message = from_json("Transfer", 2, json.dumps(TRANSFER))

    assert from_json("Transfer", 2, canonical_json(message.model_dump())) == message


def test_the_sha256_is_of_these_bytes_and_changes_with_any_member() -> None:
    record = {"a": 1}

    assert body_sha256(record) == hashlib.sha256(b'{"a":1}').digest()
    assert body_sha256(record) != body_sha256({"a": 2})
    assert body_sha256(record) != body_sha256({"a": "1"})
    assert body_sha256({"a": True}) != body_sha256(record)


def test_the_version_a_report_was_written_with_does_not_show() -> None:
    row = {
        "field_id": "12",
        "field_or_mu": "field",
        "acres_e4": 800000,
        "actual_yield_bu_per_acre_std_e4": 2015000,
        "harvested_bu_std_e4": 161200000,
        "ci_g_co2e_per_bu_e6": 5_580_250_000,
    }
    points = [
        "operational_control",
        "practices_implemented",
        "ci_calculated",
        "records_retained",
        "not_double_sold",
        "no_till_continued",
        "land_not_converted",
    ]
    report = json.dumps(
        {
            "event_id": "r-1",
            "author_id": "farm-1",
            "rule_version": "V1",
            "bfr_id": "BFR-1",
            "version": 1,
            "farm_id": "farm-1",
            "farm_name": "F",
            "farm_producer_name": "P",
            "county": "Logan",
            "state": "IL",
            "commodity": "field_corn",
            "crop_year": 2025,
            "signed_date": "2025-11-02",
            "farm_level_ci_g_co2e_per_bu_e6": 5_610_000_000,
            "fields": [row],
            "attestation": dict.fromkeys(points, True) | {"text_version": "V1"},
        }
    )
    older, newer = from_json("Bfr", 1, report), from_json("Bfr", 2, report)

    assert isinstance(older, BfrV1)
    assert isinstance(newer, BfrV2)
    assert body_sha256(older.model_dump()) == body_sha256(newer.model_dump())
    assert canonical_json(older.model_dump()) == canonical_json(newer.model_dump())


def test_utc_needs_no_conversion() -> None:
    assert canonical_json({"at": datetime(2026, 1, 1, tzinfo=UTC)}) == b'{"at":"2026-01-01T00:00:00.000Z"}'
