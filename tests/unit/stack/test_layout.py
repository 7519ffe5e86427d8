import os
from pathlib import Path

import pytest

from hub.errors import InvalidInput
from hub.stack import layout as layout_module
from hub.stack.layout import Layout, make_folder, unfinished_folder


def test_a_users_data_is_private(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(layout_module, "_is_root", lambda: False)

    make_folder(Layout(tmp_path / "data"))

    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


def test_roots_data_can_be_passed_but_not_listed_whatever_the_umask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(layout_module, "_is_root", lambda: True)
    before = os.umask(0o077)
    try:
        make_folder(Layout(tmp_path / "new" / "data"))
    finally:
        os.umask(before)

    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o711


def test_folders_above_are_left_as_they_are(tmp_path: Path):
    tmp_path.chmod(0o700)

    make_folder(Layout(tmp_path / "data"))

    assert tmp_path.stat().st_mode & 0o777 == 0o700


def test_another_users_folder_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)

    with pytest.raises(InvalidInput, match=f"belongs to user {owner}: run hub as that user"):
        make_folder(Layout(tmp_path))


def test_a_file_in_the_way_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("", encoding="utf-8")

    with pytest.raises(InvalidInput, match=r"cannot use .*file/data: Not a directory"):
        make_folder(Layout(tmp_path / "file" / "data"))


def test_what_an_interrupted_start_left_is_removed(tmp_path: Path):
    first = unfinished_folder(tmp_path / "database")
    (first / "half").mkdir()
    (tmp_path / "database-programs").mkdir()

    second = unfinished_folder(tmp_path / "database")

    assert sorted(tmp_path.iterdir()) == [tmp_path / "database-programs", second]
