"""Reads files of scale tickets from disk: I/O and nothing else."""

from pathlib import Path

from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.sheet import Sheet, sheet_of
from hub.errors import InvalidInput

__all__ = ["read"]


def read(path: Path, profile: ScaleTickets) -> Sheet:
    """One file.

    Raises:
        InvalidInput: it cannot be opened.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{path}: {error.strerror or error}") from error
    return sheet_of(path.name, data, profile)
