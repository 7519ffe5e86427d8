"""One batch decided, without a broker or a database in sight: readings in, outcomes and changed rows out."""

from collections.abc import Sequence
from dataclasses import dataclass

from hub.ledger.admission import REFUSED, Arrival, Outcome
from hub.ledger.books import Books
from hub.ledger.policy import Policy
from hub.ledger.post import Batch, post
from hub.ledger.refusals import Refusal
from processors.intake.reading import Reading

__all__ = ["QUARANTINED", "Decision", "decide"]

QUARANTINED = "quarantined"


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of each reading, and what the batch changed."""

    outcomes: list[Outcome]
    batch: Batch


def decide(readings: Sequence[Reading], books: Books, policy: Policy, version: int) -> Decision:
    """Admit and post a batch.

    Args:
        readings: in the order they are to be decided.
        books: one open transaction.
        policy: the configurable figures.
        version: number of the batch; what is published carries it.
    """
    outcomes = [_before_admission(reading) for reading in readings]
    arrivals = [
        Arrival(reading.fact, reading.body_sha256)
        for reading, outcome in zip(readings, outcomes, strict=True)
        if outcome is None and reading.fact is not None
    ]
    batch = post(books, arrivals, policy, version)
    admitted = iter(batch.outcomes)
    return Decision([next(admitted) if outcome is None else outcome for outcome in outcomes], batch)


def _before_admission(reading: Reading) -> Outcome | None:
    """What is settled without the books: unreadable, not ours to take, or not the author's own."""
    if reading.decoded is None:
        return Outcome(QUARANTINED, (Refusal("", "", reading.unreadable or ""),))
    if reading.fact is None:
        text = f"a {reading.decoded.name} is sent by the hub, not to it"
        return Outcome(REFUSED, (Refusal("E_SCHEMA", "", text),))
    fact, organisation = reading.fact, reading.organisation
    if organisation is None or organisation not in (fact.author_id, fact.filed_by):
        text = (
            f"came by {organisation or 'nobody'}, but its author is {fact.author_id!r}: send it by the author's own "
            "topic, or name yourself in filed_by"
        )
        return Outcome(REFUSED, (Refusal("E_NOT_AUTHOR", "author_id", text),))
    return None
