"""A scenario through the whole path: broker, worker, database. Each file has a database and topics of its own."""

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, Self

import sqlalchemy as sa

from hub.bootstrap import Hub
from hub.errors import RetryLater
from hub.kafka.admin import Admin
from hub.ledger.admission import Outcome
from hub.ledger.books import Books
from hub.ledger.refusals import Refusal
from hub.messages import Message
from hub.store.migrate import migrate
from hub.store.unit import Ledger
from processors.metrics import Metrics
from processors.run import running

__all__ = ["KafkaFeed", "KafkaFeeds"]

_PATIENCE_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.01


class KafkaFeeds:
    """Makes feeds, each over a copy of one empty, migrated database."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._template = f"scenario-template-{secrets.token_hex(4)}"

    def __enter__(self) -> Self:
        """Make the template."""
        with _server(self._hub.database_url) as server:
            server.execute(sa.text(f'CREATE DATABASE "{self._template}"'))
        migrate(_named(self._hub.database_url, self._template))
        return self

    def __exit__(self, *_: object) -> None:
        """Drop the template."""
        _drop(self._hub.database_url, self._template)

    @contextmanager
    def feed(self) -> Iterator["KafkaFeed"]:
        """A hub with nothing in its books and its worker running; all of it is gone afterwards."""
        name = f"scenario-{secrets.token_hex(4)}"
        settings = self._hub.settings.model_copy(update={"topic_prefix": f"{name}.", "clock": "messages"})
        hub = replace(self._hub, settings=settings, database_url=_named(self._hub.database_url, name))
        with _server(self._hub.database_url) as server:
            server.execute(sa.text(f'CREATE DATABASE "{name}" TEMPLATE "{self._template}"'))
        topics = hub.create_topics([])
        try:
            with running(lambda: hub.app(Metrics())):
                feed = KafkaFeed(hub)
                try:
                    yield feed
                finally:
                    feed.close()
        finally:
            Admin(hub.kafka_bootstrap).delete([*topics, f"{name}.hub-findings-changelog"])
            _drop(self._hub.database_url, name)


class KafkaFeed:
    """Sends messages as the gateway and the hub would, and waits until each is in the journal."""

    def __init__(self, hub: Hub) -> None:
        self._hub, self._sender = hub, hub.sender()
        self._ledger = Ledger(hub.database_url)
        self._sent = 0

    def close(self) -> None:
        """Give the connection back."""
        self._ledger.close()

    @contextmanager
    def reading(self) -> Iterator[Books]:
        """See `Feed.reading`."""
        with self._ledger.reading() as unit:
            yield unit.books

    def send(self, messages: tuple[Message, ...]) -> list[Outcome]:
        """See `Feed.send`."""
        self._sender.send(map(self._hub.outgoing, messages))
        first, self._sent = self._sent, self._sent + len(messages)
        outcomes: dict[tuple[str | None, str | None], list[Outcome]] = {}
        for identity, outcome in self._wait()[first:]:
            outcomes.setdefault(identity, []).append(outcome)
        return [outcomes[message.author_id, message.event_id].pop(0) for message in messages]

    def _wait(self) -> list[tuple[tuple[str | None, str | None], Outcome]]:
        """Every journal entry, once there are as many as messages were sent."""
        until, entries = time.monotonic() + _PATIENCE_SECONDS, []
        while time.monotonic() < until:
            with self._ledger.reading() as unit:
                entries = [entry for _, _, entry in unit.journal.read()]
            if len(entries) >= self._sent:
                return [((e.author_id, e.event_id), _outcome(e.outcome, e.codes)) for e in entries]
            time.sleep(_POLL_SECONDS)
        raise RetryLater(f"the worker committed {len(entries)} of {self._sent} messages in {_PATIENCE_SECONDS:.0f} s")


def _outcome(outcome: str, codes: Sequence[str]) -> Outcome:
    return Outcome(outcome, tuple(Refusal(code, "", "") for code in codes))


@contextmanager
def _server(database_url: str) -> Iterator[sa.Connection]:
    """A connection on which databases are made and dropped.

    Raises:
        RetryLater: the database is away.
    """
    engine = sa.create_engine(database_url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    except sa.exc.OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise RetryLater(f"making a database for scenarios: {reason}; is the database up?") from error


def _drop(database_url: str, name: str) -> None:
    with _server(database_url) as server:
        server.execute(sa.text(f'DROP DATABASE "{name}" WITH (FORCE)'))


def _named(database_url: str, name: str) -> str:
    return sa.make_url(database_url).set(database=name).render_as_string(hide_password=False)
