"""Facts that move no crop: the registry, the hub's day, reports, period declarations and closes."""

from collections.abc import Iterable

from hub.ledger.causes import DAY
from hub.ledger.crush import shares
from hub.ledger.facts import (
    CrushRun,
    DayOpened,
    OrganisationRegistered,
    PeriodClose,
    Report,
    ReportRow,
)
from hub.ledger.keys import Key, digest, lot_key
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.quantity import DRY_LB_PER_STD_BU_E2, divide_half_even, lb_e4
from hub.ledger.rows import (
    Close,
    Contribution,
    DeclaredPeriod,
    Edge,
    Event,
    FarmSales,
    HubDay,
    KnownCi,
    Line,
    Lot,
    Organisation,
    Run,
    Statement,
)
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Commodity, Flow, Status

__all__ = [
    "close_periods",
    "close_source",
    "declare_periods",
    "file_reports",
    "file_runs",
    "know_ci",
    "open_day",
    "register",
]


def open_day(touched: Touched, events: Iterable[Event]) -> None:
    """The largest day wins; whatever falls due by it is judged again (model.md 12)."""
    days = [event.body.day for event in events if isinstance(event.body, DayOpened)]
    if not days:
        return
    ws, day = touched.workspace, max([*days, touched.day])
    touched.day = day
    ws.put(HubDay(1, day))
    touched.load([line.load_key for line in ws.due(Line, day)], {DAY})
    for group in ws.due(FarmSales, day):
        touched.groups[group.group_key].add(DAY)
    for statement in ws.due(Statement, day):
        touched.account(statement.account_key, statement.start, statement.start, {DAY})


def register(touched: Touched, events: Iterable[Event]) -> None:
    """Keep the registry; a role or place that changes is judged again wherever the organisation stands."""
    ws = touched.workspace
    entries = [(event, event.body) for event in events if isinstance(event.body, OrganisationRegistered)]
    names = [(body.organisation_id,) for _, body in entries]
    ws.get(Organisation, names)
    for event, body in entries:
        before = ws.one(Organisation, body.organisation_id)
        now = Organisation(body.organisation_id, body.roles, body.books_here, body.lot_link, body.outbox)
        ws.put(now)
        if before is None or (before.is_farm_only, before.is_judged) != (now.is_farm_only, now.is_judged):
            lines = ws.find(Line, "seller", [(now.organisation_id,)])
            touched.load([line.load_key for line in lines], {event.kind})
            touched.holders[now.organisation_id].add(event.kind)


def file_reports(touched: Touched, harvests: dict[Key, Causes]) -> None:
    """The rows that count of each harvest's reports: per field the last in the farm's own order (model.md 4)."""
    ws = touched.workspace
    reports = _by_group(ws.find(Event, "group", [(key,) for key in harvests]))
    farms = {event.author_id for events in reports.values() for event in events}
    ws.find(Lot, "farm", [(farm,) for farm in farms])
    after = {key: _lots(event for event in reports[key] if event.effective) for key in harvests}
    rows = [lot for lots in after.values() for lot in lots.values()]
    ws.find(Edge, "lot", [(lot.lot_key,) for lot in rows])
    ws.get(KnownCi, {(lot.commodity, lot.ci_e6) for lot in rows})
    for key, causes in harvests.items():
        before = {lot.lot_key: lot for event in reports[key][:1] for lot in _lots_of(touched, event)}
        for name in before.keys() | after[key].keys():
            _replace_lot(touched, before.get(name), after[key].get(name), causes)


def file_runs(touched: Touched, changes: Iterable[tuple[Event | None, Event | None, Causes]]) -> None:
    """Keep each crusher's runs; what was sold of a run that changed is judged again, and so is its yield."""
    ws = touched.workspace
    moves = [(b, a, causes) for b, a, causes in changes if any(e is not None and e.kind == "CrushRun" for e in (b, a))]
    runs = [[_run(event) for event in (before, after) if event is not None] for before, after, _ in moves]
    for index in ("run", "buyers_run"):
        ws.find(Line, index, [(run.run_id,) for both in runs for run in both])
    for (_, after, causes), both in zip(moves, runs, strict=True):
        for run in both:
            ws.drop(run)
            touched.yields[run.crusher_id, run.yield_name] |= causes
            lines = [*ws.find(Line, "run", [(run.run_id,)]), *ws.find(Line, "buyers_run", [(run.run_id,)])]
            touched.load([line.load_key for line in lines if line.flow is not Flow.PROCESSED], causes)
        if after is not None:
            ws.put(both[-1])


def _run(event: Event) -> Run:
    body = event.body
    assert isinstance(body, CrushRun)
    return Run(
        crusher_id=body.entity_id,
        run_id=body.run_id,
        owner_id=body.owner,
        day=body.run_date,
        commodity=body.commodity,
        crushing_yield_e4=body.crushing_yield_e4,
        yield_id=body.yield_id,
        yield_name=digest("yield", body.yield_id, None if body.yield_id else body.run_id).hex(),
        product_lb_e4=lb_e4(body.product_amount_e6, body.product_unit),
        shares=shares(body),
    )


def _by_group(events: Iterable[Event]) -> dict[Key, list[Event]]:
    groups: dict[Key, list[Event]] = {}
    for event in events:
        groups.setdefault(event.group_key or b"", []).append(event)
    return groups


def _lots_of(touched: Touched, event: Event) -> list[Lot]:
    body = event.body
    assert isinstance(body, Report)
    lots = touched.workspace.find(Lot, "farm", [(body.farm_id,)])
    return [lot for lot in lots if (lot.commodity, lot.crop_year) == (body.commodity, body.crop_year)]


def _lots(events: Iterable[Event]) -> dict[Key, Lot]:
    """Per field the row of the last report; versions of one report count by their number, reports by first arrival."""
    reports = [(event.author_seq, event.body) for event in events if isinstance(event.body, Report)]
    begun = {report.bfr_id: seq for seq, report in sorted(reports, key=lambda item: item[0], reverse=True)}
    lots: dict[Key, Lot] = {}
    for _, report in sorted(reports, key=lambda item: (begun[item[1].bfr_id], item[1].version)):
        for row in report.rows:
            lot = _lot(report, row)
            earlier = lots.get(lot.lot_key)
            signed = min(lot.signed_date, earlier.first_signed) if earlier else lot.signed_date
            lots[lot.lot_key] = lot._replace(first_signed=signed)
    return lots


def _lot(report: Report, row: ReportRow) -> Lot:
    cap = divide_half_even(row.harvested_std_bu_e4 * DRY_LB_PER_STD_BU_E2[report.commodity], 100)
    return Lot(
        lot_key=lot_key(report.farm_id, report.commodity, report.crop_year, row.field_id),
        farm_id=report.farm_id,
        commodity=report.commodity,
        crop_year=report.crop_year,
        field_id=row.field_id,
        ci_e6=row.ci_e6,
        cap_dry_lb_e4=cap,
        bfr_id=report.bfr_id,
        bfr_version=report.version,
        rule_version=report.rule_version,
        signed_date=report.signed_date,
        first_signed=report.signed_date,
    )


def _replace_lot(touched: Touched, before: Lot | None, after: Lot | None, causes: Causes) -> None:
    """Put the row that counts now; every load that draws on the lot is judged again."""
    ws = touched.workspace
    if before == after:
        return
    if before is not None:
        ws.drop(before)
        know_ci(touched, before.commodity, before.ci_e6, rows=-1)
    if after is not None:
        ws.put(after)
        know_ci(touched, after.commodity, after.ci_e6, rows=1)
    name = after or before
    assert name is not None
    touched.load([edge.load_key for edge in ws.find(Edge, "lot", [(name.lot_key,)])], causes)


def know_ci(touched: Touched, commodity: Commodity, ci_e6: int, *, rows: int = 0, waiting: int = 0) -> None:
    """Count who knows a CI; lines that hang on it are judged again when it becomes known or unknown."""
    ws = touched.workspace
    before = ws.one(KnownCi, commodity, ci_e6) or KnownCi(commodity, ci_e6, 0, 0)
    now = KnownCi(commodity, ci_e6, before.rows + rows, before.waiting + waiting)
    ws.put(now) if now.known else ws.drop(now)
    if (before.known, before.rows > 0) != (now.known, now.rows > 0):
        lines = ws.find(Line, "depends", [(commodity, ci_e6)])
        touched.load([line.load_key for line in lines], {"Report"})


def declare_periods(touched: Touched, entities: dict[str, Causes]) -> None:
    """Declared after it began: A_PERIOD_NOT_PREDEFINED; every account of the holder follows its new calendar."""
    ws = touched.workspace
    rows = ws.find(DeclaredPeriod, "entity", [(entity,) for entity in entities])
    ws.find(Contribution, "source", [(digest("declarations", entity),) for entity in entities])
    for entity, causes in entities.items():
        touched.holders[entity] |= causes
        late = [_not_predefined(row) for row in rows if row.entity_id == entity and not row.is_predefined]
        touched.contribute(digest("declarations", entity), late, causes)


def _not_predefined(row: DeclaredPeriod) -> Contribution:
    subject = Subject(entity_id=row.entity_id, period_start=row.start, period_id=row.period_id, day=row.declared_on)
    code = "A_PERIOD_NOT_PREDEFINED"
    name = finding_id(code, row.entity_id, row.start)
    return Contribution(digest("declarations", row.entity_id), name, code, subject, Status.OPEN, None, row.start)


def close_periods(touched: Touched, groups: dict[Key, Causes]) -> None:
    """The close that counts per period: the last unreversed one in its author's order."""
    ws = touched.workspace
    for key, events in _by_group(ws.find(Event, "group", [(key,) for key in groups])).items():
        counting = max((e for e in events if e.effective), key=lambda e: e.author_seq, default=None)
        body = (counting or events[0]).body
        assert isinstance(body, PeriodClose)
        before = ws.one(Close, body.entity_id, body.period_id)
        if (before.event_id if before else None) == (counting.event_id if counting else None):
            continue
        if counting is not None:
            ws.put(_close(counting, body))
        elif before is not None:
            ws.drop(before)
            touched.contribute(close_source(before), [], groups[key])
        touched.holders[body.entity_id] |= groups[key]
        touched.closes.add((body.entity_id, body.period_id))


def _close(event: Event, body: PeriodClose) -> Close:
    return Close(
        entity_id=body.entity_id,
        period_id=body.period_id,
        event_id=event.event_id,
        author_seq=event.author_seq,
        closed_on=body.closed_on,
        due=None,
        stocks=body.stocks,
        physical=body.physical,
    )


def close_source(close: Close) -> Key:
    """Under which name a close contributes to findings."""
    return digest("close", close.entity_id, close.period_id)
