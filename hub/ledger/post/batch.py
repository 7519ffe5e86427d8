"""One batch: admitted message by message, then posted as a set."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from hub.ledger.admission import Admission, Arrival, Outcome
from hub.ledger.books import Books, Workspace
from hub.ledger.facts import PeriodClose
from hub.ledger.keys import Key
from hub.ledger.policy import Policy
from hub.ledger.post.accounts import judge_accounts
from hub.ledger.post.farms import judge_farm_sales
from hub.ledger.post.findings import settle_findings
from hub.ledger.post.loads import judge_loads, regroup
from hub.ledger.post.physical import judge_physical
from hub.ledger.post.standing import close_periods, declare_periods, file_reports, file_runs, open_day, register
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.post.waiting import judge_waiting
from hub.ledger.post.yields import judge_yields
from hub.ledger.rows import Event, Finding, HubDay, Line
from hub.ledger.terms import State
from hub.ledger.versions import effective_version

__all__ = ["Batch", "post"]


@dataclass(slots=True)
class Batch:
    """What came of a batch: an outcome per arrival, and the last word on each row others hear of.

    A line is told to each holder it has or had: to one who holds it no longer as REVERSED.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    findings: dict[Key, Finding] = field(default_factory=dict)
    lines: dict[tuple[Key, int, str | None], Line] = field(default_factory=dict)

    def hear(self, touched: Touched) -> None:
        """Take in what one segment changed; what an earlier one said of the same is no longer said."""
        ws = touched.workspace
        for line in [*ws.gone(Line), *touched.left]:
            self._hear(line._replace(state=State.REVERSED, version=touched.version))
        for line in ws.changed(Line):
            self._hear(line)
        self.findings.update({finding.finding_id: finding for finding in ws.changed(Finding)})

    def _hear(self, line: Line) -> None:
        self.lines[line.load_key, line.line_no, line.buyer_id] = line


def post(books: Books, arrivals: Sequence[Arrival], policy: Policy, version: int) -> Batch:
    """Admit and post a batch; the books hold the result when this returns.

    A period's close is judged where it stands in the batch: what follows it in the same batch restates it, exactly
    as if it had come in the next one.
    """
    batch = Batch()
    for segment in _segments(arrivals):
        workspace = Workspace(books)
        admission = Admission(workspace, segment)
        batch.outcomes += [admission.admit(arrival) for arrival in segment]
        touched = _touched(workspace, policy, version)
        _post(touched, admission)
        batch.hear(touched)
        workspace.flush()
    return batch


def _segments(arrivals: Sequence[Arrival]) -> Iterable[Sequence[Arrival]]:
    """The batch cut after each period close."""
    start = 0
    for number, arrival in enumerate(arrivals, 1):
        if isinstance(arrival.fact.body, PeriodClose) or number == len(arrivals):
            yield arrivals[start:number]
            start = number


def _touched(workspace: Workspace, policy: Policy, version: int) -> Touched:
    day = workspace.one(HubDay, 1)
    return Touched(workspace, policy, day.day if day else date.min, version)


def _post(touched: Touched, admission: Admission) -> None:
    """Every step in its order; each works off what the earlier ones left."""
    ws = touched.workspace
    changes = [
        (before, effective_version(ws.find(Event, "root", [statement])), admission.causes[statement])
        for statement, before in admission.before.items()
    ]
    events = [after for _, after, _ in changes if after is not None]
    open_day(touched, events)
    register(touched, events)
    file_reports(touched, _groups(changes, "Report"))
    file_runs(touched, changes)
    close_periods(touched, _groups(changes, "PeriodClose"))
    declare_periods(touched, _authors(changes, "PeriodDeclaration"))
    regroup(touched, changes)
    judge_loads(touched)
    judge_accounts(touched)
    judge_physical(touched)
    judge_farm_sales(touched)
    judge_yields(touched)
    judge_waiting(touched, admission.waiting)
    settle_findings(touched)


Change = tuple[Event | None, Event | None, Causes]


def _groups(changes: Iterable[Change], kind: str) -> dict[Key, Causes]:
    """The groups of one kind of statement that changed, and why."""
    groups: dict[Key, Causes] = {}
    for before, after, causes in changes:
        for event in (before, after):
            if event is not None and event.kind == kind and event.group_key is not None:
                groups.setdefault(event.group_key, set()).update(causes)
    return groups


def _authors(changes: Iterable[Change], kind: str) -> dict[str, Causes]:
    authors: dict[str, Causes] = {}
    for before, after, causes in changes:
        for event in (before, after):
            if event is not None and event.kind == kind:
                authors.setdefault(event.author_id, set()).update(causes)
    return authors
