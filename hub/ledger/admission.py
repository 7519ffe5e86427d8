"""Admission: accepted, duplicate or refused, decided by a message and its author's own earlier messages alone.

No other organisation's messages take part, so the outcome is the same however the organisations' messages are
interleaved (domain.md 3.5 #38, #39, #58; model.md 1, 2, 5, 6).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from hub.ledger.books import Workspace
from hub.ledger.causes import cause_of
from hub.ledger.conflicts import conflicts, declared_period, unlike
from hub.ledger.facts import Fact
from hub.ledger.identity import alias_key, group_key, ticket_key
from hub.ledger.refusals import Refusal, refusals
from hub.ledger.rows import Author, DeclaredPeriod, Event, RefusedEvent
from hub.ledger.versions import effective_version, marked

__all__ = ["ACCEPTED", "DUPLICATE", "REFUSED", "WAITING_DAYS", "Admission", "Arrival", "Outcome", "Statement"]

ACCEPTED: Final = "accepted"
DUPLICATE: Final = "duplicate"
REFUSED: Final = "rejected"

WAITING_DAYS: Final = 14
"""A correction or reversal of an event still unknown after this is a finding E_UNKNOWN_REF (model.md 6)."""

Statement = tuple[str, str]
"""(author, event id of the original): what corrections and reversals are versions of."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A fact as it reached the hub, with the SHA-256 of its canonical body."""

    fact: Fact
    body_sha256: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one arrival."""

    outcome: str
    refusals: tuple[Refusal, ...] = ()

    @property
    def codes(self) -> list[str]:
        """The codes, each once, in order."""
        return list(dict.fromkeys(refusal.code for refusal in self.refusals))


class Admission:
    """Admits one batch into a workspace.

    Afterwards `before` tells, per statement touched, which version counted until now; `causes` names the kinds of
    message that touched it; `waiting` are the events whose waiting changed.
    """

    def __init__(self, workspace: Workspace, arrivals: Sequence[Arrival]) -> None:
        self._ws = workspace
        self.before: dict[Statement, Event | None] = {}
        self.causes: dict[Statement, set[str]] = defaultdict(set)
        self.waiting: list[Event] = []
        self._prefetch([arrival.fact for arrival in arrivals])

    def admit(self, arrival: Arrival) -> Outcome:
        """The outcome of one arrival; accepted, its rows are in the workspace when this returns."""
        fact, own = arrival.fact, (arrival.fact.author_id, arrival.fact.event_id)
        bodies = self._bodies(own)
        if arrival.body_sha256 in bodies:
            return Outcome(DUPLICATE)
        found = [_TAKEN] if bodies else refusals(fact) or self._against_own(arrival)
        if found:
            self._ws.put(RefusedEvent(*own, arrival.body_sha256))
            return Outcome(REFUSED, tuple(found))
        return Outcome(ACCEPTED)

    def _bodies(self, own: tuple[str, str]) -> set[bytes]:
        """Every body that came under this identity, accepted or refused: a redelivery is known whatever came since."""
        known = self._ws.one(Event, *own)
        refused = self._ws.find(RefusedEvent, "event", [own])
        return {event.body_sha256 for event in (known, *refused) if event is not None}

    def _prefetch(self, facts: Sequence[Fact]) -> None:
        """Ask for everything the batch may need in one question per kind and index."""
        own = [(fact.author_id, fact.event_id) for fact in facts]
        named = [(fact.author_id, fact.names) for fact in facts if fact.names]
        events = self._ws.get(Event, [*own, *named])
        self._ws.find(RefusedEvent, "event", own)
        self._ws.find(Event, "names", own)
        self._ws.find(Event, "root", [*own, *((e.author_id, e.root_event_id) for e in events.values())])
        self._ws.find(Event, "alias", [(alias_key(fact.body),) for fact in facts])
        self._ws.find(Event, "ticket", [(ticket_key(fact.body),) for fact in facts])
        self._ws.get(Author, {(fact.author_id,) for fact in facts})
        self._ws.find(DeclaredPeriod, "entity", {(f.author_id,) for f in facts if f.kind == "PeriodDeclaration"})

    def _against_own(self, arrival: Arrival) -> list[Refusal]:
        """Hold a fact against its author's earlier ones; nothing against it, take it in."""
        fact = arrival.fact
        named = self._ws.one(Event, fact.author_id, fact.names) if fact.names else None
        if named is not None and (refusal := unlike(fact.body, named)):
            return [refusal]
        event = self._numbered(arrival, named.root_event_id if named else None)
        if event.root_event_id is None:
            self._take([event])
            self.waiting.append(event)
            return []
        linked = self._awaited(event)
        versions = marked([*self._versions(event), event, *linked])
        found = conflicts(self._ws, versions)
        if not found:
            self._remember(event, linked)
            self._take(versions)
            self._declare(versions)
        return found

    def _numbered(self, arrival: Arrival, named_root: str | None) -> Event:
        """The event with its place in its author's own order; original, version of one, or waiting."""
        fact = arrival.fact
        root = fact.event_id if fact.names is None else named_root
        author = self._ws.one(Author, fact.author_id) or Author(fact.author_id, 0)
        due = None if root is not None or fact.stated_on is None else fact.stated_on + timedelta(WAITING_DAYS + 1)
        return Event(
            author_id=fact.author_id,
            event_id=fact.event_id,
            kind=fact.kind,
            author_seq=author.last_seq + 1,
            body_sha256=arrival.body_sha256,
            body=fact.body,
            root_event_id=root,
            names_event_id=fact.names,
            stated_on=fact.stated_on,
            alias_key=alias_key(fact.body),
            ticket_key=ticket_key(fact.body),
            group_key=group_key(fact.author_id, root or fact.event_id, fact.body),
            due=due,
        )

    def _versions(self, event: Event) -> list[Event]:
        return self._ws.find(Event, "root", [(event.author_id, event.root_event_id)])

    def _awaited(self, event: Event) -> list[Event]:
        """The corrections and reversals that came before what they name, now that it is here."""
        linked: list[Event] = []
        for waiting in self._ws.find(Event, "names", [(event.author_id, event.event_id)]):
            if unlike(waiting.body, event) is None:
                group = group_key(waiting.author_id, str(event.root_event_id), waiting.body)
                version = waiting._replace(root_event_id=event.root_event_id, group_key=group, due=None)
                linked += [version, *self._awaited(version)]
        return linked

    def _remember(self, event: Event, linked: Sequence[Event]) -> None:
        statement = (event.author_id, str(event.root_event_id))
        if statement not in self.before:
            self.before[statement] = effective_version(self._versions(event))
        self.causes[statement].update(cause_of(version) for version in (event, *linked))
        self.waiting += linked

    def _declare(self, versions: Sequence[Event]) -> None:
        """Keep the holder's declared periods in step, so that the next declaration is held against them."""
        if all(event.kind != "PeriodDeclaration" for event in versions):
            return
        own = (versions[0].author_id, versions[0].root_event_id)
        for row in self._ws.find(DeclaredPeriod, "entity", [own[:1]]):
            if row.root_event_id == own[1]:
                self._ws.drop(row)
        for event in versions:
            if event.effective:
                self._ws.put(declared_period(event, versions))

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            self._ws.put(event)
            author = self._ws.one(Author, event.author_id)
            if author is None or event.author_seq > author.last_seq:
                self._ws.put(Author(event.author_id, event.author_seq))


_TAKEN: Final = Refusal(
    "E_DUP_CONFLICT",
    "event_id",
    "was used for another content: send a correction, or what was refused before, under a new event_id",
)
