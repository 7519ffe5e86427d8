"""Intake on the real broker and database: nothing lost, nothing doubled, whatever happens to a worker."""

import random
import time
from collections import Counter
from collections.abc import Iterator

import psycopg
import pytest
from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from helpers.hubs import entries, hub_on, remove_topics, send, wait_for, wait_until, worker
from integration.intake.worlds import LOAD_DRY_LB_E4, load, loads, world, world_size

from hub.bootstrap import Hub
from hub.kafka.admin import Admin
from hub.ledger.rows import AccountDay
from hub.records import Outgoing
from hub.stack import Engines

ELEVATORS = 8


@pytest.fixture
def hub(engines: Engines, database: str, topic_prefix: str) -> Iterator[Hub]:
    hub = hub_on(engines, database, topic_prefix)
    yield hub
    remove_topics(hub)


def booked_dry_lb_e4(hub: Hub) -> int:
    with hub.reading() as unit:
        return sum(day.incoming_e4 for day in unit.books.scan(AccountDay))


def assert_each_offset_once(hub: Hub) -> None:
    """No hole and no overlap in the journal of any input."""
    expected: dict[object, int] = {}
    for entry in sorted(entries(hub), key=lambda entry: (entry.input, entry.first_offset)):
        assert entry.first_offset == expected.get(entry.input, 0)
        expected[entry.input] = entry.last_offset + 1


def test_a_load_is_counted_once_however_often_it_is_delivered(hub: Hub) -> None:
    messages = [*world(1), load("elev-0", 1), load("elev-0", 1)]

    with worker(hub):
        send(hub, messages)
        journal = wait_for(hub, len(messages))

    assert Counter(entry.outcome for entry in journal) == {"accepted": world_size(1) + 1, "duplicate": 1}
    assert booked_dry_lb_e4(hub) == LOAD_DRY_LB_E4
    assert_each_offset_once(hub)


def test_unreadable_records_go_to_quarantine_and_the_partition_moves_on(hub: Hub) -> None:
    good = [hub.outgoing(message) for message in [*world(1), load("elev-0", 1), load("elev-0", 2)]]
    topic = good[-1].topic
    poison = [None, b"\x00\x01\x02", b"\x01" + b"\x00" * 9, b"\x00\x7f\xff\xff\xff" + b"\x00" * 9]
    bad = [Outgoing(topic, b"elev-0", value, {"organisation": "elev-0"}) for value in poison]

    with worker(hub):
        hub.sender().send([*good[:-1], *bad, good[-1]])
        journal = wait_for(hub, len(good) + len(bad))
        wait_until(lambda: len(read_all(hub, "hub.quarantine")) == len(bad))

    quarantined = [entry for entry in journal if entry.outcome == "quarantined"]
    assert [entry.value for entry in quarantined] == poison
    assert all(entry.reason for entry in quarantined)
    assert sorted(read_all(hub, "hub.quarantine"), key=str) == sorted(poison, key=str)
    assert booked_dry_lb_e4(hub) == 2 * LOAD_DRY_LB_E4
    assert_each_offset_once(hub)


def test_an_unreadable_record_of_any_size_holds_up_nobody(hub: Hub) -> None:
    topic = f"{hub.settings.topic_prefix}gateway.outbox"
    noise, flat = random.Random(2100).randbytes(1_040_000), bytes(20 * 2**20)
    producer = Producer(
        {"bootstrap.servers": hub.kafka_bootstrap, "message.max.bytes": 2**26, "compression.type": "zstd"}
    )
    for value in (noise, flat, b"small"):
        producer.produce(topic, value, b"elev-0")
    assert producer.flush(60) == 0

    with worker(hub):
        wait_for(hub, 3)
        wait_until(lambda: len(read_all(hub, "hub.quarantine")) == 3)

    assert Counter(read_all(hub, "hub.quarantine")) == Counter([noise, None, b"small"])
    assert Counter(entry.value for entry in entries(hub)) == Counter([noise, flat, b"small"])


def read_all(hub: Hub, topic: str) -> list[bytes | None]:
    """Every record's value of a topic."""
    consumer = Consumer({"bootstrap.servers": hub.kafka_bootstrap, "group.id": "reader", "log_level": 0})
    name = f"{hub.settings.topic_prefix}{topic}"
    partitions = consumer.list_topics(name, timeout=10).topics[name].partitions
    values: list[bytes | None] = []
    for number in partitions:
        low, high = consumer.get_watermark_offsets(TopicPartition(name, number), timeout=10)
        consumer.assign([TopicPartition(name, number, low)])
        values += [message.value() for message in consumer.consume(high - low, 10.0)] if high > low else []
    consumer.close()
    return values


def test_workers_killed_at_random_lose_and_double_nothing(hub: Hub) -> None:
    chance = random.Random(2100)
    count = 3_000
    with worker(hub) as first, worker(hub) as second:
        send(hub, list(world(ELEVATORS)))
        wait_for(hub, world_size(ELEVATORS))
        for part in range(5):
            send(hub, loads(ELEVATORS, count)[part * count // 5 : (part + 1) * count // 5])
            time.sleep(chance.uniform(0.0, 1.5))
            chance.choice((first, second)).restart()
        journal = wait_for(hub, world_size(ELEVATORS) + count)

    assert Counter(entry.outcome for entry in journal) == {"accepted": world_size(ELEVATORS) + count}
    assert booked_dry_lb_e4(hub) == count * LOAD_DRY_LB_E4
    assert_each_offset_once(hub)
    assert hub.verify().equal


@pytest.mark.parametrize("new", [10, 60], ids=["shorter than before", "longer than before"])
def test_a_topic_made_anew_while_it_is_read_starts_at_its_own_zero(hub: Hub, new: int) -> None:
    topic = f"{hub.settings.topic_prefix}gateway.outbox"
    old = [load("elev-0", number) for number in range(20)]
    with worker(hub):
        send(hub, [*world(1), *old])
        wait_for(hub, world_size(1) + len(old))

        Admin(hub.kafka_bootstrap).delete([topic])
        wait_until(lambda: topic not in Admin(hub.kafka_bootstrap).names())
        hub.create_topics([])
        again = [*old[5:10], *(load("elev-0", number) for number in range(100, 100 + new))]
        send(hub, again)
        journal = wait_for(hub, world_size(1) + len(old) + len(again))

    assert Counter(entry.outcome for entry in journal) == {"accepted": world_size(1) + 20 + new, "duplicate": 5}
    assert booked_dry_lb_e4(hub) == (20 + new) * LOAD_DRY_LB_E4
    assert_each_offset_once(hub)


def test_a_database_that_is_away_blocks_and_recovers_by_itself(hub: Hub) -> None:
    name = psycopg.conninfo.conninfo_to_dict(hub.database_url.replace("+psycopg", ""))["dbname"]
    server = hub.database_url.replace("+psycopg", "").rsplit("/", 1)[0] + "/postgres"
    with worker(hub) as running, psycopg.connect(server, autocommit=True) as admin:
        send(hub, list(world(1)))
        wait_for(hub, world_size(1))

        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        send(hub, loads(1, 50))
        time.sleep(3.0)
        admin.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        journal = wait_for(hub, world_size(1) + 50)
        assert running.process.poll() is None

    assert Counter(entry.outcome for entry in journal) == {"accepted": world_size(1) + 50}
    assert booked_dry_lb_e4(hub) == 50 * LOAD_DRY_LB_E4


def test_a_deleted_consumer_group_changes_nothing(hub: Hub) -> None:
    with worker(hub):
        send(hub, [*world(1), *loads(1, 10)])
        wait_for(hub, world_size(1) + 10)
    group = f"{hub.settings.topic_prefix}hub.intake"
    admin = AdminClient({"bootstrap.servers": hub.kafka_bootstrap})
    admin.delete_consumer_groups([group])[group].result(timeout=30)

    with worker(hub):
        send(hub, [load("elev-0", 99)])
        wait_for(hub, world_size(1) + 11)

    assert booked_dry_lb_e4(hub) == 11 * LOAD_DRY_LB_E4
    assert_each_offset_once(hub)


def test_records_gone_from_the_broker_stop_the_worker_loudly(hub: Hub) -> None:
    topic = f"{hub.settings.topic_prefix}gateway.outbox"
    with worker(hub):
        send(hub, [*world(1), load("elev-0", 1)])
        journal = wait_for(hub, world_size(1) + 1)
    last = next(entry for entry in journal if entry.event_id == "ticket-1")
    send(hub, loads(1, 30)[2:])
    admin = AdminClient({"bootstrap.servers": hub.kafka_bootstrap})
    gone = TopicPartition(topic, last.input.partition, last.last_offset + 11)
    admin.delete_records([gone])[gone].result(timeout=30)

    with worker(hub) as stopped:
        said = stopped.process.communicate(timeout=60)[0]

    assert stopped.process.returncode != 0
    assert f"offsets {last.last_offset + 1} to {last.last_offset + 10} are gone" in said
    assert len(entries(hub)) == len(journal)
