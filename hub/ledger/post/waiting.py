"""Statements that wait for what they name: after 14 days of the hub's clock a finding E_UNKNOWN_REF (model.md 6)."""

from collections.abc import Iterable

from hub.ledger.causes import DAY
from hub.ledger.keys import digest
from hub.ledger.post.touched import Touched
from hub.ledger.rows import Contribution, Event
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Status

__all__ = ["judge_waiting"]


def judge_waiting(touched: Touched, events: Iterable[Event]) -> None:
    """Open the finding of each correction or reversal that waits too long; end it when what it names has come."""
    ws = touched.workspace
    names = {(event.author_id, event.event_id) for event in [*events, *ws.due(Event, touched.day)]}
    for event in ws.get(Event, names).values():
        source = digest("waiting", event.author_id, event.event_id)
        if event.root_event_id is not None:
            touched.contribute(source, [], {event.kind})
        elif event.due is not None and event.due <= touched.day:
            ws.put(event._replace(due=None))
            touched.contribute(source, [_unknown(event, source)], {DAY})


def _unknown(event: Event, source: bytes) -> Contribution:
    subject = Subject(entity_id=event.author_id, event_id=event.names_event_id, day=event.stated_on)
    name = finding_id("E_UNKNOWN_REF", event.author_id, event.event_id)
    return Contribution(source, name, "E_UNKNOWN_REF", subject, Status.OPEN, None, event.stated_on)
