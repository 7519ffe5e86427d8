"""What intake reads, and from where, as the database says."""

from collections.abc import Collection
from typing import Final

from hub.records import Input
from hub.store.unit import Ledger, Unit

__all__ = ["Inputs", "input_topics"]

_SHARED: Final = ("gateway.outbox", "hub.facts")


class Inputs:
    """The consumer's questions, on a connection of their own: they wait for no batch."""

    def __init__(self, ledger: Ledger, prefix: str) -> None:
        self._ledger, self._prefix = ledger, prefix

    def topics(self) -> list[str]:
        """What to read by now.

        Raises:
            RetryLater: the database is away.
        """
        with self._ledger.reading() as unit:
            return input_topics(unit, self._prefix)

    def positions(self, inputs: Collection[Input]) -> dict[Input, int]:
        """The first offset of each input that the journal does not have.

        Raises:
            RetryLater: the database is away.
        """
        with self._ledger.reading() as unit:
            standing = unit.journal.standing(inputs)
        return {item: standing[item].next_offset if item in standing else 0 for item in inputs}

    def close(self) -> None:
        """Give the connection back."""
        self._ledger.close()


def input_topics(unit: Unit, prefix: str) -> list[str]:
    """The shared inputs, and those of every organisation that has its own."""
    return [f"{prefix}{name}" for name in (*_SHARED, *sorted(unit.books.own_topics().values()))]
