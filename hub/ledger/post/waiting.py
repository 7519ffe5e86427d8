"""Statements that wait for what they name: after 14 days of the hub's clock a finding E_UNKNOWN_REF (model.md 6).

A correction or reversal waits for its event, a close for the declaration of its period.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from hub.ledger.admission import WAITING_DAYS
from hub.ledger.causes import DAY
from hub.ledger.keys import Key, digest
from hub.ledger.post.standing import close_source
from hub.ledger.post.touched import Touched
from hub.ledger.rows import Close, Contribution, DeclaredPeriod, Event
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Status

__all__ = ["judge_waiting"]


def judge_waiting(touched: Touched, events: Iterable[Event]) -> None:
    """Open the finding of whatever waits too long; end it when what it names has come."""
    ws = touched.workspace
    names = {(event.author_id, event.event_id) for event in [*events, *ws.due(Event, touched.day)]}
    for event in ws.get(Event, names).values():
        source = digest("waiting", event.author_id, event.event_id)
        subject = Subject(entity_id=event.author_id, event_id=event.names_event_id, day=event.stated_on)
        due = _judge(touched, source, subject, waits=event.root_event_id is None)
        if due != event.due:
            ws.put(event._replace(due=due))
    for close in _closes(touched):
        waits = ws.one(DeclaredPeriod, close.entity_id, close.period_id) is None
        subject = Subject(entity_id=close.entity_id, period_id=close.period_id, day=close.closed_on)
        due = _judge(touched, close_source(close), subject, waits=waits)
        if due != close.due:
            ws.put(close._replace(due=due))


def _closes(touched: Touched) -> list[Close]:
    """Closes that fall due, and those of holders whose closes or periods changed."""
    ws = touched.workspace
    holders = [(entity,) for entity in touched.holders]
    ws.find(DeclaredPeriod, "entity", holders)
    return [*ws.find(Close, "entity", holders), *ws.due(Close, touched.day)]


def _judge(touched: Touched, source: Key, subject: Subject, *, waits: bool) -> date | None:
    """Open or end one finding, which waits since the subject's day; the day it falls due, while that lies ahead."""
    due = subject.day + timedelta(WAITING_DAYS + 1) if waits and subject.day is not None else None
    if due is None or due > touched.day:
        touched.contribute(source, [], {DAY})
        return due
    name = finding_id("E_UNKNOWN_REF", source.hex())
    touched.contribute(
        source, [Contribution(source, name, "E_UNKNOWN_REF", subject, Status.OPEN, None, subject.day)], {DAY}
    )
    return None
