"""The generator's own arithmetic, exact and apart from the ledger's, which is to be checked by it."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

__all__ = ["BU_LB", "STANDARD_MOISTURE", "dry_lb_e4", "shared_e6"]

BU_LB: Final = {"field_corn": 56, "soybeans": 60}
STANDARD_MOISTURE: Final = {"field_corn": "15.5", "soybeans": "13"}

_LB: Final = {
    "lb": Fraction(1),
    "kg": 1 / Fraction("0.45359237"),
    "short_ton": Fraction(2000),
    "cwt": Fraction(100),
}


def dry_lb_e4(amount: Fraction, unit: str, moisture_pct: str | None, crop: str) -> int:
    """Dry weight in 0.0001 lb; without moisture at the crop's standard one, as the rule's readings have it."""
    moisture = Fraction(STANDARD_MOISTURE[crop] if moisture_pct is None else moisture_pct)
    return round(amount * _LB[unit] * (100 - moisture) / 100 * 10_000)  # round() of a fraction is half-even


def shared_e6(amount: Fraction, shares_pct: Sequence[str]) -> list[int]:
    """A load's parts in 0.000001 of its unit: rounded down, the rest to the largest remainders."""
    whole = [amount * 1_000_000 * Fraction(share) / sum(map(Fraction, shares_pct)) for share in shares_pct]
    parts = [int(part) for part in whole]
    by_remainder = sorted(range(len(parts)), key=lambda number: parts[number] - whole[number])
    for number in by_remainder[: int(amount * 1_000_000) - sum(parts)]:
        parts[number] += 1
    return parts
