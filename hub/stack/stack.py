"""The local stack as a whole: started and stopped.

    engines = up(settings, silent)
    engines.kafka_bootstrap   # "127.0.0.1:29092"
    down(settings, silent)

An engine whose address a setting gives is somebody else's: it is neither started nor stopped here.
"""

from dataclasses import replace

from hub.errors import InvalidInput
from hub.settings import Settings
from hub.stack import state as state_file
from hub.stack.addresses import Engines, engines
from hub.stack.broker import Broker, broker_marker
from hub.stack.database import Database, database_marker
from hub.stack.engine import Engine, halt, wait_until_answers
from hub.stack.layout import Layout, make_folder, require_own
from hub.stack.lock import hold
from hub.stack.ports import choose
from hub.stack.processes import find
from hub.stack.progress import Progress, silent
from hub.stack.state import State

__all__ = ["down", "up"]

_LOCK_PATIENCE_SECONDS = 600.0  # another hub may be downloading the broker


def up(settings: Settings, progress: Progress = silent) -> Engines:
    """Have both engines running and answering; at once if they are.

    Whatever this call started is stopped again if it cannot finish.

    Raises:
        InvalidInput: a setting cannot be followed, such as a taken port.
        RetryLater: a download failed, the disk is full or another hub is at work.
        Fatal: an engine does not start; the text has its own words.
    """
    if settings.kafka_bootstrap is None or settings.database_url is None:
        layout = Layout(settings.data_dir)
        make_folder(layout)
        with hold(layout.lock, _LOCK_PATIENCE_SECONDS, progress):
            _bring_up(settings, layout, progress)
    return engines(settings)


def down(settings: Settings, progress: Progress = silent) -> None:
    """Leave no process of the local stack, whoever started it; data and ports are kept.

    Raises:
        HubError: a process could not be ended.
    """
    layout = Layout(settings.data_dir)
    if not layout.root.exists():  # perhaps deleted below running engines
        _halt_all(settings, layout, progress)
        return
    require_own(layout)
    with hold(layout.lock, _LOCK_PATIENCE_SECONDS, progress):
        _halt_all(settings, layout, progress)


def _bring_up(settings: Settings, layout: Layout, progress: Progress) -> None:
    state = state_file.read(layout.state)
    if state == State():  # a process of ours would listen on a port that nobody remembers
        _halt_all(settings, layout, progress)
    state = _with_ports(settings, layout, state)
    state_file.write(layout.state, state)
    local = _local_engines(settings, layout, state)
    started: list[Engine] = []
    try:
        pids = {engine.name: _running_or_started(engine, started, progress) for engine in local}
        for engine in local:  # both boot meanwhile, so the longer start is all there is to wait for
            wait_until_answers(engine, pids[engine.name], progress)
            engine.finish()
    except BaseException:
        for engine in started:
            halt(engine, progress)
        raise


def _running_or_started(engine: Engine, started: list[Engine], progress: Progress) -> int:
    pid = find(engine.marker)
    if pid is not None:
        return pid
    engine.prepare(progress)
    started.append(engine)
    return engine.start()


def _with_ports(settings: Settings, layout: Layout, state: State) -> State:
    """The state with a port for every engine that is ours to run."""
    if settings.database_url is None:
        running = find(database_marker(layout)) is not None
        port = _port(settings.database_port, state.database_port, "HUB_DATABASE_PORT", running=running)
        state = replace(state, database_port=port)
    if settings.kafka_bootstrap is None:
        running = find(broker_marker(layout)) is not None
        port = _port(settings.kafka_port, state.kafka_port, "HUB_KAFKA_PORT", running=running)
        inner = state.controller_port if running else choose(0, state.controller_port, "")
        state = replace(state, kafka_port=port, controller_port=inner)
    return state


def _port(wanted: int, remembered: int, setting: str, *, running: bool) -> int:
    if not running:
        return choose(wanted, remembered, setting)
    if wanted not in {0, remembered}:
        raise InvalidInput(
            f"it already runs on port {remembered}, but {setting} says {wanted}: run hub down, then hub up"
        )
    return remembered


def _local_engines(settings: Settings, layout: Layout, state: State) -> list[Engine]:
    """The engines that no setting gives the address of."""
    database, broker = _all_engines(settings, layout, state)
    return [
        *([database] if settings.database_url is None else []),
        *([broker] if settings.kafka_bootstrap is None else []),
    ]


def _all_engines(settings: Settings, layout: Layout, state: State) -> tuple[Engine, Engine]:
    return (
        Database(layout, state.database_port, fsync=settings.database_fsync),
        Broker(layout, settings, state.kafka_port, state.controller_port),
    )


def _halt_all(settings: Settings, layout: Layout, progress: Progress) -> None:
    for engine in _all_engines(settings, layout, State()):
        halt(engine, progress)
