"""Sample world: a harvest quarter in Illinois and the next, as files of three scale houses and others' messages.

    for step in steps():
        # open step.day, import step.imports, then send step.messages

What was planted in it, and where, stands in the README beside this file.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import yaml

from hub.messages import Message, from_json

__all__ = ["FILES", "Step", "expected_findings", "steps"]

FILES: Final = Path(__file__).parent / "files"
"""The generated files."""


@dataclass(frozen=True, slots=True)
class Step:
    """What is loaded on one of the hub's days: first the imports, each a profile with its files, then the messages."""

    day: date
    title: str
    imports: tuple[tuple[str, tuple[Path, ...]], ...]
    messages: tuple[Message, ...]


def steps() -> Iterator[Step]:
    """The world in the order it is loaded; the hub's day never runs backwards."""
    for step in _yaml("manifest.yaml")["steps"]:
        yield Step(
            step["day"],
            step["title"],
            tuple((item["profile"], _paths(item["files"])) for item in step.get("imports", ())),
            tuple(message for name in step.get("messages", ()) for message in _messages(name)),
        )


def expected_findings() -> list[dict[str, Any]]:
    """What the hub finds once everything is loaded, complete, each with what tells it from others."""
    found: list[dict[str, Any]] = _yaml("expected.yaml")["findings"]
    return found


def _paths(names: list[str]) -> tuple[Path, ...]:
    return tuple(FILES / name for name in names)


def _messages(name: str) -> Iterator[Message]:
    for line in (FILES / name).read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        yield from_json(said["type"], said["version"], json.dumps(said["message"]))


def _yaml(name: str) -> Any:
    return yaml.safe_load((FILES / name).read_text(encoding="utf-8"))
