"""How far a refiner may rely on a line (domain.md 6).

Until documents, verification and attestations are judged, a line nothing stands against is NOT_JUDGED, never
RELIABLE.
"""

from hub.ledger.rows import Line
from hub.ledger.terms import State

__all__ = ["codes_of", "state_of"]


def codes_of(line: Line) -> tuple[str, ...]:
    """Every open code that blocks the line, sorted."""
    return tuple(sorted({*line.codes, *([line.block_code] if line.block_code else [])}))


def state_of(line: Line) -> State:
    """SUSPENDED under a blocking alert, PENDING under a blocking gap, SUSPENDED where both hold."""
    codes = codes_of(line)
    if any(code.startswith("A_") for code in codes):
        return State.SUSPENDED
    return State.PENDING if codes else State.NOT_JUDGED
