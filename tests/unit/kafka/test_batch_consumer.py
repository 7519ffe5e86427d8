"""A batch consumer whose broker misbehaves: what was taken from it is in a batch or is read again."""

from collections.abc import Callable

import pytest
from confluent_kafka import KafkaError, KafkaException
from unit.kafka.fakes import FakeAdmin, FakeConsumer, FakeMessage, bad, good

from hub.errors import Fatal, RetryLater
from hub.kafka import consumer as module
from hub.kafka.consumer import BatchConsumer
from hub.records import Input, RecordBatch

AWAY = KafkaError._TRANSPORT
GONE = KafkaError._AUTO_OFFSET_RESET
T, U = Input("id-t", "t", 0), Input("id-u", "u", 0)


@pytest.fixture
def journal() -> dict[Input, int]:
    """Where each input's journal ends; 0 if it is not here."""
    return {}


@pytest.fixture
def consumer(monkeypatch: pytest.MonkeyPatch, journal: dict[Input, int]) -> BatchConsumer:
    monkeypatch.setattr(module, "Consumer", FakeConsumer)
    monkeypatch.setattr(module, "Admin", FakeAdmin)
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 0.0)
    made = BatchConsumer("nowhere", "group", lambda inputs: {item: journal.get(item, 0) for item in inputs})
    made.subscribe(["t", "u"])
    return made


@pytest.fixture
def client(consumer: BatchConsumer) -> FakeConsumer:
    return consumer._consumer


def offsets(batch: RecordBatch) -> list[int]:
    return [record.offset for record in batch.records]


def test_an_error_between_good_records_loses_none_of_them(consumer: BatchConsumer, client: FakeConsumer) -> None:
    client.give("t", "u")
    client.script = [[good(0)], [bad(AWAY, "u"), good(1)], [good(2)]]

    batch = consumer.read(10, 0)
    with pytest.raises(RetryLater, match="u/0"):
        consumer.read(10, 0)
    after = consumer.read(10, 0)

    assert (offsets(batch), batch.starts) == ([0, 1], {T: 0})
    assert (offsets(after), after.starts) == ([2], {T: 2})


def test_what_was_taken_before_reading_failed_is_read_again(consumer: BatchConsumer, client: FakeConsumer) -> None:
    client.give("t")
    client.script = [[good(0)], KafkaException(KafkaError(AWAY)), [good(0)]]

    with pytest.raises(RetryLater):
        consumer.read(10, 0)
    client.begun[T.topic, 0] = 1  # where the client would go on by itself
    batch = consumer.read(10, 0)

    assert client.begun == {("t", 0): 0}
    assert (offsets(batch), batch.starts) == ([0], {T: 0})


def test_records_beside_a_lost_position_are_out_before_the_worker_stops(
    consumer: BatchConsumer, client: FakeConsumer
) -> None:
    client.give("t", "u")
    client.script = [[good(0)], [bad(GONE, "u"), good(1)]]

    assert offsets(consumer.read(10, 0)) == [0, 1]
    with pytest.raises(Fatal, match="offsets 0 to 6 are gone"):
        consumer.read(10, 0)


def test_a_topic_made_anew_is_begun_after_the_batch_that_met_it_is_committed(
    consumer: BatchConsumer, client: FakeConsumer, journal: dict[Input, int]
) -> None:
    client.give("t", "u")
    client.script = [[good(0)], [bad(GONE, "u")]]

    consumer.read(10, 0)
    assert client.begun == {("t", 0): 0, ("u", 0): 0}
    consumer._admin.ids["u"] = "id-new"
    journal |= {T: 1, Input("id-new", "u", 0): 5}
    consumer.read(10, 0)

    assert client.begun == {("t", 0): 1, ("u", 0): 5}


def test_a_record_of_an_input_begun_again_meanwhile_is_not_doubled(
    consumer: BatchConsumer, client: FakeConsumer
) -> None:
    client.give("t")
    client.script = [[good(0)], [good(1), good(0), good(1), good(2)]]

    assert offsets(consumer.read(10, 0)) == [0, 1, 2]


def test_a_failure_within_a_callback_is_raised_by_the_next_read(
    consumer: BatchConsumer, client: FakeConsumer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumer._assignment, "_positions", {}.__getitem__)
    client.script = [lambda: client.give("t")]

    consumer.read(10, 0)
    with pytest.raises(TypeError):
        consumer.read(10, 0)


def test_a_topic_the_broker_does_not_know_yet_is_begun_once_it_does(
    consumer: BatchConsumer, client: FakeConsumer
) -> None:
    del consumer._admin.ids["u"]
    client.give("t", "u")
    consumer.seek_to_journal()
    consumer.complete()
    assert client.begun == {("t", 0): 0}

    consumer._admin.ids["u"] = "id-u"
    consumer.complete()
    consumer.complete()

    assert client.begun == {("t", 0): 0, ("u", 0): 0}


def test_revoking_an_input_that_was_not_begun_leaves_the_others(consumer: BatchConsumer, client: FakeConsumer) -> None:
    del consumer._admin.ids["u"]
    client.give("t", "u")

    client.take("u")
    consumer._admin.ids["u"] = "id-u"
    consumer.complete()

    assert client.begun == {("t", 0): 0}


def test_going_back_to_the_journal_ends_a_pause(consumer: BatchConsumer, client: FakeConsumer) -> None:
    client.give("t")
    consumer.keep_alive()
    assert client.paused

    consumer.seek_to_journal()

    assert not client.paused


def test_an_error_met_while_paused_is_not_swallowed(consumer: BatchConsumer, client: FakeConsumer) -> None:
    client.give("t")
    client.script = [[bad(GONE)]]
    consumer.keep_alive()

    with pytest.raises(Fatal, match="are gone"):
        consumer.read(10, 0)


@pytest.mark.parametrize(
    ("broken", "call"),
    [
        ("pause", BatchConsumer.keep_alive),
        ("seek", BatchConsumer.keep_alive),
        ("resume", BatchConsumer.resume),
        ("position", BatchConsumer.lag),
        ("incremental_assign", BatchConsumer.seek_to_journal),
    ],
)
def test_what_the_client_refuses_is_tried_again(
    consumer: BatchConsumer, client: FakeConsumer, broken: str, call: Callable[[BatchConsumer], object]
) -> None:
    client.give("t")
    client.script = [[good(0)], [good(0)]]
    client.broken = {broken}
    with pytest.raises(RetryLater):
        call(consumer)
    client.broken = set()

    assert client.begun in ({}, {("t", 0): 0})
    client.script = [[good(0)]]
    assert offsets(consumer.read(10, 0)) == [0]
    assert client.begun == {("t", 0): 0}


def test_a_hint_that_cannot_be_given_is_left_out(consumer: BatchConsumer, client: FakeConsumer) -> None:
    client.broken = {"commit"}

    consumer.hint({T: 1})


def test_a_header_is_text_the_database_can_keep(consumer: BatchConsumer, client: FakeConsumer) -> None:
    client.give("t")
    client.script = [[FakeMessage(("t", 0), heads=[("a", b"x\x00\xff")])]]

    assert consumer.read(1, 0).records[0].headers == {"a": "x\ufffd\ufffd"}
