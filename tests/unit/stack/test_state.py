import os
from pathlib import Path

import pytest

from hub.errors import InvalidInput, RetryLater
from hub.stack.state import State, read, write

STATE = State(kafka_port=1, controller_port=2, database_port=3)


def test_what_was_written_is_read(tmp_path: Path):
    write(tmp_path / "stack.json", STATE)

    assert read(tmp_path / "stack.json") == STATE


def test_without_a_file_nothing_is_known(tmp_path: Path):
    assert read(tmp_path / "stack.json") == State()


def test_only_its_user_may_read_it(tmp_path: Path):
    write(tmp_path / "stack.json", STATE)

    assert (tmp_path / "stack.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"kafka_port": "x"}'])
def test_a_file_of_another_make_is_told_with_the_remedy(tmp_path: Path, text: str):
    (tmp_path / "stack.json").write_text(text, encoding="utf-8")

    with pytest.raises(InvalidInput, match=r"stack\.json cannot be read .*: delete it and run hub up"):
        read(tmp_path / "stack.json")


def test_a_failed_write_leaves_the_last_state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def no_space(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    write(tmp_path / "stack.json", STATE)
    monkeypatch.setattr(os, "fsync", no_space)

    with pytest.raises(RetryLater, match="is full"):
        write(tmp_path / "stack.json", State())

    assert read(tmp_path / "stack.json") == STATE
    assert [file.name for file in tmp_path.iterdir()] == ["stack.json"]
