"""The README's worked day, as a new user types it after `make demo`, on the real engines."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.stack import Engines

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def sessions() -> Iterator[tuple[str, list[str]]]:
    """Each command of the README's console blocks with the lines it must print; `...` stands for any."""
    for block in BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.splitlines()
            yield command, [" ".join(line.split()) for line in lines if line.strip() != "..."]


def hub(arguments: list[str], environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "hub", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=600, check=False
    )


@pytest.fixture(scope="module")
def demo(engines: Engines, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A hub in which `hub demo` has just run."""
    environment = {
        "HUB_KAFKA_BOOTSTRAP": engines.kafka_bootstrap,
        "HUB_DATABASE_URL": engines.database_url,
        "HUB_DATA_DIR": str(tmp_path_factory.mktemp("demo")),
        "HUB_CLOCK": "messages",
    }
    result = hub(["demo"], environment)
    assert result.returncode == 0, result.stderr
    return {**environment, "PRINTED": result.stdout}


def test_the_demo_prints_what_was_planted_and_no_more(demo: dict[str, str]) -> None:
    printed = demo["PRINTED"]
    codes = re.findall(r"^ ([AGE]_[A-Z_]+) +(open|cleared|cleared_late|escalated|retracted) ", printed, re.MULTILINE)

    assert codes == [
        ("A_CARRY_FORWARD", "open"),
        ("A_COUNTERPARTY_AMOUNT", "open"),
        ("A_OVERSALE", "open"),
        ("A_OVERSALE_RUNNING", "cleared"),
        ("A_OVERSALE_RUNNING", "escalated"),
        ("G_BFR", "cleared_late"),
        ("G_MOISTURE", "open"),
        ("G_SALE_RECORD", "open"),
    ]
    assert "Try next:" in printed


def test_a_second_demo_loads_nothing(demo: dict[str, str]) -> None:
    result = hub(["demo"], demo)

    assert result.returncode == 0
    assert result.stdout == demo["PRINTED"]
    assert "messages" not in result.stderr


@pytest.mark.parametrize(("command", "lines"), list(sessions()), ids=[command for command, _ in sessions()])
def test_a_command_of_the_worked_day_prints_what_the_readme_says(
    demo: dict[str, str], command: str, lines: list[str]
) -> None:
    program, *arguments = shlex.split(command)

    result = hub(arguments, demo)

    printed = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert program == "hub"
    assert result.returncode == 0, result.stderr
    assert [line for line in lines if line not in printed] == []
