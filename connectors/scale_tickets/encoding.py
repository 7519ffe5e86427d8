"""Bytes as text, without ever replacing one that does not fit."""

import codecs
import re
from collections.abc import Sequence
from typing import Final

from connectors.base import CellError

__all__ = ["UNDECODABLE", "decoded"]

UNDECODABLE: Final = re.compile("[\udc80-\udcff]")
"""Bytes that did not fit, as `decoded` leaves them in the text."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decoded(data: bytes, encodings: Sequence[str]) -> tuple[str, str]:
    """The text and the encoding it was read in.

    A byte order mark decides; else the first encoding that fits the whole file. Where none does, the first is
    taken, with every byte that does not fit marked, so that only its row is refused.

    Raises:
        CellError: the file is in an encoding whose faulty bytes cannot be told apart.
    """
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    candidates = [marked] if marked else list(encodings)
    for encoding in candidates:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            if _is_mostly(data, encoding):
                break
    else:
        encoding = candidates[0]
    try:
        return data.decode(encoding, "surrogateescape"), encoding
    except UnicodeDecodeError as error:
        raise CellError(f"is not {encoding}: {error.reason}", "export the file again as UTF-8") from error


def _is_mostly(data: bytes, encoding: str) -> bool:
    """Whether other lines prove the encoding: text in another one hardly ever is valid UTF-8 by chance.

    Without this a UTF-8 file with one damaged byte would be read as cp1252, every name in it garbled.
    """
    if codecs.lookup(encoding).name not in ("utf-8", "utf-8-sig"):
        return False
    return any(not line.isascii() and _fits(line, encoding) for line in data.splitlines())


def _fits(line: bytes, encoding: str) -> bool:
    try:
        line.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
