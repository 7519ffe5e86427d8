"""What the hub says to others: states of lines, notices, findings; newest last, passing over-sales not at all."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from confluent_kafka import Consumer, TopicPartition
from helpers.hubs import hub_on, remove_topics, send, wait_for, wait_until, worker

from hub.bootstrap import Hub
from hub.ledger.terms import Commodity, Form, LotLink, Role, RuleVersion, Unit
from hub.messages import (
    DayOpened,
    Finding,
    LotState,
    Message,
    Notice,
    OrganisationRegistered,
    PeriodDeclaration,
    Receipt,
    Transfer,
)
from hub.messages.movements import Line
from hub.messages.reports import AttestationV2, BfrV2, FieldRowV2
from hub.messages.vocabulary import LandUnit
from hub.records import Outgoing
from hub.stack import Engines

CI = 5_125_400_000
ORGANISATIONS = {"farm-1": Role.FARM, "elev-1": Role.ELEVATOR, "ref-1": Role.REFINER}


@pytest.fixture
def hub(engines: Engines, database: str, topic_prefix: str) -> Iterator[Hub]:
    hub = hub_on(engines, database, topic_prefix)
    hub.create_topics(["elev-1", "ref-1"])
    yield hub
    remove_topics(hub)


def world() -> Iterator[Message]:
    yield DayOpened(event_id="day", author_id="hub", day=date(2026, 10, 1))
    for name, role in ORGANISATIONS.items():
        yield OrganisationRegistered(
            event_id=f"registered/{name}",
            author_id="hub",
            organisation_id=name,
            name=name,
            roles=(role,),
            books_here=role is Role.ELEVATOR,
            lot_link=LotLink.PROVISIONAL_FIFO,
            outbox=None if role is Role.FARM else f"org.{name}.outbox",
            registered_on=date(2026, 9, 1),
        )
    yield PeriodDeclaration(
        event_id="period",
        author_id="elev-1",
        rule_version=RuleVersion.V2,
        entity_id="elev-1",
        period_id="2026Q4",
        start_date=date(2026, 10, 1),
        end_date_exclusive=date(2027, 1, 1),
        declared_on=date(2026, 9, 1),
        timezone="America/Chicago",
    )
    yield report()


def report() -> Message:
    row = FieldRowV2(
        field_id="F1",
        field_or_mu=LandUnit.FIELD,
        acres_e4=800_000,
        actual_yield_bu_per_acre_std_e4=2_000_000,
        harvested_bu_std_e4=160_000_000,
        ci_g_co2e_per_bu_e6=CI,
    )
    attested = dict.fromkeys(set(AttestationV2.model_fields) - {"text_version"}, True)
    return BfrV2(
        event_id="report",
        author_id="farm-1",
        rule_version=RuleVersion.V2,
        bfr_id="BFR-1",
        version=1,
        farm_id="farm-1",
        farm_name="Farm",
        farm_producer_name="Producer",
        county="McLean",
        state="IL",
        commodity=Commodity.FIELD_CORN,
        crop_year=2026,
        signed_date=date(2026, 9, 30),
        fields=(row,),
        attestation=AttestationV2(text_version=RuleVersion.V2, **attested),
    )


def line(pounds: int) -> tuple[Line, ...]:
    return (Line(ci_g_co2e_per_bu_e6=CI, amount_e6=pounds * 10**6, unit=Unit.LB, moisture_pct_e3=15_500),)


def sale(pounds: int, event_id: str = "sale", day: int = 10) -> Transfer:
    return Transfer(
        event_id=event_id,
        author_id="elev-1",
        rule_version=RuleVersion.V2,
        transfer_id=event_id,
        seller_id="elev-1",
        buyer_id="ref-1",
        transaction_date=date(2026, 10, day),
        commodity=Commodity.FIELD_CORN,
        form=Form.CROP,
        lines=line(pounds),
    )


def receipt(pounds: int, day: int = 5) -> Receipt:
    return Receipt(
        event_id="receipt",
        author_id="elev-1",
        rule_version=RuleVersion.V2,
        seller_id="farm-1",
        buyer_id="elev-1",
        received_date=date(2026, 10, day),
        ticket_no="1",
        commodity=Commodity.FIELD_CORN,
        form=Form.CROP,
        lines=(
            Line(
                ci_pending=True,
                amount_e6=pounds * 10**6,
                unit=Unit.LB,
                moisture_pct_e3=15_500,
                draws=({"farm_id": "farm-1", "crop_year": 2026, "field_id": "F1"},),
            ),
        ),
    )


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
        wait_for(hub, 6)
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
        wait_for(hub, 6)
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
        wait_for(hub, 6)
        hub.sender().send(records)
        wait_for(hub, 9)
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
        wait_for(hub, 6)
        hub.sender().send([forged])
        journal = wait_for(hub, 7)

    assert (journal[-1].outcome, journal[-1].codes) == ("rejected", ("E_NOT_AUTHOR",))


def test_a_worker_leaves_nothing_in_the_folder_it_is_started_in(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here, cache = tmp_path / "here", tmp_path / "cache"
    here.mkdir()
    monkeypatch.chdir(here)

    with worker(hub, HUB_CACHE_DIR=str(cache)):
        send(hub, list(world()))
        wait_for(hub, 6)

    assert list(here.iterdir()) == []
