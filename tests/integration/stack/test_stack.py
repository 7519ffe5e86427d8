"""The local stack for real: processes, ports and files of this test's own."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psycopg
import pytest
from confluent_kafka import KafkaException
from confluent_kafka.admin import AdminClient, NewTopic

from hub import stack
from hub.errors import Fatal, InvalidInput, RetryLater
from hub.settings import Settings
from hub.stack import Condition
from hub.stack.ports import LOOPBACK

HUB = [sys.executable, "-c", "from hub.cli import main; main()"]


@pytest.fixture(scope="module")
def settings() -> Iterator[Settings]:
    """Settings of a local stack in a folder of its own, stopped and removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="hub-stack-"))  # pytest's own is closed to the database's user
    found = Settings(
        data_dir=folder,
        kafka_bootstrap=None,
        database_url=None,
        kafka_port=0,
        database_port=0,
        database_fsync=False,
    )
    try:
        yield found
    finally:
        stack.down(found)
        shutil.rmtree(folder)


def pids(settings: Settings) -> list[int]:
    """The processes of a stack that is up."""
    found = stack.status(settings)
    assert found.broker.pid
    assert found.database.pid
    return [found.broker.pid, found.database.pid]


def is_running(pid: int) -> bool:
    """Whether a process runs; one that ended and waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def processes_naming(folder: Path) -> list[str]:
    """The command lines of all processes that name a folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if str(folder) in command:
            found.append(command)
    return found


def hub(settings: Settings, *arguments: str, kafka_port: int = 0) -> subprocess.Popen[str]:
    """Start the command `hub` as a process of its own on a stack."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("HUB_")},
        "HUB_DATA_DIR": str(settings.data_dir),
        "HUB_CACHE_DIR": str(settings.cache_dir),
        "HUB_DATABASE_FSYNC": "false",
        "HUB_KAFKA_PORT": str(kafka_port),
    }
    return subprocess.Popen(
        [*HUB, *arguments], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def outcomes(commands: Sequence[subprocess.Popen[str]]) -> list[tuple[int, str, str]]:
    """Wait for commands; exit status, output and errors of each."""
    texts = [command.communicate(timeout=120) for command in commands]
    return [(command.returncode, *text) for command, text in zip(commands, texts, strict=True)]


def change(settings: Settings, **changes: object) -> Settings:
    return settings.model_copy(update=changes)


def test_up_then_both_answer(settings: Settings):
    engines = stack.up(settings)

    found = stack.status(settings)
    state = json.loads((settings.data_dir / "stack.json").read_text(encoding="utf-8"))
    assert found.answering
    assert engines == stack.engines(settings)
    assert engines.kafka_bootstrap == found.broker.address == f"{LOOPBACK}:{state['kafka_port']}"
    assert engines.database_url == found.database.address


def test_up_again_is_instant_and_changes_nothing(settings: Settings):
    engines, before = stack.up(settings), pids(settings)
    told: list[str] = []

    begin = time.monotonic()
    again = stack.up(settings, lambda step, done=0, total=0: told.append(step))  # noqa: ARG005 - the protocol's names
    seconds = time.monotonic() - begin

    assert again == engines
    assert pids(settings) == before
    assert told == []
    assert seconds < 2


def test_strings_are_ordered_by_their_bytes_and_letters_have_cases(settings: Settings):
    with psycopg.connect(stack.up(settings).database_url.replace("+psycopg", "")) as connection:
        ordered = connection.execute("SELECT x FROM unnest(ARRAY['é', 'b', 'A', 'Z', 'a', '-']) x ORDER BY x")
        upper = connection.execute("SELECT upper('é')")

        assert [row[0] for row in ordered] == ["-", "A", "Z", "a", "b", "é"]
        assert upper.fetchone() == ("É",)


def test_the_database_asks_for_the_password_and_gives_no_superuser(settings: Settings):
    url = stack.up(settings).database_url.replace("+psycopg", "")
    with psycopg.connect(url) as connection:
        role = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone()

    user, _, place = url.partition("@")
    with pytest.raises(psycopg.OperationalError, match="no password supplied"):
        psycopg.connect(f"{user.rpartition(':')[0]}@{place}")
    assert role == (False,)


def test_a_topic_exists_only_when_it_was_made(settings: Settings):
    client = AdminClient({"bootstrap.servers": stack.up(settings).kafka_bootstrap})

    [made] = client.create_topics([NewTopic("made", 1, 1)]).values()
    made.result(timeout=10)

    assert client.list_topics("never-made", timeout=10).topics["never-made"].error is not None
    assert "never-made" not in client.list_topics(timeout=10).topics
    with pytest.raises(KafkaException):
        client.create_topics([NewTopic("made", 1, 1)])["made"].result(timeout=10)


def test_the_data_is_the_users_alone(settings: Settings):
    stack.up(settings)

    assert settings.data_dir.stat().st_mode & 0o066 == 0
    for private in ("broker", "broker.properties", "database", "stack.json", "database.log", "broker.log"):
        assert (settings.data_dir / private).stat().st_mode & 0o077 == 0, private


def test_a_killed_broker_is_seen_and_up_cures_it(settings: Settings):
    engines = stack.up(settings)
    broker, database = pids(settings)

    os.kill(broker, signal.SIGKILL)
    while is_running(broker):
        time.sleep(0.01)
    seen = stack.status(settings)
    cured = stack.up(settings)

    assert seen.broker.condition == Condition.STOPPED
    assert seen.database.condition == Condition.ANSWERING
    assert not seen.answering
    assert cured == engines
    assert stack.status(settings).answering
    assert pids(settings)[0] != broker
    assert pids(settings)[1] == database


def test_another_port_than_the_running_one_is_refused(settings: Settings):
    stack.up(settings)

    with pytest.raises(InvalidInput, match="HUB_DATABASE_PORT says 1: run hub down, then hub up"):
        stack.up(change(settings, database_port=1))


def test_down_leaves_no_process_even_when_one_is_dead_already(settings: Settings):
    stack.up(settings)
    both = pids(settings)
    os.kill(both[1], signal.SIGKILL)

    stack.down(settings)
    stack.down(settings)

    assert [pid for pid in both if is_running(pid)] == []
    assert processes_naming(settings.data_dir) == []
    assert stack.status(settings).broker.condition == Condition.STOPPED
    with pytest.raises(RetryLater, match="the local stack is not up: run hub up"):
        stack.engines(settings)


def test_two_at_once_from_other_processes_end_with_one_stack_that_we_can_stop(settings: Settings):
    results = outcomes([hub(settings, "up") for _ in range(2)])
    both = pids(settings)

    assert [status for status, _, _ in results] == [0, 0], results
    assert results[0][1] == results[1][1]
    assert len(processes_naming(settings.data_dir)) == 2
    assert outcomes([hub(settings, "status")])[0][0] == 0

    stack.down(settings)

    assert [pid for pid in both if is_running(pid)] == []
    assert outcomes([hub(settings, "status")])[0][0] == 1


def test_a_restart_keeps_ports_and_data(settings: Settings):
    engines = stack.up(settings)
    with psycopg.connect(engines.database_url.replace("+psycopg", "")) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (value integer)")

    stack.down(settings)
    again = stack.up(settings)

    assert again == engines
    with psycopg.connect(again.database_url.replace("+psycopg", "")) as connection:
        assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
    assert "made" in AdminClient({"bootstrap.servers": again.kafka_bootstrap}).list_topics(timeout=10).topics


def test_a_lost_stack_file_does_not_lose_the_processes(settings: Settings):
    stack.up(settings)
    before = pids(settings)
    (settings.data_dir / "stack.json").unlink()

    stack.up(settings)

    assert [pid for pid in before if is_running(pid)] == []
    assert len(processes_naming(settings.data_dir)) == 2
    assert stack.status(settings).answering


def test_a_taken_port_is_told_and_nothing_is_left_running(settings: Settings):
    stack.down(settings)
    with socket.create_server((LOOPBACK, 0)) as server:
        port = server.getsockname()[1]

        [(status, _, errors)] = outcomes([hub(settings, "up", kafka_port=port)])

    assert status == 2
    assert errors == (
        f"hub: port {port} of HUB_KAFKA_PORT is taken by another program: "
        "stop that, or set HUB_KAFKA_PORT to another port (0: any free one)\n"
    )
    assert processes_naming(settings.data_dir) == []


def test_an_engine_that_cannot_start_is_quoted_and_the_other_one_is_stopped(settings: Settings):
    stack.down(settings)
    broken = settings.data_dir / "database" / "cluster" / "postgresql.conf"
    text = broken.read_text(encoding="utf-8")
    broken.write_text(text + "nonsense = 1\n", encoding="utf-8")

    with pytest.raises(Fatal, match=r"the database did not start: .*contains errors; .*database\.log"):
        stack.up(settings)
    broken.write_text(text, encoding="utf-8")

    assert processes_naming(settings.data_dir) == []


def test_deleting_the_data_below_a_running_stack_does_not_hide_it(settings: Settings):
    stack.up(settings)
    both = pids(settings)
    shutil.rmtree(settings.data_dir)

    stack.down(settings)

    assert [pid for pid in both if is_running(pid)] == []
    settings.data_dir.mkdir()


def test_an_interrupted_up_leaves_no_process(settings: Settings):
    def interrupt(step: str, _done: int = 0, _total: int = 0) -> None:
        if step == "starting the broker":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stack.up(settings, interrupt)

    assert processes_naming(settings.data_dir) == []
