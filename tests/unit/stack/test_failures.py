import errno
from pathlib import Path

import pytest

from hub.errors import Fatal, InvalidInput, RetryLater
from hub.stack.failures import died, from_os_error


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_can_be_tried_again(number: int):
    error = from_os_error(OSError(number, "full"), Path("/data"))

    assert isinstance(error, RetryLater)
    assert "the disk of /data is full" in str(error)


def test_a_closed_folder_is_for_the_person_to_mend():
    error = from_os_error(PermissionError(errno.EACCES, "Permission denied"), Path("/data"))

    assert isinstance(error, InvalidInput)
    assert str(error) == ("cannot use /data: Permission denied; make it writable or set HUB_DATA_DIR to another folder")


def test_an_engine_that_died_is_quoted(tmp_path: Path):
    log = tmp_path / "database.log"
    log.write_text("LOG:  starting\nFATAL:  could not bind\nLOG:  shut down\n\n", encoding="utf-8")

    error = died("database", log)

    assert isinstance(error, Fatal)
    assert str(error) == (f"the database did not start: FATAL:  could not bind; the whole story is in {log}")


@pytest.mark.parametrize("line", ["java.io.IOException: No space left on device", "HINT:  Check free disk space."])
def test_an_engine_that_died_of_a_full_disk_can_be_tried_again(tmp_path: Path, line: str):
    log = tmp_path / "broker.log"
    log.write_text(f"{line}\nPANIC:  something else\n", encoding="utf-8")

    assert isinstance(died("broker", log), RetryLater)


def test_an_engine_that_died_in_silence_is_told_too(tmp_path: Path):
    assert "it said nothing" in str(died("broker", tmp_path / "broker.log"))
