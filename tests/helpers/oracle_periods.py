"""The oracle's calendar of a holder: declared periods, and provisional ones where none is declared (#13-#15)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from helpers.oracle_dry import plus_months
from helpers.oracle_versions import effective

from hub.ledger.facts import Fact, PeriodDeclaration

PROVISIONAL_MONTHS = 3


@dataclass(frozen=True)
class Span:
    """A half-open period; `period_id` None = provisional."""

    start: date
    end: date
    period_id: str | None = None

    def holds(self, day: date) -> bool:
        return self.start <= day < self.end


def declared(facts: Sequence[Fact], entity: str) -> list[tuple[Fact, Fact]]:
    """The declarations of an entity that count, by start."""
    own = [pair for pair in effective(facts, PeriodDeclaration) if pair[1].body.entity_id == entity]
    return sorted(own, key=lambda pair: pair[1].body.start)


def calendar_of(facts: Sequence[Fact], entity: str, movement_days: Sequence[date]) -> list[Span]:
    """Every period from the first declared start or movement to the last declared end or movement."""
    bodies = [version.body for _, version in declared(facts, entity)]
    spans = [Span(body.start, body.end_exclusive, body.period_id) for body in bodies]
    for day in sorted(set(movement_days)):
        while not any(span.holds(day) for span in spans):
            spans.append(_provisional(day, spans))
    return _filled(sorted(spans, key=lambda span: span.start))


def _provisional(day: date, spans: Sequence[Span]) -> Span:
    """From the last end before the day, or from the day itself as the first movement; cut at the next start."""
    start = max((span.end for span in spans if span.end <= day), default=day)
    next_start = min((span.start for span in spans if span.start > start), default=date.max)
    return Span(start, min(plus_months(start, PROVISIONAL_MONTHS), next_start))


def _filled(spans: Sequence[Span]) -> list[Span]:
    """Holes between periods filled, so that a carry goes through every day."""
    found: list[Span] = []
    for span in spans:
        while found and found[-1].end < span.start:
            found.append(_hole(found[-1].end, span.start))
        found.append(span)
    return found


def _hole(start: date, end: date) -> Span:
    return Span(start, min(plus_months(start, PROVISIONAL_MONTHS), end))
