"""The only composition root: settings in, a hub put together from its parts out."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import faust

from hub import stack
from hub.codec import Codec, codec_for
from hub.kafka.admin import Admin, TopicWanted
from hub.kafka.producer import Sender
from hub.ledger.policy import Policy
from hub.messages.topics import catalogue
from hub.settings import Settings
from hub.store.migrate import migrate
from hub.store.unit import Ledger, Unit
from processors.app import create_app
from processors.intake.inputs import input_topics
from processors.metrics import Metrics
from processors.rebuild import Verification, verify

__all__ = ["Hub", "hub_for"]


@dataclass(frozen=True, slots=True)
class Hub:
    """A hub on a broker and a database; its parts are made when asked for."""

    settings: Settings
    kafka_bootstrap: str
    database_url: str

    @property
    def codec(self) -> Codec:
        """Messages to bytes and back, by the registry or the built-in schemas."""
        return codec_for(self.settings.registry_url)

    def migrate(self) -> tuple[str | None, str]:
        """Bring the tables to the newest revision; the one before and the one after."""
        return migrate(self.database_url)

    def apply_topics(self) -> list[str]:
        """Create the catalogue's topics, and those of every organisation that has its own; the names made."""
        with self.reading() as unit:
            own = sorted(unit.books.own_topics())
        return self.create_topics(own)

    def create_topics(self, organisations: list[str]) -> list[str]:
        """Create the shared topics and those of these organisations."""
        wanted = []
        for topic in catalogue():
            names = [topic.name] if "{id}" not in topic.name else [topic.name.format(id=name) for name in organisations]
            wanted += [
                TopicWanted(f"{self.settings.topic_prefix}{name}", topic.partitions, topic.config) for name in names
            ]
        return Admin(self.kafka_bootstrap).create(wanted)

    @contextmanager
    def reading(self) -> Iterator[Unit]:
        """The books at one moment."""
        ledger = Ledger(self.database_url)
        try:
            with ledger.reading() as unit:
                yield unit
        finally:
            ledger.close()

    def pending(self) -> int:
        """How many records lie on the input topics and are not in the journal."""
        with self.reading() as unit:
            topics = input_topics(unit, self.settings.topic_prefix)
            standing = unit.journal.standing().items()
        journal = {(item.topic_id, item.partition): position.next_offset for item, position in standing}
        ends = Admin(self.kafka_bootstrap).ends(topics)
        return sum(end - journal.get((topic_id, number), 0) for (topic_id, _, number), end in ends.items())

    def verify(self) -> Verification:
        """Rebuild the books beside the live ones and compare."""
        ledger = Ledger(self.database_url)
        try:
            with ledger.snapshot() as connection:
                return verify(connection, self.codec, Policy(), self.settings.topic_prefix)
        finally:
            ledger.close()

    def sender(self) -> Sender:
        """A producer that waits for delivery."""
        return Sender(self.kafka_bootstrap)

    def app(self, metrics: Metrics) -> faust.App:
        """One worker's app."""
        return create_app(self.settings, self.kafka_bootstrap, self.database_url, metrics)


def hub_for(settings: Settings) -> Hub:
    """The hub on the engines the settings name, or on the local stack.

    Raises:
        InvalidInput: no engines are given and the local stack is not up.
    """
    engines = stack.engines(settings)
    return Hub(settings, engines.kafka_bootstrap, engines.database_url)
