"""What partners say in their own words, and how a profile tells the hub's words for them.

direction: {words: {in: [IN, Inbound], out: [OUT]}, skip: {WO: weighed only, nothing changed hands}}
site:      {fixed: clinton}
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Generic, TypeVar

from pydantic import BeforeValidator, Field, model_validator

from connectors.base import CellError, Section
from hub.messages.base import Many, Text

__all__ = ["Lookup", "Program", "Skip", "TicketStatus", "Way", "folded"]

T = TypeVar("T")


class Way(StrEnum):
    """Which way the load went over the scale."""

    IN = "in"
    OUT = "out"


class TicketStatus(StrEnum):
    """How far a ticket is."""

    POSTED = "posted"
    IN_YARD = "in_yard"
    VOID = "void"


class Program(StrEnum):
    """Whether a load is delivered under a Biofuel Feedstock Report or as conventional crop."""

    REDUCED = "reduced"
    CONVENTIONAL = "conventional"


class Skip(str):
    """Why rows with a word are none of the hub's business."""

    __slots__ = ()


def folded(text: str) -> str:
    """A word or header as it is compared: blanks of any kind as one, letters without their case."""
    return " ".join(text.split()).casefold()


def _as_list(value: object) -> object:
    return value if isinstance(value, list | tuple | dict) else [value]


Spellings = Annotated[Many[Text], BeforeValidator(_as_list)]
"""One or more ways to write the same."""


class Lookup(Section, Generic[T]):
    """One meaning for all rows, or a meaning for each word of a column."""

    fixed: T | None = Field(default=None, description="The same for every row; no column is read.")
    words: dict[T, Spellings] = Field(
        default_factory=dict, description="The partner's words for each meaning; case does not matter."
    )
    skip: dict[str, str] = Field(
        default_factory=dict, description="Words whose rows are left out, each with the reason to report."
    )

    @model_validator(mode="after")
    def _one_meaning(self) -> "Lookup[T]":
        if (self.fixed is None) == (not self.words):
            raise ValueError("say either `fixed: ...` or `words: {...}`")
        seen: set[str] = set()
        for word in (folded(word) for word in self._all_words()):
            if word in seen:
                raise ValueError(f"the word {word!r} has two meanings")
            seen.add(word)
        return self

    def _all_words(self) -> Iterator[str]:
        for words in self.words.values():
            yield from words
        yield from self.skip

    @cached_property
    def _meanings(self) -> dict[str, T | Skip]:
        """What each word means, as it is compared."""
        meanings = {folded(word): meaning for meaning, words in self.words.items() for word in words}
        return meanings | {folded(word): Skip(reason) for word, reason in self.skip.items()}

    def find(self, cell: str) -> T | Skip:
        """The meaning of a cell.

        Raises:
            CellError: the profile does not know the word.
        """
        if self.fixed is not None:
            return self.fixed
        word = folded(cell)
        if word in self._meanings:
            return self._meanings[word]
        known_words = ", ".join(repr(known) for known in self._all_words())
        text = "is empty" if not word else "is a word the profile does not know"
        raise CellError(text, f"the profile knows {known_words}: add the word to it, or correct the cell", cell)
