from pathlib import Path

import pytest

from hub.errors import RetryLater
from hub.stack.lock import hold
from hub.stack.progress import silent


def test_a_second_holder_waits_and_then_gives_up(tmp_path: Path):
    told: list[str] = []

    def tell(step: str, _done: int = 0, _total: int = 0) -> None:
        told.append(step)

    with (
        hold(tmp_path / "lock", 0.0, silent),
        pytest.raises(RetryLater, match="another hub still works on"),
        hold(tmp_path / "lock", 0.1, tell),
    ):
        pass

    assert set(told) == {"waiting for another hub to finish"}


def test_a_freed_lock_can_be_held_again(tmp_path: Path):
    for _ in range(2):
        with hold(tmp_path / "lock", 0.0, silent):
            pass
