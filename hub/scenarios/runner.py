"""Feeds scenarios through the hub and compares: the same core in memory, or the whole path through the broker."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Protocol

from hub.errors import InvalidInput
from hub.ledger.admission import Arrival, Outcome
from hub.ledger.books import Books
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.ledger.rows import Finding, FindingChange
from hub.ledger.terms import Status
from hub.memory import MemoryBooks
from hub.messages import Message, body_sha256
from hub.messages.facts import fact_of
from hub.scenarios.actual import state
from hub.scenarios.compare import differences
from hub.scenarios.crushing import conversions
from hub.scenarios.file import Scenario, read_scenario
from hub.scenarios.loader import Step, steps

__all__ = ["Feed", "MemoryFeed", "run_scenario"]


class Feed(Protocol):
    """A way into a hub that has nothing in its books yet."""

    def reading(self) -> AbstractContextManager[Books]:
        """The books as they stand."""
        ...

    def send(self, messages: tuple[Message, ...]) -> list[Outcome]:
        """Send messages and wait until each is in the books; their outcomes."""
        ...


class MemoryFeed:
    """The ledger alone, over books in memory."""

    def __init__(self) -> None:
        self.books = MemoryBooks()
        self._sent = 0

    def reading(self) -> AbstractContextManager[Books]:
        """See `Feed.reading`."""
        return nullcontext(self.books)

    def send(self, messages: tuple[Message, ...]) -> list[Outcome]:
        """See `Feed.send`."""
        self._sent += 1
        facts = [(fact_of(message), body_sha256(message.model_dump())) for message in messages]
        arrivals = [Arrival(fact, body) for fact, body in facts if fact is not None]
        return post(self.books, arrivals, Policy(), self._sent).outcomes


def run_scenario(path: Path, feed: Feed) -> dict[str, Any]:
    """Feed one file and compare.

    Returns:
        `{"file", "ok", "differences", "actual"}`.

    Raises:
        InvalidInput: the file cannot be read, or holds an event the hub does not take.
    """
    scenario = read_scenario(path)
    outcomes: list[dict[str, Any]] = []
    after: dict[str, Any] = {}
    watch = _Watch()
    for step in _steps(scenario):
        results = feed.send(step.messages) if step.messages else []
        if step.own is not None:
            outcomes.append(_outcome(step, results[step.own]))
        with feed.reading() as books:
            watch.look(books)
            if str(step.seq) in scenario.expected.get("after", {}):
                after[str(step.seq)] = state(books, watch.passing)
    with feed.reading() as books:
        world = state(books, watch.passing)
    actual = {"outcomes": outcomes, **world, "conversions": list(conversions(scenario)), "after": after}
    found = differences(scenario.expected, actual)
    return {"file": scenario.name, "ok": not found, "differences": found, "actual": actual}


def _steps(scenario: Scenario) -> Iterator[Step]:
    """The scenario's messages; what an event lacks is told."""
    try:
        yield from steps(scenario)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise InvalidInput(f"{scenario.name}: an event cannot be made a message: {error!r}") from error


class _Watch:
    """Looks at the findings after each event: what opened and ended between two looks is `passing`."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self.passing: set[str] = set()

    def look(self, books: Books) -> None:
        """Note what is open now, and what opened unseen and has ended."""
        opened_as = {row.finding_id: row.status for row in books.scan(FindingChange) if row.change_no == 1}
        for finding in books.scan(Finding):
            name = finding.finding_id.hex()
            if finding.status is Status.OPEN:
                self._seen.add(name)
                self.passing.discard(name)
            elif name not in self._seen and opened_as[finding.finding_id] is Status.OPEN:
                self.passing.add(name)


def _outcome(step: Step, result: Outcome) -> dict[str, Any]:
    return {"seq": step.seq, "outcome": result.outcome, "codes": result.codes}
