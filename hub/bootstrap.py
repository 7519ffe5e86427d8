"""The composition root: settings in, a hub put together from its parts out."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date, datetime

import faust
import psycopg

from hub import stack
from hub.codec import Codec, codec_for
from hub.errors import Fatal, InvalidInput
from hub.kafka.admin import Admin, TopicWanted
from hub.kafka.producer import Sender
from hub.ledger.books import Books
from hub.ledger.policy import Policy
from hub.ledger.refusals import HUB
from hub.memory import MemoryBooks
from hub.messages import Message
from hub.messages.topics import GATEWAY_OUTBOX, HUB_FACTS, ORGANISATION_HEADER, catalogue
from hub.records import Outgoing
from hub.settings import Settings
from hub.store.migrate import migrate
from hub.store.unit import Ledger, Unit, unit_on
from hub.views.day import hub_day, wall_day
from processors.app import create_app
from processors.intake.inputs import input_topics
from processors.metrics import Metrics
from processors.rebuild import Verification, replay, verify

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
        """The books at one moment.

        Raises:
            InvalidInput: the database has not the tables of this version.
            RetryLater: the database is away.
        """
        with _tables_there(), closing(Ledger(self.database_url)) as ledger, ledger.reading() as unit:
            yield unit

    def today(self) -> date:
        """The last day a document can be of.

        By the wall clock where that opens the hub's days, even if no worker has opened today's yet; where messages
        open them, as in a replay, the hub's day.
        """
        with self.reading() as unit:
            opened = hub_day(unit.books)
        wall = wall_day(self.settings.hub_zone)
        if opened is None:
            return wall
        return max(opened, wall) if self.settings.clock == "wall" else opened

    def pending(self) -> int:
        """How many records lie on the input topics and are not in the journal."""
        with self.reading() as unit:
            topics = input_topics(unit, self.settings.topic_prefix)
            standing = unit.journal.standing().items()
        journal = {(item.topic_id, item.partition): position.next_offset for item, position in standing}
        ends = Admin(self.kafka_bootstrap).ends(topics)
        return sum(end - journal.get((topic_id, number), 0) for (topic_id, _, number), end in ends.items())

    def recorded_as_of(self, at: datetime) -> Books:
        """The books as they were known at a moment: the journal up to then, posted anew in memory."""
        ledger, books = Ledger(self.database_url), MemoryBooks()
        try:
            with ledger.snapshot() as connection:
                for _ in replay(
                    unit_on(connection).journal, books, self.codec, Policy(), self.settings.topic_prefix, until=at
                ):
                    pass
        finally:
            ledger.close()
        return books

    def verify(self) -> Verification:
        """Rebuild the books beside the live ones and compare.

        Raises:
            InvalidInput: as `reading`.
        """
        with _tables_there(), closing(Ledger(self.database_url)) as ledger, ledger.snapshot() as connection:
            return verify(connection, self.codec, Policy(), self.settings.topic_prefix)

    def sender(self) -> Sender:
        """A producer that waits for delivery."""
        return Sender(self.kafka_bootstrap)

    def outgoing(self, message: Message) -> Outgoing:
        """A message as the hub writes its own and the gateway those of organisations without a topic."""
        author = message.author_id
        sender = getattr(message, "filed_by", None) or author
        topic = HUB_FACTS if author == HUB else GATEWAY_OUTBOX
        name = f"{self.settings.topic_prefix}{topic}"
        return Outgoing(name, author.encode(), self.codec.encode(message), {ORGANISATION_HEADER: sender})

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


@contextmanager
def _tables_there() -> Iterator[None]:
    """Say what to run where the database has no tables yet, or those of an earlier version."""
    try:
        yield
    except Fatal as error:
        if isinstance(error.__cause__, psycopg.errors.UndefinedTable | psycopg.errors.UndefinedColumn):
            raise InvalidInput("the database does not have the tables of this version: run hub migrate") from error
        raise
