"""Where the engines are: as the settings say, else the running local ones."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hub.errors import RetryLater
from hub.settings import Settings
from hub.stack import state as state_file
from hub.stack.broker import broker_marker
from hub.stack.database import database_marker, local_database_url
from hub.stack.layout import Layout
from hub.stack.ports import LOOPBACK
from hub.stack.processes import find

__all__ = ["Engines", "engines"]


@dataclass(frozen=True)
class Engines:
    """Where the broker and the database are.

    Attributes:
        kafka_bootstrap: ``HOST:PORT[,HOST:PORT]``.
        database_url: In SQLAlchemy's form; it carries a password.
    """

    kafka_bootstrap: str
    database_url: str = field(repr=False)


def engines(settings: Settings) -> Engines:
    """Find the engines; that they answer is not tried.

    Raises:
        RetryLater: an engine is neither given by a setting nor running here.
    """
    layout = Layout(settings.data_dir)
    state = state_file.read(layout.state)
    return Engines(
        settings.kafka_bootstrap or f"{LOOPBACK}:{_running_port(broker_marker(layout), state.kafka_port)}",
        settings.database_url
        or local_database_url(layout, _running_port(database_marker(layout), state.database_port)),
    )


def _running_port(marker: Sequence[str], port: int) -> int:
    if port == 0 or find(marker) is None:
        raise RetryLater(
            "the local stack is not up: run hub up, or set HUB_KAFKA_BOOTSTRAP and HUB_DATABASE_URL to your own servers"
        )
    return port
