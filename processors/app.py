"""The Faust app: a frame for intake, relay and the findings agent (design D2, 7).

Concurrency is 1, topics carry raw bytes, tables hold absolute values; nothing that matters rests on Faust's own
offsets or clocks.
"""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import faust

from hub.codec import codec_for
from hub.kafka.consumer import BatchConsumer
from hub.kafka.producer import Sender
from hub.ledger.policy import Policy
from hub.messages.topics import catalogue
from hub.settings import Settings
from hub.store.lease import Lease
from hub.store.unit import Ledger
from processors.books_gauge import BooksGauge
from processors.books_gauge import attach as attach_gauge
from processors.findings.agent import attach as attach_findings
from processors.intake.agent import attach as attach_intake
from processors.intake.commit import Intake
from processors.intake.inputs import Inputs
from processors.metrics import Metrics
from processors.relay.agent import Relay
from processors.relay.agent import attach as attach_relay

__all__ = ["create_app"]


def create_app(settings: Settings, kafka_bootstrap: str, database_url: str, metrics: Metrics) -> faust.App:
    """The app of one worker; nothing starts before it is run."""
    prefix = settings.topic_prefix
    app = faust.App(
        f"{prefix}hub",
        broker="aiokafka://" + kafka_bootstrap.replace(",", ";"),
        store="memory://",
        datadir=str(settings.cache_dir / "faust" / (prefix or "hub")),  # not whatever folder it is started in
        value_serializer="raw",
        key_serializer="raw",
        web_enabled=False,
        topic_partitions=_findings_partitions(),
        topic_replication_factor=1,
        topic_disable_leader=True,
        stream_wait_empty=False,
        consumer_auto_offset_reset="earliest",
        broker_session_timeout=10.0,  # a killed worker must not keep the next one from starting for a minute
        broker_heartbeat_interval=3.0,
        broker_max_poll_interval=600.0,
    )
    sender, codec = Sender(kafka_bootstrap), codec_for(settings.registry_url)
    delay = timedelta(hours=settings.oversale_notice_hours)
    intake = Intake(Ledger(database_url), codec, Policy(), prefix=prefix, oversale_delay=delay)
    inputs = Inputs(Ledger(database_url), prefix)
    consumer = BatchConsumer(kafka_bootstrap, f"{prefix}hub.intake", inputs.positions)
    attach_intake(app, intake, inputs, consumer, metrics, settings.batch_records_max)
    zone = ZoneInfo(settings.hub_zone)
    today = (lambda: datetime.now(zone).date()) if settings.clock == "wall" else None
    attach_relay(app, Relay(Lease(database_url), sender, codec, metrics, prefix=prefix, today=today))
    attach_gauge(app, BooksGauge(Ledger(database_url), metrics, settings.balance_series_max))
    attach_findings(app, codec, metrics, prefix=prefix, partitions=_findings_partitions())
    return app


def _findings_partitions() -> int:
    """A table has as many partitions as the topic it follows."""
    return next(topic.partitions for topic in catalogue() if topic.name == "hub.findings")
