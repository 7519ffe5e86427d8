"""A world: every author's messages in its own order, and the ways in which they may reach the hub."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from helpers.builders import arrival
from helpers.oracle_admission import accepted_facts

from hub.ledger.admission import Arrival
from hub.ledger.books import Books
from hub.ledger.facts import Fact
from hub.ledger.policy import Policy
from hub.ledger.post import post

__all__ = ["World", "cut", "feed", "interleaved", "shown", "with_duplicates"]


@dataclass(frozen=True)
class World:
    """Messages by author, each author's in its own order."""

    by_author: dict[str, tuple[Fact, ...]]

    @property
    def in_order(self) -> list[Arrival]:
        """Author after author: one order among many."""
        return [arrival(fact) for facts in self.by_author.values() for fact in facts]

    @property
    def accepted(self) -> list[Fact]:
        """What counts, by the oracle."""
        return accepted_facts([(stated.fact, stated.body_sha256) for stated in self.in_order])

    def __repr__(self) -> str:
        return "\n" + shown(self.by_author)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:  # noqa: FBT001 - hypothesis calls it so
        printer.text(repr(self))


def shown(by_author: dict[str, tuple[Fact, ...]]) -> str:
    """A table of moves, one a row, author by author, so that a failing example reads like a case."""
    return "\n".join(_row(fact) for facts in by_author.values() for fact in facts)


def _row(fact: Fact) -> str:
    body = fact.body
    names = f" of {fact.names}" if fact.names else ""
    what = [f"{fact.author_id:8} {fact.event_id:12} {fact.kind}{names}"]
    for name in body.__slots__:
        value = getattr(body, name)
        if name in {"lines", "line", "stocks", "rows"}:
            what += [f"\n{'':24}{item}" for item in (value if isinstance(value, tuple) else (value,))]
        elif value is not None and name not in {"form", "timezone"}:
            what.append(f"{name}={value}")
    return " ".join(what)


def interleaved(world: World, random: Random) -> list[Arrival]:
    """One order of arrival that keeps each author's own."""
    left = [[arrival(fact) for fact in facts] for facts in world.by_author.values() if facts]
    found = []
    while left:
        chosen = random.choice(left)
        found.append(chosen.pop(0))
        left = [queue for queue in left if queue]
    return found


def with_duplicates(arrivals: Sequence[Arrival], random: Random, share: float = 0.2) -> list[Arrival]:
    """Some messages again, at any time after they first came."""
    found: list[Arrival] = []
    for stated in arrivals:
        found.append(stated)
        if random.random() < share:
            found.append(random.choice(found))
    return found


def cut(arrivals: Sequence[Arrival], random: Random) -> Iterator[Sequence[Arrival]]:
    """Batches of any size."""
    start = 0
    while start < len(arrivals):
        size = random.choice([1, 1, 2, 3, 8, 100])
        yield arrivals[start : start + size]
        start += size


def feed(books: Books, batches: Iterator[Sequence[Arrival]]) -> None:
    """Post batch after batch."""
    for number, batch in enumerate(batches, 1):
        post(books, batch, Policy(), number)
