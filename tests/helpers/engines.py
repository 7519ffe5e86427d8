"""The broker and the database for tests, from the first of three places that can give them.

1. the settings HUB_KAFKA_BOOTSTRAP and HUB_DATABASE_URL: whoever set them has servers running;
2. containers, where a Docker daemon answers;
3. the local stack, in a temporary data directory on free ports.
"""

import os
import secrets
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import FrameType

import psycopg
import yaml
from psycopg import sql
from sqlalchemy.engine import make_url

from hub import stack
from hub.errors import InvalidInput
from hub.settings import Settings
from hub.stack import Engines
from hub.stack.broker import broker_answers
from hub.stack.database import database_answers
from hub.stack.ports import LOOPBACK, choose

__all__ = ["Source", "choose_source", "new_database", "running_engines"]

_FOLDER_PREFIX = "hub-tests-"
_COMPOSE_FILE = Path(__file__).parents[2] / "deploy" / "compose.yaml"
_CONTAINER_PATIENCE_SECONDS = 120
_POLL_SECONDS = 0.1
_DROP_ATTEMPTS = 20
_DROP_PAUSE_SECONDS = 0.5


class Source(Enum):
    """Where tests get the broker and the database."""

    GIVEN = "given by settings"
    CONTAINERS = "containers"
    LOCAL = "the local stack"


def choose_source(settings: Settings, docker_answers: Callable[[], bool]) -> Source:
    """The first place that can give both engines.

    Args:
        settings: What the environment says.
        docker_answers: Asked only if the settings give nothing.

    Raises:
        InvalidInput: the settings give one of the two, which would be ignored silently.
    """
    given = [settings.kafka_bootstrap is not None, settings.database_url is not None]
    if all(given):
        return Source.GIVEN
    if any(given):
        raise InvalidInput("tests need both HUB_KAFKA_BOOTSTRAP and HUB_DATABASE_URL, or neither")
    return Source.CONTAINERS if docker_answers() else Source.LOCAL


@dataclass(frozen=True)
class Service:
    """A container to start: its image and its environment."""

    image: str
    environment: dict[str, str]


@contextmanager
def running_engines() -> Iterator[Engines]:
    """The engines for the length of a ``with`` block; nothing of ours runs after it."""
    settings = Settings()
    source = choose_source(settings, docker_answers)
    with ExitStack() as running:
        if source is Source.GIVEN:
            yield stack.engines(settings)
        elif source is Source.CONTAINERS:
            yield running.enter_context(_containers())
        else:
            yield running.enter_context(_local_stack())


def docker_answers() -> bool:
    """Whether a Docker daemon can be used."""
    if "DOCKER_HOST" not in os.environ and not Path("/var/run/docker.sock").exists():
        return False
    import docker  # noqa: PLC0415 - needed only where there may be a daemon
    from docker.errors import DockerException  # noqa: PLC0415

    try:
        client = docker.from_env()
        client.ping()
    except DockerException:
        return False
    return True


@contextmanager
def new_database(server_url: str, *, template: str | None = None) -> Iterator[str]:
    """A fresh database on a server, dropped at the end.

    Args:
        server_url: Any database of the server, in SQLAlchemy's form, whose user may make databases.
        template: Name of a database nobody is connected to, to copy; None: an empty one.

    Yields:
        The new database's address, in SQLAlchemy's form.
    """
    name = f"hub_test_{secrets.token_hex(6)}"
    new, source = sql.Identifier(name), sql.Identifier(template or "template1")
    copy = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy").format(new, source)
    _execute(server_url, copy)
    try:
        yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
    finally:
        _drop(server_url, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(new))


def _drop(url: str, statement: sql.Composed) -> None:
    """Drop a database, again if the server's own vacuum was in it: that is no process of ours to end."""
    for _ in range(_DROP_ATTEMPTS):
        try:
            _execute(url, statement)
        except psycopg.errors.InsufficientPrivilege:
            time.sleep(_DROP_PAUSE_SECONDS)
        else:
            return
    _execute(url, statement)


def _execute(url: str, statement: sql.Composed) -> None:
    with psycopg.connect(url.replace("+psycopg", "", 1), autocommit=True) as connection:
        connection.execute(statement)


@contextmanager
def _local_stack() -> Iterator[Engines]:
    """The local stack with the user's jar cache, without waiting for the disk."""
    _remove_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=f"{_FOLDER_PREFIX}{os.getpid()}-"))
    settings = Settings(data_dir=folder, kafka_port=0, database_port=0, database_fsync=False)
    with _termination_as_interrupt():
        try:
            yield stack.up(settings)
        finally:
            stack.down(settings)
            shutil.rmtree(folder)


def _remove_abandoned() -> None:
    """Stop and remove what a killed test run left: its folder is named after its process."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER_PREFIX}*"):
        owner = int(folder.name.removeprefix(_FOLDER_PREFIX).partition("-")[0])
        if folder.stat().st_uid == os.geteuid() and not _is_alive(owner):
            stack.down(Settings(data_dir=folder))
            shutil.rmtree(folder)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Let SIGTERM end the tests as Ctrl-C does, so that fixtures are torn down."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _containers() -> Iterator[Engines]:
    """Both engines in containers: the services of ``deploy/compose.yaml`` on free ports."""
    from testcontainers.core.container import DockerContainer  # noqa: PLC0415 - see docker_answers

    kafka_port, database_port = choose(0, 0, ""), choose(0, 0, "")
    found = Engines(f"{LOOPBACK}:{kafka_port}", f"postgresql+psycopg://hub:hub@{LOOPBACK}:{database_port}/hub")
    broker, database = _service("broker"), _service("database")
    advertised = {"KAFKA_ADVERTISED_LISTENERS": f"PLAINTEXT://{found.kafka_bootstrap}"}
    with (
        DockerContainer(broker.image, env={**broker.environment, **advertised}).with_bind_ports(9092, kafka_port),
        DockerContainer(database.image, env=database.environment).with_bind_ports(5432, database_port),
    ):
        _wait_until(lambda: broker_answers(found.kafka_bootstrap))
        _wait_until(lambda: database_answers(found.database_url))
        yield found


def _wait_until(answers: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _CONTAINER_PATIENCE_SECONDS
    while not answers():
        if time.monotonic() > deadline:
            raise TimeoutError(f"a container did not answer for {_CONTAINER_PATIENCE_SECONDS} s")
        time.sleep(_POLL_SECONDS)


def _service(name: str) -> Service:
    """A service of the file that people with Docker start."""
    compose = yaml.safe_load(_COMPOSE_FILE.read_text(encoding="utf-8"))
    service = compose["services"][name]
    return Service(service["image"], dict(service["environment"]))
