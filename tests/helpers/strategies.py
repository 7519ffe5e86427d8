"""Random worlds for hypothesis: few actors, few tickets, dates around period ends, everything people do wrong.

A world has three elevators' worth of trouble in small: sales both sides state, one side states, or both state
differently; crop whose report comes late or never; discards, downgrades, conventional crop; periods declared with
gaps, overlaps and delays; closes with right, wrong and rounded stocks; corrections and reversals in any order.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from helpers.arrivals import World
from helpers.builders import (
    CORN,
    ci_e6,
    confirmed,
    conventional,
    correct,
    day_opened,
    declare,
    discard,
    draw,
    fact,
    line,
    receipt,
    registered,
    report,
    reverse,
    transfer,
)
from helpers.oracle import truth_of
from helpers.oracle_admission import accepted_facts
from hypothesis import strategies as st

from hub.ledger.facts import CrushRun, Fact, PeriodClose, StatedLine, Stock
from hub.ledger.terms import Commodity, Direction, Form, Role, Unit

__all__ = ["CIS", "DAYS", "PERIODS", "closes", "days", "ordered", "second_thoughts", "worlds"]

SURE_CI, FARM_CI, OTHER_CI = "5125.4", "4980", "3105.25"
"""On farm-0's report always; on farm-1's if it has one; on farm-2's if it has one."""
CIS = (SURE_CI, FARM_CI, OTHER_CI)
HOLDERS = ("elev-1", "elev-2")
FARMS = ("farm-0", "farm-1", "farm-2")
CI_OF_FARM = dict(zip(FARMS, CIS, strict=True))
DAYS = tuple(
    date.fromisoformat(text)
    for text in (
        "2026-09-15", "2026-09-30", "2026-10-01", "2026-10-02", "2026-10-20", "2026-11-30", "2026-12-15",
        "2026-12-31", "2027-01-01", "2027-01-02", "2027-02-10", "2027-03-31", "2027-04-01", "2027-05-20",
    )
)  # fmt: skip
HUB_DAYS = (*DAYS, *(DAYS[4] + timedelta(14 + more) for more in (0, 1)), date(2027, 1, 30), date(2027, 1, 31))
AMOUNTS = ("100", "200", "250", "300", "1000", "60.5", "0.0125", "33.333333")
MOISTURES = ("0", "15.5", "13.2", "7.125", None)
PERIODS = (
    ("P1", "2026-10-01", "2027-01-01"),
    ("P2", "2027-01-01", "2027-04-01"),
    ("P3", "2027-04-01", "2027-06-30"),
    ("PX", "2027-01-02", "2027-03-01"),
    ("PY", "2026-12-01", "2027-02-01"),
    ("PZ", "2026-10-01", "2027-01-02"),
    ("M1", "2026-11-30", "2027-02-28"),
)
DATED = {"Transfer": "transaction_date", "Receipt": "received_date", "CrushRun": "run_date"}

days = st.sampled_from(DAYS)


@st.composite
def amounts(draw_from: st.DrawFn) -> dict[str, Any]:
    """An amount with unit and moisture; shrunk bushels always say to what."""
    unit = draw_from(st.sampled_from((Unit.LB, Unit.LB, Unit.LB, *Unit)))
    moisture = draw_from(st.sampled_from(MOISTURES))
    moisture = "15" if moisture is None and unit is Unit.BU_AT_MOISTURE else moisture
    return {"amount": draw_from(st.sampled_from(AMOUNTS)), "unit": unit, "moisture": moisture}


@st.composite
def lines_of(draw_from: st.DrawFn, seller: str) -> tuple[StatedLine, ...]:
    """A seller's lines: a farm names its field, an elevator a CI, now and then a lot."""
    return tuple(draw_from(_line(seller)) for _ in range(draw_from(st.sampled_from((1, 1, 1, 2)))))


@st.composite
def _line(draw_from: st.DrawFn, seller: str) -> StatedLine:
    how = draw_from(st.sampled_from(("ci", "ci", "ci", "pending", "conventional", "downgraded", "lot")))
    stated = draw_from(amounts())
    if how == "conventional":
        return _stated(stated, draws=draw_from(st.sampled_from(([], [], [draw("farm-2/F1")]))))
    if seller in FARMS:
        lot = draw_from(st.sampled_from(([draw(f"{seller}/F1")],) * 4 + ([draw("farm-1/F1")],)))
        ci = draw_from(st.sampled_from((CI_OF_FARM[seller],) * 4 + CIS))
        if how == "lot":
            return _stated(stated, ci)
        return _stated(stated, pending=True, draws=lot) if how == "pending" else _stated(stated, ci, draws=lot)
    if how in {"lot", "pending"}:
        farm = draw_from(st.sampled_from((*FARMS, seller)))
        ci = None if how == "pending" else CI_OF_FARM.get(farm, SURE_CI)
        return _stated(stated, ci, pending=how == "pending", draws=[draw(f"{farm}/F1")])
    return _stated(stated, draw_from(st.sampled_from(CIS)), as_conventional=how == "downgraded")


def _stated(stated: dict[str, Any], ci: str | None = None, **more: Any) -> StatedLine:
    return line(stated["amount"], ci, unit=stated["unit"], moisture=stated["moisture"], **more)


@st.composite
def calm_loads(draw_from: st.DrawFn, number: int) -> list[Fact]:
    """One load both sides agree on, of the one CI that is always reported: what fills and empties an account."""
    seller, buyer = draw_from(st.sampled_from((("farm-0", "elev-1"), ("elev-1", "ref-1"), ("elev-1", "elev-2"))))
    lots = [draw("farm-0/F1")] if seller == "farm-0" else []
    stated = line(draw_from(st.sampled_from(AMOUNTS)), SURE_CI, draws=lots)
    return list(
        confirmed(transfer(f"s{number}", f"{seller} > {buyer}", draw_from(days), stated, transfer_id=f"T{number}"))
    )


@st.composite
def loads(draw_from: st.DrawFn, number: int) -> list[Fact]:
    """One load: what the seller states, what the buyer states, or both."""
    seller = draw_from(st.sampled_from((*FARMS, *FARMS, *HOLDERS)))
    buyer = draw_from(st.sampled_from([name for name in (*HOLDERS, "ref-1") if name != seller]))
    parties, on = f"{seller} > {buyer}", draw_from(days)
    lines = draw_from(lines_of(seller))
    ticket = draw_from(st.sampled_from((None, None, "7", "8", f"t{number}")))
    crop = draw_from(st.sampled_from((CORN, CORN, CORN, Commodity.SOYBEANS)))
    sale = transfer(f"s{number}", parties, on, *lines, transfer_id=f"T{number}", ticket=ticket, commodity=crop)
    which = draw_from(st.sampled_from(("both", "both", "both", "sale", "receipt")))
    stated = [] if which == "receipt" else [sale]
    if which != "sale":
        stated += draw_from(_receipts(number, parties, on, lines, ticket, crop))
    return stated


@st.composite
def _receipts(
    draw_from: st.DrawFn,
    number: int,
    parties: str,
    on: date,
    lines: Sequence[StatedLine],
    ticket: str | None,
    crop: Commodity,
) -> list[Fact]:
    """The buyer's side: as sold, or with another amount, CI, date, or in two parts."""
    change = draw_from(st.sampled_from(("", "", "", "amount", "ci", "date", "split", "drop", "pending")))
    got = [draw_from(_received(line, change)) for line in lines]
    got = got[:-1] or got if change == "drop" else got
    came = on + timedelta(draw_from(st.sampled_from((0, 0, 1))))
    states_date = draw_from(st.sampled_from((None, str(on), str(on)))) if change != "date" else str(on + timedelta(1))
    parts = [got, got] if change == "split" else [got]
    with_id = draw_from(st.sampled_from((True, True, False)))
    return [
        receipt(
            f"r{number}{'ab'[part]}",
            parties,
            came + timedelta(part),
            *stated,
            transfer_id=f"T{number}" if with_id or ticket is None else None,
            ticket=ticket,
            transaction=states_date if part == 0 else None,
            commodity=crop,
        )
        for part, stated in enumerate(parts)
    ]


@st.composite
def _received(draw_from: st.DrawFn, line: StatedLine, change: str) -> StatedLine:
    if change == "amount":
        factor = draw_from(st.sampled_from((994, 995, 996, 1005, 1200, 500)))
        return replace(line, amount_e6=max(1, line.amount_e6 * factor // 1000))
    if change == "split":
        return replace(line, amount_e6=max(1, line.amount_e6 // 2))
    if change == "ci" and line.ci_e6 is not None:
        return replace(line, ci_e6=draw_from(st.sampled_from((*map(ci_e6, CIS), 0))))
    if change == "pending" and line.draws and not line.as_conventional:
        return replace(line, ci_e6=None, ci_pending=True)
    return line


@st.composite
def own_movements(draw_from: st.DrawFn, number: int) -> list[Fact]:
    """A discard, a downgrade, or conventional crop."""
    holder, on, stated = draw_from(st.sampled_from(HOLDERS)), draw_from(days), draw_from(amounts())
    kind = draw_from(st.sampled_from(("discard", "downgrade", "conventional")))
    ci = draw_from(st.sampled_from((*CIS, None) if kind == "discard" else CIS))
    if kind == "discard":
        return [discard(f"x{number}", holder, on, _stated(stated, ci))]
    if kind == "downgrade":
        return [conventional(f"c{number}", holder, on, _stated(stated, ci))]
    return [conventional(f"c{number}", holder, on, _stated(stated), draw_from(st.sampled_from(Direction)))]


@st.composite
def reports(draw_from: st.DrawFn) -> list[Fact]:
    """farm-0 has its report; the others may have one, signed early or late, with one CI or another."""
    found = [report("b0", "farm-0", {"F1": SURE_CI}, "2026-09-01")]
    for farm in FARMS[1:]:
        for version in range(1, 1 + draw_from(st.sampled_from((0, 1, 1, 2)))):
            ci = draw_from(st.sampled_from((CI_OF_FARM[farm],) * 3 + CIS))
            signed = draw_from(st.sampled_from(("2026-09-01", "2026-10-02", "2026-12-31")))
            found.append(report(f"b{farm[-1]}{version}", farm, {"F1": ci}, signed, version=version))
    return found


@st.composite
def declarations(draw_from: st.DrawFn, holder: str, *, calm: bool) -> list[Fact]:
    """Periods in a row, or nearly: gaps, overlaps, one too long, some declared late."""
    if calm:
        return [declare(f"p{number}", holder, *period, "2026-09-01") for number, period in enumerate(PERIODS[:3])]
    chosen = draw_from(st.sampled_from((PERIODS[:2], PERIODS[:3], PERIODS[:1], ()))) + tuple(
        draw_from(st.lists(st.sampled_from(PERIODS), max_size=1))
    )
    found = []
    for number, (name, start, end) in enumerate(chosen):
        on = draw_from(st.sampled_from(("2026-09-01", "2026-09-01", start, "2027-01-05")))
        found.append(declare(f"p{number}", holder, name, start, end, on))
    return found


@st.composite
def hub_facts(draw_from: st.DrawFn, *, calm: bool) -> list[Fact]:
    """The registry, with changes of stage, and the hub's days in any order."""
    found = [registered(name) for name in (*HOLDERS, *FARMS)] + [registered("ref-1", books_here=False)]
    for number, (name, here) in enumerate(
        draw_from(st.lists(st.tuples(st.sampled_from((*HOLDERS, "farm-1")), st.booleans()), max_size=0 if calm else 2))
    ):
        roles = draw_from(st.sampled_from((None, None, [Role.FARM], [Role.FARM, Role.ELEVATOR], [Role.TRADER])))
        found.append(registered(name, books_here=here, roles=roles, event_id=f"again{number}"))
    opened = draw_from(st.lists(st.sampled_from(HUB_DAYS), min_size=1, max_size=3, unique=True))
    return draw_from(st.permutations(found + [day_opened(on) for on in opened]))


@st.composite
def second_thoughts(draw_from: st.DrawFn, facts: Sequence[Fact]) -> list[Fact]:
    """Corrections, corrections of corrections, reversals, and ids used twice."""
    found: list[Fact] = []
    for number in range(draw_from(st.sampled_from((0, 1, 2, 3)))):
        target = draw_from(st.sampled_from([f for f in (*facts, *found) if f.author_id not in {"hub", "farm-0"}]))
        what = draw_from(st.sampled_from(("correct", "correct", "reverse", "conflict", "unknown")))
        if what == "reverse" or (what == "correct" and not hasattr(target.body, "lines")):
            found.append(reverse(f"v{number}", target.author_id, target.event_id, draw_from(days)))
        elif what == "correct":
            changes = draw_from(_changes(target))
            found.append(correct(f"k{number}", target, draw_from(days), **changes))
        elif what == "unknown":
            found.append(reverse(f"u{number}", target.author_id, "never-sent", draw_from(days)))
        elif hasattr(target.body, "lines"):
            found.append(replace(target, body=replace(target.body, **draw_from(_changes(target)))))
    return found


@st.composite
def _changes(draw_from: st.DrawFn, target: Fact) -> dict[str, Any]:
    """Another amount, or another day."""
    body = target.body
    if draw_from(st.booleans()):
        return {DATED.get(target.kind, "day"): draw_from(days)}
    factor = draw_from(st.sampled_from((500, 900, 2000)))
    lines = tuple(replace(line, amount_e6=max(1, line.amount_e6 * factor // 1000)) for line in body.lines)
    if any(line.crush_run_id for line in lines) and draw_from(st.booleans()):
        other = {"crush_run_id": draw_from(st.sampled_from(("R0", "R1", None))), "crushing_yield_e4": 114_000}
        lines = tuple(replace(line, **other) for line in body.lines)
    if isinstance(body, CrushRun):
        return draw_from(_run_changes(body, lines, factor))
    return {"line": lines[0]} if target.kind == "ConventionalMovement" else {"lines": lines}


@st.composite
def _run_changes(draw_from: st.DrawFn, body: CrushRun, lines: tuple[StatedLine, ...], factor: int) -> dict[str, Any]:
    """Other bushels, another yield, another owner, another CI, or a run id that may not change."""
    made = body.product_amount_e6
    return draw_from(
        st.sampled_from(
            (
                {"lines": lines, "product_amount_e6": made * factor // 1000 + 1_000_000, "allocations": ()},
                {"crushing_yield_e4": body.crushing_yield_e4 * factor // 1000, "allocations": (), "yield_id": "long"},
                {"owner_id": "elev-1" if body.owner_id is None else None},
                {"lines": body.lines[:1], "allocations": ()},
                {"product_amount_e6": made * factor // 1000},
                {"run_id": f"{body.run_id}x"},
            )
        )
    )


@st.composite
def closes(draw_from: st.DrawFn, facts: Sequence[Fact], *, calm: bool, holders: Sequence[str] = HOLDERS) -> list[Fact]:
    """Closes with the stock the books compute, or one off by a little, by a pound, or by much."""
    messages = [(stated, repr(stated).encode()) for stated in facts]
    truth = truth_of(accepted_facts(messages))
    found = []
    for number in range(draw_from(st.sampled_from((2, 3, 4) if calm else (0, 0, 1, 2, 3)))):
        holder = holders[0] if calm else draw_from(st.sampled_from(holders))
        period = draw_from(st.sampled_from(("P1", "P2") if calm else ("P1", "P1", "P2", "M1", "nowhere")))
        stocks = []
        for pool, judged in truth.accounts.items():
            ends = {balance.span.period_id: balance.computed for balance in judged.balances}
            for form in (Form.CROP, Form.OIL) if pool[0] == holder and pool[1] is not CORN else (Form.CROP,):
                if pool[0] == holder and draw_from(st.sampled_from((True, True, True, False))):
                    computed = ends[period].of(form) if period in ends else 0
                    stocks.append(draw_from(_stock(pool, form, computed)))
        if draw_from(st.sampled_from((False, False, True))) and not any(s.ci_e6 == 0 for s in stocks):
            stocks.append(Stock(CORN, 0, Form.CROP, draw_from(st.sampled_from((0, 50_0000))), None))
        body = PeriodClose(holder, period, draw_from(days), tuple(stocks))
        found.append(fact(f"z{number}", holder, body))
    return found


@st.composite
def _stock(draw_from: st.DrawFn, pool: tuple[str, Commodity, int | None], form: Form, computed: int) -> Stock:
    ending = max(computed, 0) + draw_from(st.sampled_from((0, 0, 0, 100, 101, -101, 5000, -20_0000, 10**7)))
    if draw_from(st.booleans()):
        ending = round(ending / 10_000) * 10_000
    beginning = draw_from(st.sampled_from((None, None, 0, 1_0000, max(ending, 0))))
    assert pool[2] is not None
    return Stock(pool[1], pool[2], form, max(ending, 0), beginning)


@st.composite
def worlds(draw_from: st.DrawFn, *, loads_max: int = 6) -> World:
    """A whole world."""
    calm = draw_from(st.booleans())
    facts: list[Fact] = draw_from(hub_facts(calm=calm)) + draw_from(reports())
    for holder in HOLDERS:
        facts += draw_from(declarations(holder, calm=calm))
    for number in range(draw_from(st.integers(1, loads_max))):
        facts += draw_from(calm_loads(number) if calm else loads(number))
    for number in range(draw_from(st.integers(0, 2))):
        facts += draw_from(own_movements(number))
    facts += draw_from(second_thoughts(facts))
    facts += draw_from(closes(facts, calm=calm))
    return ordered(facts, draw_from)


def ordered(facts: Sequence[Fact], draw_from: st.DrawFn) -> World:
    """Each author's own order: as made, save that some messages go back to its beginning."""
    by_author: dict[str, list[Fact]] = {}
    for stated in facts:
        own = by_author.setdefault(stated.author_id, [])
        first = stated.names is not None and draw_from(st.sampled_from((False, False, True)))
        own.insert(0 if first else len(own), stated)
    return World({author: tuple(own) for author, own in by_author.items()})
