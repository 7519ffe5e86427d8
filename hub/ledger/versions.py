"""Which version of a statement counts: corrections and reversals in their author's own order (model.md 6).

original  <- correction  <- correction      the last unreversed correction counts
original  <- reversal                       nothing counts
"""

from collections.abc import Iterable

from hub.ledger.rows import Event

__all__ = ["effective_version", "marked"]


def effective_version(versions: Iterable[Event]) -> Event | None:
    """The version that counts, among an original, its corrections and the reversals of any of them.

    A reversed original takes its corrections with it: what did not happen has no right figures either.
    """
    events = sorted(versions, key=lambda event: event.author_seq)
    reversed_ids = {event.names_event_id for event in events if event.kind == "Reversal"}
    standing = [event for event in events if event.kind != "Reversal" and event.event_id not in reversed_ids]
    if not any(event.event_id == event.root_event_id for event in standing):
        return None
    corrections = [event for event in standing if event.event_id != event.root_event_id]
    return corrections[-1] if corrections else standing[0]


def marked(versions: Iterable[Event]) -> list[Event]:
    """The same versions with `effective` set on the one that counts and on no other."""
    events = list(versions)
    counting = effective_version(events)
    return [event._replace(effective=event is counting) for event in events]
