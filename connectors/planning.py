"""What to send for the statements of files: new, known, corrected, voided, or only reported.

A pure function of the statements and of what was imported before:

    content equal to any earlier revision   already have, so files loaded again in any order undo nothing
    same key, other content                 per part: a correction of the first event, a reversal, or a new event
    void                                    a reversal of each part that stands
    older export than what stands           skipped
    known, not in a full re-export          vanished: reported, never voided

Event ids are the document's name and a hash of its content, so the same file planned twice gives the same messages
and the hub knows the second for a duplicate, even if what was imported could not be written down.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import Final

from connectors.base import Kind, Known, Mapped, Result, Revision, Statement
from connectors.revisions import History, Stage, Step
from hub.messages import Message, Reversal
from hub.views.text import lb_text

__all__ = ["Plan", "plan"]

_MOVED_DAYS_MAX: Final = 45
"""A correction moves a ticket by days; numbers that begin anew come back after months."""


@dataclass(slots=True)
class Plan:
    """What came of each row, the messages to send in order, and what to remember once they are delivered."""

    results: list[Result] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    revisions: list[Revision] = field(default_factory=list)


def plan(files: Sequence[Mapped], known: Known, *, full: bool = False) -> Plan:
    """Decide what to send.

    Args:
        files: as mapped; they are taken in order of export, those that do not tell in the order given.
        known: every revision of every key the files see, and with `full` of the days they span.
        full: the files are everything the partner has for the days they span.
    """
    made, history = Plan(), History(known)
    for file in _in_order_of_export(files):
        made.results += file.results
        for _, statements in groupby(file.statements, key=lambda statement: statement.key):
            _take(made, history, [Stage(statement, file) for statement in statements])
    if full and not any(file.refused for file in files):
        made.results += _vanished(files, history)
    made.results.sort(key=_in_order_of_rows([file.file for file in files]))
    made.revisions = list({_place(revision): revision for revision in made.revisions}.values())
    return made


def _place(revision: Revision) -> tuple[str, int, str]:
    """What a revision is kept under."""
    return revision.key, revision.revision, revision.part


def _in_order_of_export(files: Sequence[Mapped]) -> Sequence[Mapped]:
    """Files that cannot be read do not tell, and say nothing either."""
    refused, told = [file for file in files if file.refused], [file for file in files if not file.refused]
    stamped = [(file.exported_at, file.file, file) for file in told if file.exported_at is not None]
    if len(stamped) < len(told):
        return files
    return [*refused, *(file for *_, file in sorted(stamped, key=lambda item: item[:2]))]


def _in_order_of_rows(files: Sequence[str]) -> Callable[[Result], tuple[int, int]]:
    numbers = {name: number for number, name in enumerate(files)}
    return lambda result: (numbers.get(result.file or "", len(files)), result.row or 0)


def _take(made: Plan, history: History, stages: Sequence[Stage]) -> None:
    """Take what one file says of one document; if its last word counts already, what went before it does too."""
    is_known = history.counts(stages[-1])
    for stage in stages:
        if is_known:
            made.results += _already(history, stage, history.latest(stage.statement.key)[0])
        else:
            _take_stage(made, history, stage)
        made.results += _repeats(stage.statement)
    made.revisions += history.confirm(stages[-1])


def _take_stage(made: Plan, history: History, stage: Stage) -> None:
    statement = stage.statement
    known = history.same(stage)
    if known is not None:
        made.results += _already(history, stage, known)
    elif history.is_older(stage):
        text = "an older export than the one that counts: left as it is"
        made.results += _told(statement, Kind.SKIPPED, text)
    elif not statement.parts and not history.standing(statement.key):
        made.results += _told(statement, Kind.SKIPPED, "void, and never imported: nothing to take back")
        made.revisions += history.void_unknown(stage)
    elif (moved := _moved(history, statement)) is not None:
        made.results += moved
    else:
        steps = history.advance(stage)
        made.messages += [step.message for step in steps]
        made.revisions += [step.revision for step in steps]
        made.results += _changed(statement, steps)


def _moved(history: History, statement: Statement) -> list[Result] | None:
    """A ticket whose day lies far from that of the one known by its number is most likely another ticket.

    To take it for a correction would lose the first one's load.
    """
    standing = history.standing(statement.key)
    if not standing or not statement.parts:
        return None
    known = standing[0]
    if abs((statement.day - known.ticket_date).days) <= _MOVED_DAYS_MAX:
        return None
    text = f"the number is taken by a ticket of {known.ticket_date} ({known.source}), too far to be a correction"
    remedy = "correct dates.season_start_month in the profile, or void the first ticket"
    return [
        Result(Kind.ERROR, *place, text, "ticket", remedy=remedy, label=statement.label) for place in statement.places
    ]


def _already(history: History, stage: Stage, known: Revision) -> list[Result]:
    """Where it was said, and what counts if that is something else since."""
    text, latest = f"already have: {known.source}", history.latest(known.key)[0]
    is_replaced = latest.revision > known.revision
    if is_replaced:
        text += f" said so; revision {latest.revision} of {latest.source} counts since"
    return [replace(result, replaced=is_replaced) for result in _told(stage.statement, Kind.ALREADY_HAVE, text)]


def _told(statement: Statement, kind: Kind, text: str) -> list[Result]:
    return [Result(kind, *place, text, label=statement.label) for place in statement.places]


def _repeats(statement: Statement) -> list[Result]:
    return [
        Result(Kind.ALREADY_HAVE, *place, f"already have: {first}", label=statement.label)
        for place, first in statement.repeats
    ]


def _changed(statement: Statement, steps: Sequence[Step]) -> Iterable[Result]:
    kind = _kind(statement, steps)
    event_id = ", ".join(step.message.event_id for step in steps)
    for place in statement.places:
        yield Result(kind, *place, _change(kind, steps), label=statement.label, event_id=event_id)


def _kind(statement: Statement, steps: Sequence[Step]) -> Kind:
    if not statement.parts:
        return Kind.REVERSAL
    return Kind.NEW if all(step.before is None for step in steps) else Kind.CORRECTION


def _change(kind: Kind, steps: Sequence[Step]) -> str:
    """The weights, and for what replaces something all that is known to differ."""
    now, before = [step.revision for step in steps], [step.before for step in steps if step.before is not None]
    dry, wet = _weights(now)
    if kind is Kind.NEW:
        return f"{lb_text(dry)} lb dry ({lb_text(wet)} wet)"
    dry_before, wet_before = _weights(before)
    weights = (
        f"{lb_text(dry)} lb dry instead of {lb_text(dry_before)}, difference {lb_text(dry - dry_before)} dry, "
        f"{lb_text(wet - wet_before)} wet"
    )
    if kind is Kind.REVERSAL:
        return weights
    stated = [step.revision for step in steps if not isinstance(step.message, Reversal)]
    others = [f"{new} instead of {old}" for new, old in zip(_said(stated), _said(before), strict=True) if new != old]
    if (dry, wet) != (dry_before, wet_before):
        return "; ".join([weights, *others])
    unseen = ["the same day and party: direction, crop, lot, CI, moisture or shares are stated otherwise"]
    return "; ".join([*(others or unseen), f"{lb_text(dry)} lb dry as before"])


def _weights(revisions: Sequence[Revision]) -> tuple[int, int]:
    """Dry and wet pounds of all of them."""
    return sum(one.dry_lb_e4 for one in revisions), sum(one.wet_lb_e4 for one in revisions)


def _said(revisions: Sequence[Revision]) -> tuple[str, str]:
    """The days and the parties of revisions, as reports show them."""
    days = sorted({one.ticket_date.isoformat() for one in revisions})
    return ", ".join(days), ", ".join(sorted(f"{one.kind} {one.part}" for one in revisions))


def _vanished(files: Sequence[Mapped], history: History) -> Iterable[Result]:
    """What was imported for these days and is in none of the files; a person must say what it means."""
    days = list(chain.from_iterable(file.days for file in files if file.days is not None))
    if not days:
        return
    seen = frozenset(chain.from_iterable(file.seen for file in files))
    sites = {json.loads(key)[0] for key in seen}
    for key, revisions in sorted(history.before.items()):
        standing = history.standing(key)
        if key in seen or json.loads(key)[0] not in sites or not standing:
            continue
        if not min(days) <= standing[-1].ticket_date <= max(days):
            continue
        yield Result(
            Kind.VANISHED,
            None,
            None,
            f"imported from {revisions[0].source}, not in this full export: left as it is",
            remedy="ask the partner; if it is void, import a row that says so or send a Reversal",
            label=revisions[0].event_id.rpartition("@")[0],
            event_id=standing[-1].first_event_id,
        )
