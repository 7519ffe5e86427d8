import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from hub.errors import Fatal, InvalidInput, RetryLater
from hub.stack import download
from hub.stack.jar_lock import Jar
from hub.stack.jars import ensure_jars, is_whole
from hub.stack.progress import silent

CONTENT = b"some bytes"
JAR = Jar("org.example:thing:1", hashlib.sha256(CONTENT).hexdigest(), len(CONTENT))


def repository(monkeypatch: pytest.MonkeyPatch, content: bytes) -> list[str]:
    """Replace the network; returns the list to which the names of fetched jars are added."""
    fetched: list[str] = []

    def fetch(jar: Jar, folder: Path, _repository: str | None, moved: Callable[[int], None]) -> Path:
        fetched.append(jar.coordinate)
        moved(len(content))
        file = folder / jar.file_name
        file.write_bytes(content)
        return file

    monkeypatch.setattr(download, "download", fetch)
    return fetched


@pytest.mark.parametrize(
    ("content", "whole"), [(CONTENT, True), (CONTENT[:-1], False), (b"other byte", False), (b"", False)]
)
def test_only_the_locked_bytes_are_a_whole_jar(tmp_path: Path, content: bytes, whole: bool):  # noqa: FBT001 - a table
    (tmp_path / "jar").write_bytes(content)

    assert is_whole(JAR, tmp_path / "jar") == whole


def test_a_missing_jar_is_not_whole(tmp_path: Path):
    assert not is_whole(JAR, tmp_path / "jar")


def test_a_missing_jar_is_fetched_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    fetched = repository(monkeypatch, CONTENT)

    first = ensure_jars(tmp_path, [JAR], None, silent)
    second = ensure_jars(tmp_path, [JAR], None, silent)

    assert first == second == [tmp_path / "jars" / "thing-1.jar"]
    assert first[0].read_bytes() == CONTENT
    assert fetched == ["org.example:thing:1"]


def test_a_truncated_jar_in_the_cache_is_fetched_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    fetched = repository(monkeypatch, CONTENT)
    (tmp_path / "jars").mkdir()
    (tmp_path / "jars" / "thing-1.jar").write_bytes(CONTENT[:4])

    [file] = ensure_jars(tmp_path, [JAR], None, silent)

    assert file.read_bytes() == CONTENT
    assert fetched == ["org.example:thing:1"]


def test_other_bytes_than_locked_never_enter_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    repository(monkeypatch, b"other byte")

    with pytest.raises(Fatal, match=r"org\.example:thing:1 came with other bytes than the lock allows"):
        ensure_jars(tmp_path, [JAR], None, silent)

    assert list((tmp_path / "jars").glob("*.jar")) == []


def test_what_an_interruption_left_is_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    repository(monkeypatch, CONTENT)
    leftover = tmp_path / "jars" / ".unfinished-abc"
    leftover.mkdir(parents=True)

    ensure_jars(tmp_path, [JAR], None, silent)

    assert not leftover.exists()


def test_one_failing_jar_does_not_lose_the_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    repository(monkeypatch, CONTENT)
    whole = [Jar(f"org.example:thing{number}:1", JAR.sha256, JAR.size) for number in range(3)]
    broken = Jar("org.example:broken:1", "0" * 64, JAR.size)

    with pytest.raises(Fatal, match=r"org\.example:broken:1"):
        ensure_jars(tmp_path, [*whole, broken], None, silent)

    assert sorted(file.name for file in (tmp_path / "jars").glob("*.jar")) == [jar.file_name for jar in whole]


def test_progress_is_told_in_bytes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    repository(monkeypatch, CONTENT)
    told: list[tuple[int, int]] = []

    ensure_jars(tmp_path, [JAR], None, lambda _step, done=0, total=0: told.append((done, total)))

    assert told == [(len(CONTENT), len(CONTENT))]


def test_a_cache_that_cannot_be_made_is_told_by_its_setting(tmp_path: Path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")

    with pytest.raises(InvalidInput, match=r"cannot use .*file/jars: Not a directory; .* HUB_CACHE_DIR"):
        ensure_jars(tmp_path / "file", [JAR], None, silent)


def test_a_full_disk_is_told_by_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def fetch(*_arguments: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(download, "download", fetch)

    with pytest.raises(RetryLater, match=r"the disk of .*jars is full: free some space or set HUB_CACHE_DIR"):
        ensure_jars(tmp_path, [JAR], None, silent)
