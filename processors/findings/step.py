"""Open findings counted by code: absolute values per finding, so that a message read twice changes nothing."""

from collections.abc import Iterable, Mapping
from typing import Any

from hub.ledger.codes import CODES
from hub.ledger.terms import Status

__all__ = ["Shown", "counts", "shown"]

Shown = dict[str, Any]
"""What the table keeps of a finding: its code, whether it is open, and the version that says so."""


def shown(code: str, status: Status, version: int, before: Shown | None) -> Shown:
    """The table's value after a message; an older version changes nothing."""
    if before is not None and before["version"] > version:
        return before
    return {"code": code, "open": status is Status.OPEN, "version": version}


def counts(table: Iterable[Shown]) -> Mapping[tuple[str, str], int]:
    """How many are open per code and what it blocks; every code is there, so that none seems to vanish."""
    found = {(code, spec.blocks.value): 0 for code, spec in CODES.items()}
    for item in table:
        if item["open"]:
            found[item["code"], CODES[item["code"]].blocks.value] += 1
    return found
