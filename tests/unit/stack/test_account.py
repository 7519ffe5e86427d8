import os
import tempfile
from pathlib import Path

import pytest

from hub.errors import InvalidInput
from hub.stack import account as account_module
from hub.stack.account import Account, blocking_folder, can_run, database_account

ourselves = Account(os.geteuid(), os.getegid(), other=False)
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")


def test_a_normal_user_runs_the_database_itself(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(os, "getegid", lambda: 100)

    account = database_account()

    assert account == Account(1000, 100, other=False)
    assert account.identity() == {}


def test_root_needs_an_unprivileged_user(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(account_module, "_UNPRIVILEGED_NAME", "no such user")

    with pytest.raises(InvalidInput, match="PostgreSQL refuses to run as root"):
        database_account()


def test_an_open_way_is_not_blocked(tmp_path: Path):
    assert blocking_folder(tmp_path, ourselves) is None


@as_root
def test_a_folder_closed_to_the_databases_user_is_named():
    with tempfile.TemporaryDirectory() as closed:  # its mode is 0700; pytest's own has closed parents
        (Path(closed) / "data").mkdir()

        assert blocking_folder(Path(closed) / "data", database_account()) == Path(closed)


def test_a_root_that_may_not_become_another_user_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(account_module.subprocess, "run", refuse)

    with pytest.raises(InvalidInput, match="root may not become user 65534 here"):
        blocking_folder(tmp_path, Account(65534, 65534, other=True))


@as_root
def test_a_program_closed_to_the_databases_user_cannot_be_run(tmp_path: Path):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o700)

    assert can_run(program, ourselves)
    assert not can_run(program, database_account())
