"""How the engines are, by asking them."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from hub.settings import Settings
from hub.stack import state as state_file
from hub.stack.broker import broker_answers, broker_marker
from hub.stack.database import database_answers, database_marker, local_database_url
from hub.stack.failures import at
from hub.stack.layout import Layout
from hub.stack.ports import LOOPBACK
from hub.stack.processes import find
from hub.stack.state import State

__all__ = ["Condition", "EngineStatus", "Status", "status"]


class Condition(StrEnum):
    """How an engine is."""

    ANSWERING = "answering"
    SILENT = "running, but not answering"
    STOPPED = "stopped"
    UNREACHABLE = "not answering"


@dataclass(frozen=True)
class EngineStatus:
    """One engine.

    Attributes:
        condition: How it is.
        address: Where it is, or was last; empty if that is not known. A database's carries its password.
        pid: Its process; None if it is not a running process of the local stack.
        given: Whether its address comes from a setting.
    """

    condition: Condition
    address: str = field(repr=False)
    pid: int | None
    given: bool


@dataclass(frozen=True)
class Status:
    """Both engines and where the local ones keep their data."""

    data_dir: Path
    broker: EngineStatus
    database: EngineStatus

    @property
    def answering(self) -> bool:
        """Whether both serve clients."""
        return {self.broker.condition, self.database.condition} == {Condition.ANSWERING}


def status(settings: Settings) -> Status:
    """Ask both engines how they are; takes a few seconds at most and changes nothing.

    Raises:
        HubError: the data directory cannot be read.
    """
    layout = Layout(settings.data_dir)
    state = state_file.read(layout.state)
    return Status(
        settings.data_dir,
        broker=_broker(settings, layout, state),
        database=_database(settings, layout, state),
    )


def _broker(settings: Settings, layout: Layout, state: State) -> EngineStatus:
    given = settings.kafka_bootstrap
    if given is not None:
        return _given(given, answers=broker_answers(given))
    pid = find(broker_marker(layout))
    address = f"{LOOPBACK}:{state.kafka_port}" if state.kafka_port else ""
    return _local(address, pid, answers=pid is not None and broker_answers(address))


def _database(settings: Settings, layout: Layout, state: State) -> EngineStatus:
    given = settings.database_url
    if given is not None:
        return _given(given, answers=database_answers(given))
    pid = find(database_marker(layout))
    with at(layout.database):
        made = layout.database_password.exists()
    address = local_database_url(layout, state.database_port) if made else ""
    return _local(address, pid, answers=pid is not None and database_answers(address))


def _given(address: str, *, answers: bool) -> EngineStatus:
    return EngineStatus(Condition.ANSWERING if answers else Condition.UNREACHABLE, address, None, given=True)


def _local(address: str, pid: int | None, *, answers: bool) -> EngineStatus:
    if pid is None:
        return EngineStatus(Condition.STOPPED, address, None, given=False)
    return EngineStatus(Condition.ANSWERING if answers else Condition.SILENT, address, pid, given=False)
