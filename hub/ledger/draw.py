"""First in, first out within one CI, as overlapping intervals (domain.md 3.5 #5, model.md 11).

Lay what came in end to end, oldest first, and beside it what went out: an outflow draws on the inflows its stretch
touches. What a period begins with is the newest end of the period before.

    in   |-- A 60 --|------ B 100 ------|
    out  |--- X 80 ---|- Y 40 -|              X draws A 60, B 20;  Y draws B 40
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

__all__ = ["Stretch", "laid_out", "overlaps"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stretch(Generic[T]):
    """Something that lies from `start` to `end`, in 0.0001 dry lb."""

    what: T
    start: int
    end: int


def laid_out(amounts: Sequence[tuple[T, int]], start: int) -> Iterator[Stretch[T]]:
    """The amounts end to end from `start` on."""
    for what, amount in amounts:
        yield Stretch(what, start, start + amount)
        start += amount


def overlaps(stretch: Stretch[Any], supply: Sequence[Stretch[T]]) -> Iterator[tuple[T, int]]:
    """What of the supply one stretch touches, and how much of it."""
    for piece in supply:
        shared = min(stretch.end, piece.end) - max(stretch.start, piece.start)
        if shared > 0:
            yield piece.what, shared
