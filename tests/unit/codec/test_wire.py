"""Messages go to bytes and back unchanged; bytes that are no message are refused with the reason."""

from datetime import date
from typing import Any

import pytest
from helpers.schema_records import records, schemas
from helpers.wire import decode, encode
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hub.codec import Codec
from hub.codec.lock import LockedSchema, locked_schemas
from hub.errors import InvalidInput, InvalidMessage, RetryLater
from hub.messages import DayOpened, Transfer, body_sha256, canonical_json, from_json, from_record
from hub.messages.movements import Line

DAY = DayOpened(event_id="day-1", author_id="hub", day=date(2026, 10, 3))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_any_record_of_any_schema_comes_back(data: st.DataObject) -> None:
    schema = data.draw(schemas())
    record = data.draw(records(schema))

    message = from_record(schema.name, schema.version, record)
    decoded = decode(encode(message))

    assert decoded.record == record
    assert decoded.message == message
    assert encode(decoded.message) == encode(message)
    assert from_json(schema.name, schema.version, canonical_json(record)) == message
    assert body_sha256(message.model_dump()) == body_sha256(decoded.record)


def test_the_id_of_the_lock_and_a_zero_byte_come_first() -> None:
    schema = locked_schemas().version("DayOpened", 1)

    assert encode(DAY)[:5] == b"\x00" + schema.schema_id.to_bytes(4, "big")


def test_what_was_read_is_told() -> None:
    schema = locked_schemas().version("DayOpened", 1)

    decoded = decode(encode(DAY))

    assert (decoded.name, decoded.version) == ("DayOpened", 1)
    assert decoded.schema_fingerprint == schema.fingerprint
    assert decoded.record == {"event_id": "day-1", "author_id": "hub", "day": date(2026, 10, 3)}
    assert decoded.message == DAY


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, "tombstone or empty"),
        (b"", "tombstone or empty"),
        (b"\x00", "1 bytes are no message"),
        (b"\x00\x00\x20", "3 bytes are no message"),
        (encode(DAY)[:5], "5 bytes are no message"),
        (b"\x01" + encode(DAY)[1:], "magic byte 1 is not 0"),
        (b'{"event_id":"x"}', "magic byte 123 is not 0"),
        (b"\x00\x00\x00\x00\x01" + encode(DAY)[5:], "unknown schema id 1;"),
        (b"\x00\xff\xff\xff\xff" + encode(DAY)[5:], "schema id -1 is negative"),
        (encode(DAY) + b"\x00", "1 bytes are left over after the datum"),
        (encode(DAY)[:-1], "the datum ends early"),
        (encode(DAY)[:5] + b"\x02", "the datum ends early"),
        (encode(DAY)[:5] + b"\x01a\x00\x00", "text of negative length"),
        (encode(DAY)[:5] + b"\x02\xff\x02h\x00", "undecodable datum: 'utf-8'"),
        (encode(DAY)[:5] + b"\x02a\x02h" + b"\xfe\xff\xff\xff\x0f", "undecodable datum"),
        (encode(DAY).replace(b"hub", b"h\x00b"), "DayOpened v1: author_id: .*pattern"),
    ],
)
def test_what_is_no_message_is_refused_with_the_reason(data: bytes | None, told: str) -> None:
    with pytest.raises(InvalidMessage, match=told):
        decode(data)


def test_an_identifier_too_long_for_an_index_is_outside_the_model() -> None:
    message = DAY.model_copy(update={"event_id": "x" * 129})

    with pytest.raises(InvalidMessage, match=r"event_id: .*at most 128"):
        decode(encode(message))


@settings(deadline=None)
@given(st.binary(max_size=40))
def test_any_bytes_after_a_good_head_are_a_message_or_refused(datum: bytes) -> None:
    data = encode(DAY)[:5] + datum

    try:
        assert decode(data).name == "DayOpened"
    except InvalidMessage as refused:
        assert str(refused)  # noqa: PT017  # either outcome is right, a third is not


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"transaction_date": "2026-10-03"}, "transaction_date"),  # fastavro would take it
        ({"transaction_date": 20364}, "transaction_date"),
        ({"lines": ({"amount_e6": 1},)}, "lines"),
        ({"commodity": "barley"}, "commodity"),
        ({"seller_id": None}, "seller_id"),
        ({"seller_id": b"x"}, "seller_id"),
        ({"lines": None}, "lines"),
        ({"lines": (Line.model_construct(amount_e6=2**63, unit="lb"),)}, ""),
    ],
)
def test_a_message_made_past_its_checks_is_not_written(changes: dict[str, Any], told: str) -> None:
    good = from_record(
        "Transfer",
        1,
        {
            "event_id": "e-1",
            "author_id": "elev-1",
            "rule_version": "V2",
            "transfer_id": "T-1",
            "seller_id": "elev-1",
            "buyer_id": "crush-1",
            "transaction_date": date(2026, 10, 3),
            "commodity": "soybeans",
            "form": "crop",
            "lines": [],
        },
    )
    bad = Transfer.model_construct(**(dict(good) | changes))

    with pytest.raises(InvalidInput, match="Transfer v2 cannot be written") as refused:
        encode(bad)

    assert told in str(refused.value)


def test_a_field_the_schema_does_not_have_is_not_dropped_silently() -> None:
    class Longer(DayOpened):
        dya: date

    longer = Longer(event_id="day-1", author_id="hub", day=date(2026, 10, 3), dya=date(2026, 10, 4))

    with pytest.raises(InvalidInput, match="Longer is no message of the hub"):
        encode(longer)


class SourceThatIsAway:
    """A registry that does not answer."""

    def schema(self, schema_id: int) -> LockedSchema:
        raise RetryLater(f"away, asked for {schema_id}")

    def schema_id(self, schema: LockedSchema) -> int:
        raise RetryLater(f"away, asked for {schema.name}")


def test_a_source_that_is_away_is_waited_for() -> None:
    codec = Codec(SourceThatIsAway(), locked_schemas())

    with pytest.raises(RetryLater):
        codec.decode(encode(DAY))
    with pytest.raises(RetryLater):
        codec.encode(DAY)


def test_a_source_that_is_away_does_not_hold_up_what_is_no_message_anyway() -> None:
    with pytest.raises(InvalidMessage, match="magic byte"):
        Codec(SourceThatIsAway(), locked_schemas()).decode(b"\x09" * 20)
