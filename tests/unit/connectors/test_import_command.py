"""`hub import` where no stack is up: a rehearsal works, the real thing says what to do."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from connectors.scale_tickets.world import FILES
from hub.commands.imports import import_command
from hub.errors import InvalidInput, RetryLater
from hub.settings import Settings

FILE = str(FILES / "tickets/salt-creek/2026-10-01.csv")


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(import_command, arguments, obj=Settings(data_dir=folder), catch_exceptions=True)


def test_a_dry_run_needs_no_broker_and_says_what_it_could_not_look_up(tmp_path: Path) -> None:
    done = run(tmp_path, "salt-creek", FILE, "--dry-run")

    assert done.exit_code == 0
    assert "266 messages of elev-salt-creek would go" in done.output
    assert "what was imported before is not known: the local stack is not up" in done.output


def test_a_dry_run_for_programs(tmp_path: Path) -> None:
    found = json.loads(run(tmp_path, "salt-creek", FILE, "--dry-run", "--json").stdout)

    assert (found["counts"]["new"], found["messages"], found["dry_run"]) == (286, 266, True)
    assert "not up" in found["not_looked_up"]


def test_a_refused_row_or_file_is_exit_status_1(tmp_path: Path) -> None:
    assert run(tmp_path, "havana-terminal", FILE, "--dry-run").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nobody", FILE, "--dry-run"], "no profile 'nobody'"),
        (["salt-creek", "nowhere.csv", "--dry-run"], "nowhere.csv: No such file"),
    ],
)
def test_what_is_not_there_is_told(tmp_path: Path, arguments: list[str], told: str) -> None:
    done = run(tmp_path, *arguments)

    assert isinstance(done.exception, InvalidInput)
    assert told in str(done.exception)


def test_without_a_stack_nothing_is_imported(tmp_path: Path) -> None:
    assert isinstance(run(tmp_path, "salt-creek", FILE).exception, RetryLater)
