"""The lock of the broker's jars: which ones, and the bytes each must have.

One line per jar, ``group:artifact:version  sha256  size``; ``#`` begins a comment line. The order of the
lines is the order of the class path. `python -m hub.stack.relock` writes it.
"""

import re
from dataclasses import dataclass
from importlib.resources import files

from hub.errors import Fatal

__all__ = ["Jar", "locked_jars", "parse"]

_LOCK_NAME = "kafka-jars.lock"
_LINE = re.compile(r"(?P<coordinate>[\w.-]+:[\w.-]+:[\w.-]+)\s+(?P<sha256>[0-9a-f]{64})\s+(?P<size>[1-9]\d*)")


@dataclass(frozen=True)
class Jar:
    """A file the broker is made of.

    Attributes:
        coordinate: Its Maven name, ``group:artifact:version``.
        sha256: The digest of its bytes, in hexadecimal.
        size: The number of its bytes.
    """

    coordinate: str
    sha256: str
    size: int

    @property
    def file_name(self) -> str:
        """The name it has in the cache; as in Maven, without the group."""
        _, artifact, version = self.coordinate.split(":")
        return f"{artifact}-{version}.jar"

    def line(self) -> str:
        """Its line in the lock."""
        return f"{self.coordinate}  {self.sha256}  {self.size}"


def locked_jars() -> tuple[Jar, ...]:
    """The jars of the lock in this package."""
    return parse(files("hub.stack").joinpath(_LOCK_NAME).read_text(encoding="utf-8"))


def parse(text: str) -> tuple[Jar, ...]:
    """The jars of a lock.

    Raises:
        Fatal: a line is not one of a lock, a file name comes twice, or there is no jar at all.
    """
    lines = enumerate(text.splitlines(), start=1)
    jars = tuple(_parse_line(number, line) for number, line in lines if line.strip() and not line.startswith("#"))
    names = [jar.file_name for jar in jars]
    doubled = sorted({name for name in names if names.count(name) > 1})
    if doubled or not jars:
        raise Fatal(f"{_LOCK_NAME} {'names twice: ' + ', '.join(doubled) if doubled else 'is empty'}; install again")
    return jars


def _parse_line(number: int, line: str) -> Jar:
    match = _LINE.fullmatch(line.strip())
    if match is None:
        raise Fatal(f"{_LOCK_NAME}, line {number}: expected 'group:artifact:version  sha256  size', got {line!r}")
    return Jar(match["coordinate"], match["sha256"], int(match["size"]))
