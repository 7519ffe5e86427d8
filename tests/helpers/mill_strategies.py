"""Random worlds with an oil mill: runs for itself and for toll, oil sold on, refined, wasted, and closes by form.

crush-1 presses soybeans of farm-0 and farm-1 for itself and for elev-1, as does crush-9, whose books are not here;
trader-1 deals in oil. Lines name the right run and yield, another's, or none; what is sold is all of a run's oil, a
part, or more than there is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import ROUND_UP, Decimal
from fractions import Fraction
from typing import Any

from helpers.arrivals import World
from helpers.builders import (
    CORN,
    SOY,
    confirmed,
    conventional,
    crush_run,
    day_opened,
    declare,
    discard,
    draw,
    line,
    oil,
    receipt,
    refined,
    registered,
    report,
    transfer,
)
from helpers.strategies import DAYS, PERIODS, closes, days, ordered, second_thoughts, worlds
from hypothesis import strategies as st

from hub.ledger.facts import CrushRun, Fact, StatedLine, Transfer
from hub.ledger.terms import Direction, Form, Role, Unit

__all__ = ["every_world", "mills"]

MILL_CI, OTHER_CI, UNKNOWN_CI = "3150", "3475.5", "2999"
"""On farm-0's report always; on farm-1's if it has one; on none."""
HOLDERS = ("crush-1", "trader-1", "elev-1")
BUSHELS = ("10", "20", "100", "7.77", "33.333333")
YIELDS = ("11.4", "11.4", "11.5", "11.3333", "10.0001")
OIL_WAYS = (
    "crush-1 > trader-1", "crush-1 > trader-1", "crush-1 > ref-1", "crush-1 > ref-1", "trader-1 > ref-1",
    "trader-1 > ref-1", "elev-1 > trader-1", "crush-9 > trader-1", "trader-1 > crush-1", "elev-1 > ref-1",
)  # fmt: skip


@dataclass(frozen=True)
class Lot:
    """What a run made under one CI, as its crusher would sell it."""

    run: str
    crusher: str
    at: str
    ci: str
    pounds: Decimal


@st.composite
def crop_loads(draw_from: st.DrawFn, number: int) -> list[Fact]:
    """Soybeans both sides agree on."""
    way = draw_from(
        st.sampled_from(("farm-0 > crush-1",) * 3 + ("farm-0 > elev-1", "farm-1 > crush-1", "elev-1 > crush-1"))
    )
    ci = OTHER_CI if way.startswith("farm-1") else draw_from(st.sampled_from((MILL_CI, MILL_CI, MILL_CI, OTHER_CI)))
    ci = MILL_CI if way.startswith("farm-0") else ci
    lots = [draw(f"{way[:6]}/F1")] if way.startswith("farm") else []
    stated = line(draw_from(st.sampled_from((*BUSHELS, "200"))), ci, unit=Unit.BU_STANDARD, draws=lots)
    on, ticket = draw_from(st.sampled_from(DAYS[:8])), draw_from(st.sampled_from((None, None, None, "7")))
    return list(
        confirmed(transfer(f"s{number}", way, on, stated, transfer_id=f"T{number}", ticket=ticket, commodity=SOY))
    )


@st.composite
def runs(draw_from: st.DrawFn, number: int) -> Fact:
    """One run: mostly sound, sometimes allocated wrongly, of too much or of the wrong crop."""
    crusher = draw_from(st.sampled_from(("crush-1", "crush-1", "crush-1", "crush-9")))
    owner = draw_from(st.sampled_from((None, None, "elev-1") if crusher == "crush-1" else ("elev-1", "crush-1")))
    at = draw_from(st.sampled_from(YIELDS))
    inputs = draw_from(st.lists(_input(), min_size=1, max_size=3))
    crop = draw_from(st.sampled_from((SOY,) * 12 + (CORN,)))
    run = crush_run(
        f"run{number}",
        crusher,
        draw_from(days),
        *inputs,
        at=at,
        made="1",
        run=draw_from(st.sampled_from((f"R{number}",) * 8 + ("R0",))),
        yield_id=draw_from(st.sampled_from((None, None, "long"))),
        owner=owner,
        commodity=crop,
    )
    assert isinstance(run.body, CrushRun)
    return replace(run, body=replace(run.body, **draw_from(_made(run.body))))


@st.composite
def _input(draw_from: st.DrawFn) -> StatedLine:
    ci = draw_from(st.sampled_from((MILL_CI, MILL_CI, MILL_CI, OTHER_CI, None, None, UNKNOWN_CI)))
    how = draw_from(st.sampled_from(("bushels", "bushels", "bushels", "pounds", "lot")))
    amount = draw_from(st.sampled_from(BUSHELS))
    if how == "pounds":
        moisture = draw_from(st.sampled_from(("13", "10.5", None)))
        return line(f"{amount[:4]}00", ci, moisture=moisture)
    lots = [draw("farm-0/F1")] if how == "lot" and ci == MILL_CI else []
    return line(amount, ci, unit=Unit.BU_STANDARD, draws=lots)


@st.composite
def _made(draw_from: st.DrawFn, body: CrushRun) -> dict[str, Any]:
    """What the run made, and what of it each CI got."""
    shares = _shares(body)
    whole = sum(shares.values()) + Fraction(len(shares), 100)
    factor = draw_from(st.sampled_from((1, 1, 1, 1, Fraction("1.004"), Fraction("1.006"))))
    if body.yield_id is not None or draw_from(st.sampled_from((False,) * 9 + (True,))):
        factor = draw_from(st.sampled_from((1, Fraction("0.994"), Fraction("0.996"), Fraction("1.006"))))
    found: dict[str, Any] = {"product_amount_e6": _e6(whole * factor)}
    how = draw_from(st.sampled_from(("",) * 5 + ("rounded",) * 5 + ("off", "dropped")))
    if how:
        stated = {ci: round(pounds, 2) + (Fraction("0.0103") if how == "off" else 0) for ci, pounds in shares.items()}
        if how == "dropped":
            stated.pop(next(iter(stated)))
        sample = crush_run("x", "x", "10-01", at="1", made="1", allocations={"1": "1"}).body
        assert isinstance(sample, CrushRun)
        kind = sample.allocations[0]
        found["allocations"] = tuple(
            replace(kind, ci_e6=ci, product_amount_e6=_e6(pounds)) for ci, pounds in stated.items()
        )
    return found


def _shares(body: CrushRun) -> dict[int | None, Fraction]:
    """By CI the product a yield makes of the standard bushels, near enough to be allocated."""
    at = Fraction(body.crushing_yield_e4, 10_000)
    found: dict[int | None, Fraction] = {}
    for stated in body.lines:
        amount = Fraction(stated.amount_e6, 10**6)
        moisture = Fraction(stated.moisture_pct_e3 if stated.moisture_pct_e3 is not None else 13_000, 1000)
        bushels = amount if stated.unit is Unit.BU_STANDARD else amount * (100 - moisture) / 5220
        found[stated.ci_e6] = found.get(stated.ci_e6, Fraction(0)) + at * bushels
    return found


def _e6(pounds: Fraction) -> int:
    return -(-pounds * 10**6 // 1)


def _lots(pressed: Sequence[Fact]) -> list[Lot]:
    """What there is to sell, by what its run allocated or promised."""
    found = []
    for stated in pressed:
        body = stated.body
        assert isinstance(body, CrushRun)
        shares = _shares(body) | {item.ci_e6: Fraction(item.product_amount_e6, 10**6) for item in body.allocations}
        for ci, pounds in shares.items():
            if ci is not None:
                at = f"{Decimal(body.crushing_yield_e4) / 10_000:f}"
                name = f"{Decimal(ci) / 10**6:f}"
                found.append(Lot(body.run_id, body.entity_id, at, name, _decimal(pounds)))
    return found or [Lot("R0", "crush-1", "11.4", MILL_CI, Decimal(114))]


def _decimal(pounds: Fraction) -> Decimal:
    exact = Decimal(pounds.numerator) / Decimal(pounds.denominator)
    return max(exact.quantize(Decimal("0.0001"), rounding=ROUND_UP), Decimal("0.0001"))


@st.composite
def oil_lines(draw_from: st.DrawFn, seller: str, lots: Sequence[Lot]) -> StatedLine:
    """Oil of some lot: all of it, a part, or more; with the right run and yield, others, or without."""
    lot = draw_from(st.sampled_from(lots))
    part = draw_from(st.sampled_from((1, 1, Fraction(1, 3), Fraction(1, 2), Fraction(3, 2), Fraction(1001, 1000))))
    amount = f"{_decimal(Fraction(lot.pounds) * part):f}"
    how = draw_from(
        st.sampled_from(("right",) * 8 + ("yield", "no run", "input", "conventional", "given up", "lot", "who"))
    )
    crusher = None if lot.crusher == seller or how == "who" else lot.crusher
    if how == "conventional":
        return oil(amount, None, lot.run, draw_from(st.sampled_from((None, lot.at))))
    return oil(
        amount,
        lot.ci,
        None if how == "no run" else lot.run,
        {"yield": "11.45", "input": None}.get(how, lot.at),
        crusher=crusher,
        input_dry="1000" if how == "input" else None,
        draws=[draw("farm-0/F1")] if how == "lot" else (),
        as_conventional=how == "given up",
    )


@st.composite
def oil_loads(draw_from: st.DrawFn, number: int, lots: Sequence[Lot]) -> list[Fact]:
    """Oil, or rarely another product, as both sides state it or only one does."""
    way, on = draw_from(st.sampled_from(OIL_WAYS)), draw_from(days)
    lines = draw_from(st.lists(oil_lines(way.split(" > ")[0], lots), min_size=1, max_size=2))
    form = draw_from(st.sampled_from((Form.OIL,) * 9 + (Form.MEAL,)))
    ticket = draw_from(st.sampled_from((None, None, None, "7")))
    sale = transfer(f"o{number}", way, on, *lines, transfer_id=f"O{number}", ticket=ticket, commodity=SOY, form=form)
    which = draw_from(st.sampled_from(("agreed",) * 5 + ("differ", "sale", "receipt")))
    if which == "agreed":
        return list(confirmed(sale))
    if which == "sale":
        return [sale]
    came = draw_from(_oil_receipt(number, sale, lots))
    return [came] if which == "receipt" else [sale, came]


@st.composite
def _oil_receipt(draw_from: st.DrawFn, number: int, sale: Fact, lots: Sequence[Lot]) -> Fact:
    """The buyer's side, with another amount, run, yield or order of lines."""
    body = sale.body
    assert isinstance(body, Transfer)
    change = draw_from(st.sampled_from(("amount", "run", "turned", "drop", "")))
    other = draw_from(st.sampled_from(lots))
    got = list(body.lines)
    if change == "amount":
        factor = draw_from(st.sampled_from((994, 996, 1005, 500)))
        got = [replace(stated, amount_e6=max(1, stated.amount_e6 * factor // 1000)) for stated in got]
    if change == "run":
        at = int(Decimal(other.at) * 10_000)
        got = [replace(got[0], crush_run_id=other.run, crushing_yield_e4=at), *got[1:]]
    if change == "turned":
        got.reverse()
    if change == "drop":
        got = got[:1]
    parties = f"{body.seller_id} > {body.buyer_id}"
    on = body.transaction_date + timedelta(draw_from(st.sampled_from((0, 1))))
    return receipt(
        f"g{number}",
        parties,
        on,
        *got,
        transfer_id=body.transfer_id,
        ticket=body.ticket_no,
        commodity=SOY,
        form=body.form,
    )


@st.composite
def own_movements(draw_from: st.DrawFn, number: int, lots: Sequence[Lot]) -> list[Fact]:
    """Oil or crop wasted, refined or downgraded; conventional crop; crop sold on."""
    holder, on = draw_from(st.sampled_from((*HOLDERS, "crush-1"))), draw_from(days)
    what = draw_from(
        st.sampled_from(("discard", "refined", "downgrade", "crop", "crop refined", "sold", "conventional"))
    )
    more: dict[str, Any] = {"commodity": SOY}
    crop = line(draw_from(st.sampled_from(BUSHELS)), MILL_CI, unit=Unit.BU_STANDARD)
    if what == "crop":
        return [discard(f"x{number}", holder, on, crop, **more)]
    if what == "crop refined":
        return [refined(f"x{number}", holder, on, crop, **more)]
    if what == "sold":
        ticket = draw_from(st.sampled_from((None, "7")))
        return list(confirmed(transfer(f"x{number}", f"{holder} > ref-1", on, crop, ticket=ticket, **more)))
    if what == "conventional":
        stated = line("50", unit=Unit.BU_STANDARD)
        return [conventional(f"c{number}", holder, on, stated, draw_from(st.sampled_from(Direction)), **more)]
    stated = replace(draw_from(oil_lines(holder, lots)), as_conventional=False)
    if what == "downgrade":
        return [conventional(f"c{number}", holder, on, stated, **more, form=Form.OIL)]
    make = discard if what == "discard" else refined
    return [make(f"x{number}", holder, on, stated, **more, form=Form.OIL)]


@st.composite
def _hub_facts(draw_from: st.DrawFn) -> list[Fact]:
    """The registry, with a change of stage now and then, and the hub's days."""
    found = [registered(name) for name in (*HOLDERS, "farm-0", "farm-1")]
    found += [registered(name, books_here=False) for name in ("crush-9", "ref-1")]
    for number, (name, here) in enumerate(
        draw_from(st.lists(st.tuples(st.sampled_from((*HOLDERS, "ref-1")), st.booleans()), max_size=1))
    ):
        roles = draw_from(st.sampled_from((None, [Role.FARM, Role.CRUSHER], [Role.REFINER])))
        found.append(registered(name, books_here=here, roles=roles, event_id=f"again{number}"))
    opened = draw_from(st.lists(st.sampled_from((*DAYS, date(2027, 1, 31))), min_size=1, max_size=2, unique=True))
    return draw_from(st.permutations(found + [day_opened(on) for on in opened]))


@st.composite
def mills(draw_from: st.DrawFn) -> World:
    """A whole world around a mill."""
    facts: list[Fact] = [*draw_from(_hub_facts()), report("b0", "farm-0", {"F1": MILL_CI}, commodity=SOY)]
    if draw_from(st.sampled_from((True, True, False))):
        facts.append(report("b1", "farm-1", {"F1": OTHER_CI}, commodity=SOY))
    for holder in HOLDERS:
        for number, period in enumerate(draw_from(st.sampled_from((PERIODS[:3], PERIODS[:3], PERIODS[:1], ())))):
            facts.append(declare(f"p{number}", holder, *period, "2026-09-01"))
    for number in range(draw_from(st.integers(1, 4))):
        facts += draw_from(crop_loads(number))
    pressed = [draw_from(runs(number)) for number in range(draw_from(st.sampled_from((1, 1, 2, 2, 3))))]
    lots = _lots(pressed)
    facts += pressed
    for number in range(draw_from(st.integers(0, 4))):
        facts += draw_from(oil_loads(number, lots))
    for number in range(draw_from(st.sampled_from((0, 0, 1, 2)))):
        facts += draw_from(own_movements(number, lots))
    facts += draw_from(second_thoughts(facts))
    facts += draw_from(closes(facts, calm=draw_from(st.booleans()), holders=HOLDERS))
    return ordered(facts, draw_from)


every_world = st.one_of(worlds(), mills())
"""Grain or oil, half and half."""
