"""Open findings counted by code, from a table of those that are open."""

from collections import Counter
from collections.abc import Iterable, Mapping, MutableMapping

from hub.ledger.codes import CODES
from hub.ledger.terms import Status

__all__ = ["counts", "take"]


def take(table: MutableMapping[str, str], finding_id: str, code: str, status: Status) -> None:
    """Keep the code of a finding while it is open; what has ended leaves nothing behind.

    The changes of one finding come in order: they have one key, and the relay never sends an older one again.
    """
    if status is Status.OPEN:
        table[finding_id] = code
    else:
        table.pop(finding_id, None)


def counts(codes: Iterable[str]) -> Mapping[tuple[str, str], int]:
    """How many are open per code and what it blocks; every code is there, so that none seems to vanish."""
    found = Counter(codes)
    return {(code, spec.blocks.value): found[code] for code, spec in CODES.items()}
