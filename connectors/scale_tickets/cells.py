"""One row's cells, read one by one so that all of its faults are told at once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from connectors.base import CellError
from connectors.scale_tickets.vocabulary import Skip

__all__ = ["Cells", "Oddity"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something people are told of although the row is taken."""

    field: str
    text: str
    remedy: str
    value: str | None = None


@dataclass(slots=True)
class Cells:
    """The cells of a row, and what was found wrong, odd or none of the hub's business in them."""

    cells: Mapping[str, str]
    faults: list[tuple[str, CellError]] = field(default_factory=list)
    oddities: list[Oddity] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)

    def text(self, name: str) -> str:
        """A cell without the blanks around it; empty where the file has no such column."""
        return self.cells.get(name, "").strip()

    def take(self, name: str, read: Callable[[str], T]) -> T | None:
        """What a cell says; None where it cannot be read, which is then among the faults."""
        try:
            return read(self.cells.get(name, ""))
        except CellError as fault:
            self.faults.append((name, fault))
            return None

    def find(self, name: str, find: Callable[[str], T | Skip]) -> T | None:
        """What a word means; None where it is not known, or means that the row is left out."""
        meaning = self.take(name, find)
        if isinstance(meaning, Skip):
            self.skips.append(meaning)
            return None
        return meaning

    def refuse(self, name: str, text: str, remedy: str) -> None:
        """Refuse the row for what one cell says, or several together."""
        self.faults.append((name, CellError(text, remedy, self.cells.get(name))))
