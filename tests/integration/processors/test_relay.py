"""What the hub says to others: states of lines, notices, findings; newest last, passing over-sales not at all."""

from collections.abc import Iterator

import pytest
from confluent_kafka import Consumer, TopicPartition
from helpers.hubs import hub_on, remove_topics, send, wait_for, wait_until, worker
from integration.processors.chain import WORLD_SIZE, receipt, sale, world

from hub.bootstrap import Hub
from hub.messages import Finding, LotState, Message, Notice
from hub.records import Outgoing
from hub.stack import Engines


@pytest.fixture
def hub(engines: Engines, database: str, topic_prefix: str) -> Iterator[Hub]:
    hub = hub_on(engines, database, topic_prefix)
    hub.create_topics(["elev-1", "ref-1"])
    yield hub
    remove_topics(hub)


def said(hub: Hub, topic: str) -> list[Message]:
    """Every message of a topic of the hub's."""
    consumer = Consumer({"bootstrap.servers": hub.kafka_bootstrap, "group.id": "reader", "log_level": 0})
    name = f"{hub.settings.topic_prefix}{topic}"
    messages = []
    for number in consumer.list_topics(name, timeout=10).topics[name].partitions:
        low, high = consumer.get_watermark_offsets(TopicPartition(name, number), timeout=10)
        consumer.assign([TopicPartition(name, number, low)])
        records = consumer.consume(high - low, 10.0) if high > low else []
        messages += [hub.codec.decode(record.value()).message for record in records]
    consumer.close()
    return messages


def test_a_refiner_reads_that_its_line_is_suspended_and_released(hub: Hub) -> None:
    with worker(hub, HUB_OVERSALE_NOTICE_HOURS="0"):
        send(hub, list(world()))
        wait_for(hub, WORLD_SIZE)
        send(hub, [sale(50_000)])
        wait_until(lambda: any(state.state == "SUSPENDED" for state in said(hub, "org.ref-1.lots")))
        send(hub, [receipt(60_000)])
        wait_until(lambda: said(hub, "org.ref-1.lots")[-1].state == "NOT_JUDGED")

    states = said(hub, "org.ref-1.lots")
    assert all(isinstance(state, LotState) and state.holder_id == "ref-1" for state in states)
    assert [state.codes for state in states if state.state == "SUSPENDED"] == [("A_OVERSALE_RUNNING",)]
    versions = [state.version for state in states]
    assert versions == sorted(set(versions))


def test_an_oversale_that_passes_within_the_delay_is_not_told(hub: Hub) -> None:
    with worker(hub, HUB_OVERSALE_NOTICE_HOURS="24"):
        send(hub, list(world()))
        wait_for(hub, WORLD_SIZE)
        send(hub, [sale(50_000)])
        wait_until(lambda: any(finding.code == "A_OVERSALE_RUNNING" for finding in said(hub, "hub.findings")))
        send(hub, [receipt(60_000)])
        wait_until(lambda: any(finding.status == "retracted" for finding in said(hub, "hub.findings")))
        send(hub, [sale(1, event_id="mark", day=11)])
        wait_until(lambda: any("mark" in str(state) for state in said(hub, "org.ref-1.lots")))

    findings = [finding for finding in said(hub, "hub.findings") if isinstance(finding, Finding)]
    told = [notice for notice in said(hub, "org.elev-1.notices") if isinstance(notice, Notice)]
    assert [finding.status for finding in findings if finding.code == "A_OVERSALE_RUNNING"] == ["open", "retracted"]
    assert not any("A_OVERSALE_RUNNING" in notice.codes for notice in told)


def test_an_organisation_hears_of_each_rejection_and_of_ranges_accepted(hub: Hub) -> None:
    own = f"{hub.settings.topic_prefix}org.elev-1.outbox"
    messages = [receipt(60_000), receipt(61_000), sale(10)]
    records = [Outgoing(own, b"elev-1", hub.codec.encode(message)) for message in messages]

    with worker(hub):
        send(hub, list(world()))
        wait_for(hub, WORLD_SIZE)
        hub.sender().send(records)
        wait_for(hub, WORLD_SIZE + 3)
        wait_until(lambda: len(said(hub, "org.elev-1.notices")) >= 2)

    notices = said(hub, "org.elev-1.notices")
    rejected = [notice for notice in notices if notice.kind == "rejected"]
    ranges = [(notice.first_offset, notice.last_offset) for notice in notices if notice.kind == "accepted_range"]
    assert [(notice.first_offset, notice.codes) for notice in rejected] == [(1, ("E_DUP_CONFLICT",))]
    assert rejected[0].event_id_of == "receipt"
    assert {offset for first, last in ranges for offset in range(first, last + 1)} >= {0, 2}


def test_nobody_states_for_another_by_their_own_topic(hub: Hub) -> None:
    forged = Outgoing(f"{hub.settings.topic_prefix}org.ref-1.outbox", b"x", hub.codec.encode(sale(10)))

    with worker(hub):
        send(hub, list(world()))
        wait_for(hub, WORLD_SIZE)
        hub.sender().send([forged])
        journal = wait_for(hub, WORLD_SIZE + 1)

    assert (journal[-1].outcome, journal[-1].codes) == ("rejected", ("E_NOT_AUTHOR",))
