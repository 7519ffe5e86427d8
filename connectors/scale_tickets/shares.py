"""One load split among its owners, exactly (largest remainder).

52,340 lb in thirds   17,446.666667 + 17,446.666667 + 17,446.666666 = 52,340
"""

from collections.abc import Sequence

__all__ = ["split"]


def split(amount: int, weights: Sequence[int]) -> list[int]:
    """The amount in whole units in proportion to the weights; the parts add up to it exactly.

    What whole units leave over goes, one each, to the largest remainders, of equal ones to the first.
    """
    whole = sum(weights)
    parts = [amount * weight // whole for weight in weights]
    remainders = [amount * weight % whole for weight in weights]
    largest = sorted(range(len(weights)), key=lambda number: -remainders[number])
    for number in largest[: amount - sum(parts)]:
        parts[number] += 1
    return parts
