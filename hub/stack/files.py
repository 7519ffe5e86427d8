"""Files written whole or not at all."""

import os
import tempfile
from pathlib import Path

from hub.stack.failures import at

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Put a file in the place of the last one, in one step: a reader sees the old or the new, never a half.

    Only the user we run as may read it.

    Raises:
        HubError: the folder cannot be written.
    """
    with at(path.parent):
        descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as unfinished:
                unfinished.write(text)
                unfinished.flush()
                os.fsync(unfinished.fileno())  # else a power cut may leave the new name on an empty file
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)
