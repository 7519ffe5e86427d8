"""What an author's earlier statements say against a new one: one document once, one ticket once, periods in a row."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from hub.ledger.books import Workspace
from hub.ledger.facts import Body, PeriodDeclaration
from hub.ledger.refusals import Refusal
from hub.ledger.rows import DeclaredPeriod, Event

__all__ = ["conflicts", "declared_period", "unlike"]


def unlike(body: Body, named: Event) -> Refusal | None:
    """Why `body` cannot correct or reverse the event it names (model.md 6), or None."""
    if named.kind == "Reversal":
        return Refusal(
            "E_SCHEMA",
            "reverses_event_id",
            "names a reversal: a reversal stands; state the event anew instead",
        )
    kind = type(body).__name__
    if kind not in ("Reversal", named.kind):
        return Refusal("E_SCHEMA", "corrects_event_id", f"names a {named.kind}: a correction keeps the type")
    for field in ("transfer_id", "run_id"):
        before = getattr(named.body, field, None)
        if kind in ("Transfer", "CrushRun") and before != getattr(body, field, None):
            return Refusal("E_SCHEMA", field, f"was {before!r}: a correction keeps the {field}")
    return None


def conflicts(workspace: Workspace, versions: Sequence[Event]) -> list[Refusal]:
    """What stands against the version that counts, once `versions` are taken in."""
    counting = next((event for event in versions if event.effective), None)
    own = (versions[0].author_id, versions[0].root_event_id)
    found = [] if counting is None else [*_same_document(workspace, counting), *_same_ticket(workspace, counting)]
    if any(event.kind == "PeriodDeclaration" for event in versions):
        others = [row for row in workspace.find(DeclaredPeriod, "entity", [own[:1]]) if row.root_event_id != own[1]]
        found += _broken_row([*others, *([declared_period(counting, versions)] if counting else [])])
    return found


def declared_period(event: Event, versions: Iterable[Event]) -> DeclaredPeriod:
    """The declaration as a row; a correction counts as declared when it was made (domain.md 3.5 #14)."""
    body = event.body
    assert isinstance(body, PeriodDeclaration)
    declared_on = body.declared_on if event.stated_on is None else max(body.declared_on, event.stated_on)
    begins = min(version.body.start for version in versions if isinstance(version.body, PeriodDeclaration))
    root = str(event.root_event_id)
    return DeclaredPeriod(
        body.entity_id,
        body.period_id,
        body.start,
        body.end_exclusive,
        declared_on,
        declared_on <= begins,
        root,
    )


def _same_document(workspace: Workspace, event: Event) -> Iterable[Refusal]:
    if event.kind == "Receipt":
        return
    others = workspace.find(Event, "alias", [(event.alias_key,)])
    taken = (other for other in others if other.kind == event.kind and other.root_event_id is not None)
    if any(other.root_event_id != event.root_event_id for other in taken):
        field = {"Transfer": "transfer_id", "CrushRun": "run_id"}.get(event.kind, "bfr_id")
        text = "is taken by another event: to change it send a correction, for another document take a new id"
        yield Refusal("E_DUP_CONFLICT", field, text)


def _same_ticket(workspace: Workspace, event: Event) -> Iterable[Refusal]:
    others = workspace.find(Event, "ticket", [(event.ticket_key,)])
    if any(other.effective and other.root_event_id != event.root_event_id for other in others):
        text = "is booked already for this seller, buyer, site and date: correct or reverse that event instead"
        yield Refusal("E_DUP_TICKET", "ticket_no", text)


def _broken_row(periods: Iterable[DeclaredPeriod]) -> Iterable[Refusal]:
    """The first place where a holder's periods would not be continuous (2100.034(b))."""
    ordered = sorted(periods, key=lambda row: (row.start, row.period_id))
    if len({row.period_id for row in ordered}) < len(ordered):
        yield Refusal(
            "E_DUP_CONFLICT",
            "period_id",
            "is taken by another period: correct that declaration, or take a new id",
        )
    for earlier, later in pairwise(ordered):
        if later.start < earlier.end_exclusive:
            yield Refusal(
                "E_PERIOD_OVERLAP",
                "start_date",
                f"{later.start} lies before {earlier.end_exclusive}, where {earlier.period_id!r} ends",
            )
        elif later.start > earlier.end_exclusive:
            yield Refusal(
                "E_PERIOD_GAP",
                "start_date",
                f"{later.start} leaves a gap after {earlier.end_exclusive}, where {earlier.period_id!r} ends",
            )
