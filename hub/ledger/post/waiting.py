"""Statements that wait for what they name: after 14 days of the hub's clock a finding E_UNKNOWN_REF (model.md 6).

A correction or reversal waits for its event, a close for the declaration of its period.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from hub.ledger.admission import WAITING_DAYS
from hub.ledger.causes import DAY
from hub.ledger.keys import digest
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
        waits = event.root_event_id is None
        due = _judge(touched, event.author_id, event.event_id, event.names_event_id, event.stated_on, waits=waits)
        if due != event.due:
            ws.put(event._replace(due=due))
    for close in _closes(touched):
        waits = ws.one(DeclaredPeriod, close.entity_id, close.period_id) is None
        due = _judge(touched, close.entity_id, close.event_id, close.period_id, close.closed_on, waits=waits)
        if due != close.due:
            ws.put(close._replace(due=due))


def _closes(touched: Touched) -> list[Close]:
    """Closes that fall due, and those of holders whose closes or periods changed."""
    ws = touched.workspace
    holders = [(entity,) for entity in touched.holders]
    ws.find(DeclaredPeriod, "entity", holders)
    return [*ws.find(Close, "entity", holders), *ws.due(Close, touched.day)]


def _judge(
    touched: Touched, author_id: str, event_id: str, named: str | None, stated_on: date | None, *, waits: bool
) -> date | None:
    """Open or end one finding; the day it falls due, while that lies ahead."""
    source = digest("waiting", author_id, event_id)
    due = stated_on + timedelta(WAITING_DAYS + 1) if waits and stated_on is not None else None
    if due is None or due > touched.day:
        touched.contribute(source, [], {DAY})
        return due
    subject = Subject(entity_id=author_id, event_id=named, day=stated_on)
    name = finding_id("E_UNKNOWN_REF", author_id, event_id)
    touched.contribute(source, [Contribution(source, name, "E_UNKNOWN_REF", subject, Status.OPEN, None, stated_on)], {DAY})
    return None
