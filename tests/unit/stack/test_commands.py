import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hub import stack
from hub.cli import main
from hub.commands import stack as commands
from hub.settings import Settings
from hub.stack import Condition, EngineStatus, Status

URL = "postgresql+psycopg://hub:secret@127.0.0.1:5432/hub"
UP = Status(
    Path("/data"),
    broker=EngineStatus(Condition.ANSWERING, "127.0.0.1:9092", 41, given=False),
    database=EngineStatus(Condition.ANSWERING, URL, 42, given=False),
)
HALF = Status(
    Path("/data"),
    broker=EngineStatus(Condition.STOPPED, "", None, given=False),
    database=EngineStatus(Condition.ANSWERING, URL, None, given=True),
)


def run_status(monkeypatch: pytest.MonkeyPatch, found: Status, *arguments: str):
    monkeypatch.setattr(stack, "status", lambda _settings: found)
    return CliRunner().invoke(commands.status, arguments, obj=Settings())


def test_status_is_for_people_and_hides_the_password(monkeypatch: pytest.MonkeyPatch):
    result = run_status(monkeypatch, UP)

    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "broker    answering  127.0.0.1:9092  (process 41)",
        "database  answering  postgresql+psycopg://hub:***@127.0.0.1:5432/hub  (process 42)",
        "data      /data",
    ]


def test_status_fails_unless_both_answer(monkeypatch: pytest.MonkeyPatch):
    result = run_status(monkeypatch, HALF)

    assert result.exit_code == 1
    assert result.output.splitlines()[:2] == [
        "broker    stopped  -  (no process)",
        "database  answering  postgresql+psycopg://hub:***@127.0.0.1:5432/hub  (given by a setting)",
    ]


def test_status_for_programs_is_complete(monkeypatch: pytest.MonkeyPatch):
    result = run_status(monkeypatch, UP, "--json")

    assert json.loads(result.output) == {
        "answering": True,
        "data_dir": "/data",
        "broker": {"condition": "answering", "address": "127.0.0.1:9092", "pid": 41, "given": False},
        "database": {"condition": "answering", "address": URL, "pid": 42, "given": False},
    }


def test_progress_shows_a_step_once(capsys: pytest.CaptureFixture[str]):
    lines = commands.Lines()

    for _ in range(3):
        lines("starting the broker")
    lines("downloading the broker", 1_000_000, 45_000_000)
    lines("downloading the broker", 2_000_000, 45_000_000)

    assert capsys.readouterr().err.splitlines() == [
        "starting the broker ...",
        "downloading the broker (1 of 45 MB) ...",
    ]


@pytest.mark.parametrize(("found", "exit_code"), [(UP, 0), (HALF, 1)])
def test_up_asks_whether_the_engines_answer(monkeypatch: pytest.MonkeyPatch, found: Status, exit_code: int):
    monkeypatch.setattr(stack, "up", lambda *_: stack.Engines("127.0.0.1:9092", URL))
    monkeypatch.setattr(stack, "status", lambda _: found)

    result = CliRunner().invoke(main, ["up"])

    assert result.exit_code == exit_code
    assert ("does not answer" in result.stderr) == bool(exit_code)
