"""Loads touched by a batch: statements find their load, the load is judged, its lines are exchanged."""

from collections.abc import Iterable, Mapping, Sequence

from hub.ledger.facts import Movement, Receipt, Transfer
from hub.ledger.identity import group_key
from hub.ledger.keys import Key
from hub.ledger.load import Judged, judge_load
from hub.ledger.parts import Known, RunId, holder_of, lots_named, runs_named
from hub.ledger.post.days import Sums
from hub.ledger.post.differences import Differences
from hub.ledger.post.farms import Owed
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.reliance import state_of
from hub.ledger.rows import Contribution, Edge, Event, KnownCi, Line, Lot, Organisation, Run
from hub.ledger.sale import Surroundings
from hub.ledger.terms import Commodity

__all__ = ["judge_loads", "regroup"]


def regroup(touched: Touched, changes: Iterable[tuple[Event | None, Event | None, Causes]]) -> None:
    """Find the load of every movement whose effective version changed; receipts follow their transfer (model.md 3)."""
    ws = touched.workspace
    moves = [(before, after, causes) for before, after, causes in changes if _moves(before) or _moves(after)]
    events = [event for before, after, _ in moves for event in (before, after) if event is not None]
    ws.find(Event, "alias", [(event.alias_key,) for event in events])
    for before, after, causes in moves:
        touched.load([before.group_key if before else None], causes)
        if after is not None:
            touched.load([_settle(touched, after)], causes)
    for before, after, causes in moves:
        for receipt in _followers(touched, before, after):
            touched.load([receipt.group_key, _settle(touched, receipt)], causes)


def _moves(event: Event | None) -> bool:
    return event is not None and isinstance(event.body, Movement)


def _followers(touched: Touched, *transfers: Event | None) -> list[Event]:
    """The receipts that refer to a transfer."""
    aliases = [(event.alias_key,) for event in transfers if event is not None and event.kind == "Transfer"]
    found = touched.workspace.find(Event, "alias", aliases)
    return [event for event in found if event.effective and event.kind == "Receipt"]


def _settle(touched: Touched, event: Event) -> Key | None:
    """Put the event under the load it belongs to now, and say which."""
    key = group_key(event.author_id, str(event.root_event_id), event.body)
    if isinstance(event.body, Receipt):
        same = touched.workspace.find(Event, "alias", [(event.alias_key,)])
        transfer = next((other for other in same if other.effective and other.kind == "Transfer"), None)
        key = transfer.group_key if transfer and _same_parties(transfer.body, event.body) else key
    if key != event.group_key:
        touched.workspace.put(event._replace(group_key=key))
    return key


def _same_parties(transfer: object, receipt: Receipt) -> bool:
    """A receipt by somebody else than the buyer named, or of another crop, is not about this transfer."""
    assert isinstance(transfer, Transfer)
    return (transfer.buyer_id, transfer.commodity) == (receipt.buyer_id, receipt.commodity)


def judge_loads(touched: Touched) -> None:
    """Judge every touched load until nothing new is touched: a CI that becomes known touches others."""
    sums, owed, differences = Sums(touched), Owed(touched), Differences(touched)
    while touched.loads:
        loads = dict(touched.loads)
        touched.loads.clear()
        statements = _statements(touched, loads)
        around = _surroundings(touched, [event for events in statements.values() for event in events])
        _prefetch_lines(touched, loads)
        for key, causes in loads.items():
            judged = judge_load(key, statements[key], around)
            for old, new in _exchange(touched, key, judged, causes):
                for collector in (sums, owed, differences):
                    collector.exchange(old, new, causes)
        owed.settle_ci()
    for collector in (sums, owed, differences):
        collector.write()


def _statements(touched: Touched, loads: dict[Key, Causes]) -> dict[Key, list[Event]]:
    statements: dict[Key, list[Event]] = {key: [] for key in loads}
    for event in touched.workspace.find(Event, "group", [(key,) for key in loads]):
        if event.effective and event.group_key is not None:
            statements[event.group_key].append(event)
    return statements


def _surroundings(touched: Touched, events: Sequence[Event]) -> Surroundings:
    """Everything these statements are judged against, asked for at once."""
    ws = touched.workspace
    bodies = [event.body for event in events if isinstance(event.body, Movement)]
    lots = ws.get(Lot, {(key,) for body in bodies for key in lots_named(body)})
    runs: dict[RunId, Run] = ws.get(Run, {run for body in bodies for run in runs_named(body)})
    cis = {(body.commodity, line.ci_e6) for body in bodies for line in body.lines if line.ci_e6 is not None}
    known = ws.get(KnownCi, cis)
    sellers = {(holder_of(body),) for body in bodies}
    organisations = ws.get(Organisation, sellers).values()

    def known_ci(commodity: Commodity, ci_e6: int) -> KnownCi:
        return known.get((commodity, ci_e6)) or KnownCi(commodity, ci_e6, 0, 0)

    return Surroundings(
        known=Known({key: lot for (key,), lot in lots.items()}, runs),
        known_ci=known_ci,
        farms=frozenset(row.organisation_id for row in organisations if row.is_farm_only),
        with_books=frozenset(row.organisation_id for row in organisations if row.is_judged),
        day=touched.day,
        policy=touched.policy,
    )


def _prefetch_lines(touched: Touched, loads: dict[Key, Causes]) -> None:
    keys = [(key,) for key in loads]
    for kind, index in ((Line, "load"), (Edge, "load"), (Contribution, "source")):
        touched.workspace.find(kind, index, keys)


def _exchange(touched: Touched, key: Key, judged: Judged, causes: Causes) -> list[tuple[Line | None, Line | None]]:
    """Put the lines as judged in the place of those that stood; what changed, as (old, new)."""
    ws = touched.workspace
    before = {line.line_no: line for line in ws.find(Line, "load", [(key,)])}
    after = {line.line_no: _kept(line, before.get(line.line_no), touched.version) for line in judged.lines}
    pairs = ((before.get(number), after.get(number)) for number in before.keys() | after.keys())
    changed = [(old, new) for old, new in pairs if old != new]
    for old, new in changed:
        if new is not None:
            ws.put(new)
        elif old is not None:
            ws.drop(old)
        if old is not None and new is not None and old.buyer_id != new.buyer_id:
            touched.left.append(old)
    _exchange_edges(touched, key, judged.edges, after)
    touched.contribute(key, judged.contributions, causes)
    return changed


def _kept(line: Line, before: Line | None, version: int) -> Line:
    """The line with what its account said of it, and a new version if anything published differs."""
    if before is not None:
        line = line._replace(block_source=before.block_source, block_code=before.block_code, version=before.version)
    line = line._replace(state=state_of(line))
    return line if line == before else line._replace(version=version)


def _exchange_edges(touched: Touched, key: Key, edges: Sequence[Edge], lines: Mapping[int, Line]) -> None:
    """The lots named now; what an account drew for a line that it still debits is the account's to draw again."""
    ws = touched.workspace
    before = {(edge.line_no, edge.parent_no): edge for edge in ws.find(Edge, "load", [(key,)])}
    after = {(edge.line_no, edge.parent_no): edge for edge in edges}
    for place, edge in before.items():
        line = lines.get(edge.line_no)
        is_drawn = line is not None and line.is_drawn
        if place not in after and (edge.named or not is_drawn):
            ws.drop(edge)
    for place, edge in after.items():
        if edge != before.get(place):
            ws.put(edge)
