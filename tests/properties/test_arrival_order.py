"""Order of arrival, duplicates, batches, restarts and rebuilds change nothing (domain.md 3.5 #39)."""

from collections.abc import Sequence
from random import Random

from helpers.arrivals import World, cut, feed, interleaved, with_duplicates
from helpers.mill_strategies import every_world
from helpers.profiles import tries
from helpers.snapshot import differences, snapshot
from hypothesis import given, note
from hypothesis import strategies as st

from hub.ledger.admission import Arrival
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.ledger.rows import SHAPES, Author, Event
from hub.memory import MemoryBooks

seeds = st.integers(0, 2**32)


@tries(450)
@given(every_world, seeds)
def test_any_interleaving_with_duplicates_in_any_batches_gives_the_same_rows(world: World, seed: int):
    random = Random(seed)
    one_by_one = posted([[stated] for stated in world.in_order])

    batches = list(cut(with_duplicates(interleaved(world, random), random), random))

    same(one_by_one, posted(batches), batches)


@tries(250)
@given(every_world, seeds)
def test_a_restart_at_any_point_gives_the_same_rows(world: World, seed: int):
    random = Random(seed)
    arrivals = interleaved(world, random)
    batches = list(cut(arrivals, random))
    restart = random.randrange(len(batches) + 1)

    books = posted(batches[:restart])
    books = copied(books)
    feed(books, iter(batches[restart:]))

    same(posted(batches), books, batches)


@tries(250)
@given(every_world, seeds)
def test_a_rebuild_from_what_was_accepted_gives_the_same_rows(world: World, seed: int):
    random = Random(seed)
    batches = list(cut(with_duplicates(interleaved(world, random), random), random))
    live, recorded = MemoryBooks(), []
    for number, batch in enumerate(batches, 1):
        outcomes = post(live, batch, Policy(), number).outcomes
        recorded += [stated for stated, outcome in zip(batch, outcomes, strict=True) if outcome.outcome == "accepted"]

    rebuilt = posted(list(cut(recorded, random)))

    same(live, rebuilt, batches)
    for kind in (Event, Author):
        assert list(live.scan(kind)) == list(rebuilt.scan(kind))


@tries(150)
@given(every_world, seeds)
def test_the_same_batches_give_the_same_history(world: World, seed: int):
    random = Random(seed)
    batches = list(cut(interleaved(world, random), random))

    first, second = posted(batches), posted(batches)

    for kind in SHAPES:
        assert list(first.scan(kind)) == list(second.scan(kind))


def posted(batches: Sequence[Sequence[Arrival]]) -> MemoryBooks:
    """The books after these batches."""
    books = MemoryBooks()
    feed(books, iter(batches))
    return books


def copied(books: MemoryBooks) -> MemoryBooks:
    """Other books with the same rows and nothing else: what a restarted worker finds."""
    copy = MemoryBooks()
    for kind in SHAPES:
        copy.put(kind, list(books.scan(kind)), [])
    return copy


def same(one: MemoryBooks, other: MemoryBooks, batches: Sequence[Sequence[Arrival]]) -> None:
    """Fail with the rows that differ and the batches that made them differ."""
    want, got = snapshot(one), snapshot(other)
    if want != got:
        note("\n".join(differences(want, got)))
        note("batches: " + " | ".join(", ".join(_name(stated) for stated in batch) for batch in batches))
    assert want == got


def _name(stated: Arrival) -> str:
    return f"{stated.fact.author_id}:{stated.fact.event_id}"
