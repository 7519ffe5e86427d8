"""The pure steps of the processors."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from helpers.wire import encode

from hub.codec import codec_for
from hub.ledger.policy import Policy
from hub.ledger.terms import Commodity, Form, RuleVersion, Status, Unit
from hub.memory import MemoryBooks
from hub.messages import DayOpened, Message, Notice, Receipt
from hub.messages.movements import Line
from hub.messages.vocabulary import NoticeKind
from hub.records import Input, Outgoing, Record
from hub.store.outbox import Waiting
from processors.findings.step import counts, take
from processors.intake.outgoing import Spoken, without_passing
from processors.intake.reading import organisation_of, read
from processors.intake.step import Decision, decide
from processors.relay.step import carried, newest

AT = datetime(2026, 11, 1, tzinfo=UTC)


def receipt(author: str = "elev-1", filed_by: str | None = None) -> Receipt:
    return Receipt(
        event_id="r1",
        author_id=author,
        filed_by=filed_by,
        rule_version=RuleVersion.V2,
        seller_id="farm-1",
        buyer_id=author,
        received_date=date(2026, 10, 5),
        commodity=Commodity.FIELD_CORN,
        form=Form.CROP,
        lines=(Line(amount_e6=1_000_000, unit=Unit.LB, moisture_pct_e3=15_500),),
    )


def record(message: Message | bytes | None, topic: str, **headers: str) -> Record:
    value = encode(message) if isinstance(message, Message) else message
    return Record(Input("id", topic, 0), 0, b"key", value, headers)


def decided(*records: Record) -> Decision:
    readings = [read(item, codec_for()) for item in records]
    return decide(readings, MemoryBooks(), Policy(), 1)


@pytest.mark.parametrize(
    ("topic", "headers", "expected"),
    [
        ("hub.facts", {}, "hub"),
        ("gateway.outbox", {"organisation": "farm-1"}, "farm-1"),
        ("gateway.outbox", {}, None),
        ("org.elev-1.outbox", {}, "elev-1"),
        ("org.elev-1.outbox", {"organisation": "farm-1"}, "elev-1"),
        ("gateway.outbox", {"organisation": "hub"}, None),
        ("org.hub.outbox", {}, None),
    ],
)
def test_the_topic_says_who_vouches(topic: str, headers: dict[str, str], expected: str | None) -> None:
    assert organisation_of(record(None, topic, **headers)) == expected


def test_a_message_by_its_own_author_is_accepted() -> None:
    assert [outcome.outcome for outcome in decided(record(receipt(), "org.elev-1.outbox")).outcomes] == ["accepted"]


@pytest.mark.parametrize(
    ("message", "topic", "codes"),
    [
        (receipt(), "org.elev-2.outbox", ["E_NOT_AUTHOR"]),
        (receipt(), "gateway.outbox", ["E_NOT_AUTHOR"]),
        (receipt(filed_by="elev-2"), "org.elev-2.outbox", ["E_NOT_AUTHOR"]),
        (DayOpened(event_id="d", author_id="elev-1", day=date(2099, 1, 1)), "org.elev-1.outbox", ["E_NOT_AUTHOR"]),
        (
            Notice(event_id="n", author_id="hub", kind=NoticeKind.FINDING, codes=(), text="", at=AT),
            "hub.facts",
            ["E_SCHEMA"],
        ),
    ],
    ids=["another's topic", "nobody vouches", "filed by another", "the hub's own fact", "what only the hub sends"],
)
def test_what_is_not_the_authors_own_is_refused(message: Message, topic: str, codes: list[str]) -> None:
    outcome = decided(record(message, topic)).outcomes[0]

    assert (outcome.outcome, outcome.codes) == ("rejected", codes)


@pytest.mark.parametrize("value", [None, b"", b"\x00\x01\x02", b"\x07" * 20, b"\x00\x7f\xff\xff\xff123"])
def test_what_cannot_be_read_is_quarantined_with_a_reason(value: bytes | None) -> None:
    outcome = decided(record(value, "org.elev-1.outbox")).outcomes[0]

    assert outcome.outcome == "quarantined"
    assert outcome.refusals[0].text


def test_poison_between_good_records_changes_nothing_for_them() -> None:
    good = record(receipt(), "org.elev-1.outbox")
    bad = record(b"\x00", "org.elev-1.outbox")

    outcomes = [outcome.outcome for outcome in decided(bad, good, bad, good).outcomes]

    assert outcomes == ["quarantined", "accepted", "quarantined", "duplicate"]


def waiting(number: int, key: bytes, value: bytes) -> Waiting:
    return Waiting(number, Outgoing("org.ref-1.lots", key, value), AT)


def test_of_one_key_only_the_newest_goes_out_and_order_is_kept() -> None:
    items = [waiting(1, b"a", b"1"), waiting(2, b"b", b"2"), waiting(3, b"a", b"3")]

    assert [item.record.value for item in newest(items)] == [b"2", b"3"]


def test_only_an_echo_of_more_than_8_mib_goes_without_its_bytes() -> None:
    large, small = bytes(8 * 2**20 + 1), bytes(8 * 2**20)
    echo = Outgoing("x-hub.quarantine", b"id/0/7", large, {"offset": "7"})

    cut = carried(echo)

    assert (cut.value, cut.headers) == (None, {"offset": "7", "bytes_left_out": "8388609"})
    for kept in (replace(echo, value=small), replace(echo, topic="org.elev-1.notices")):
        assert carried(kept) is kept


def spoken(status: Status | None, not_before: datetime | None = None) -> Spoken:
    return Spoken(Outgoing("org.elev-1.notices", b"finding", b""), not_before, status)


def test_an_oversale_nobody_was_told_of_and_that_ended_is_not_spoken_of() -> None:
    ended = spoken(Status.CLEARED)

    assert without_passing([ended], {ended.place: AT}) == []


def test_an_oversale_still_open_keeps_the_time_it_was_held_back_to() -> None:
    later = spoken(Status.OPEN, datetime(2026, 11, 3, tzinfo=UTC))

    assert [item.not_before for item in without_passing([later], {later.place: AT})] == [AT]


def test_what_was_told_already_is_told_again_when_it_ends() -> None:
    assert without_passing([spoken(Status.CLEARED)], {}) == [spoken(Status.CLEARED)]


def test_a_finding_is_kept_while_it_is_open_however_often_it_is_read() -> None:
    table: dict[str, str] = {}
    for status in (Status.OPEN, Status.OPEN):
        take(table, "id", "A_OVERSALE", status)
    assert table == {"id": "A_OVERSALE"}

    for status in (Status.CLEARED, Status.RETRACTED):
        take(table, "id", "A_OVERSALE", status)
    assert table == {}


def test_open_findings_are_counted_by_code_and_every_code_is_there() -> None:
    found = counts(["A_OVERSALE", "A_OVERSALE"])

    assert found["A_OVERSALE", "lines"] == 2
    assert found["G_MOISTURE", "lines"] == 0
