"""The oracle's crushing: domain.md 3.3 in fractions, run by run (2100.033(a)(2), 2100.034(d)(2)).

product_lb(c)          = crushing yield x standard bushels used(c)
crop_equivalent_dry_lb = product_lb / crushing yield x dry pounds per standard bushel
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from helpers.oracle_dry import LB_PER_BUSHEL, LB_PER_UNIT, STANDARD_MOISTURE_PCT, dry_lb_e4
from helpers.oracle_periods import declared
from helpers.oracle_versions import effective

from hub.ledger.facts import CrushRun, Fact, Movement, Receipt, StatedLine, Transfer
from hub.ledger.terms import Commodity, Form, Unit

SEED_OIL_CROPS = (Commodity.SOYBEANS, Commodity.SPRING_CANOLA)
HUNDREDTH_OF_A_POUND = Fraction("0.01")
YIELD_ROUNDING = Fraction("0.00005")
"""Half of the last decimal a yield is stated in, per bushel."""
DRIFT = Fraction("0.005")

RunName = tuple[str, str | None]
"""(crusher, run id)."""


def pounds_e4(amount_e6: int, unit: Unit) -> int:
    """A product's weight."""
    return round(Fraction(amount_e6, 10**6) * LB_PER_UNIT[unit] * 10_000)


def dry_per_bushel(commodity: Commodity) -> Fraction:
    """Dry pounds of a standard bushel."""
    return Fraction(LB_PER_BUSHEL[commodity]) * (100 - STANDARD_MOISTURE_PCT[commodity]) / 100


def bears_claim(form: Form, commodity: Commodity) -> bool:
    """Crop, and the oil of a seed oil crop; nothing else a mill makes (3.5 #24)."""
    return form is Form.CROP or (form is Form.OIL and commodity in SEED_OIL_CROPS)


@dataclass(frozen=True)
class Pressed:
    """A run that counts: by CI (None = conventional) the crop that went in and the product it got, 0.0001 lb each."""

    body: CrushRun
    put_in: Mapping[int | None, int]
    got: Mapping[int | None, int]

    @property
    def at(self) -> Fraction:
        """Pounds of product per standard bushel."""
        return Fraction(self.body.crushing_yield_e4, 10_000)

    @property
    def promised(self) -> Fraction:
        """What the yield makes of everything crushed, in 0.0001 lb."""
        return self.at * sum(self.put_in.values()) / dry_per_bushel(self.body.commodity)


def pressed(body: CrushRun) -> Pressed:
    """A run's shares: as allocated, else by the yield."""
    put_in: dict[int | None, int] = defaultdict(int)
    for line in body.lines:
        put_in[line.ci_e6] += dry_lb_e4(body.commodity, line)
    got = {item.ci_e6: pounds_e4(item.product_amount_e6, body.product_unit) for item in body.allocations}
    at = Fraction(body.crushing_yield_e4, 10_000)
    by_yield = {ci: round(at * dry / dry_per_bushel(body.commodity)) for ci, dry in put_in.items()}
    return Pressed(body, put_in, by_yield | got)


def runs_of(facts: Sequence[Fact]) -> dict[RunName, Pressed]:
    """Every run that counts, under its crusher's name for it."""
    bodies = [version.body for _, version in effective(facts, CrushRun)]
    return {(body.entity_id, body.run_id): pressed(body) for body in bodies}


def faults(body: CrushRun) -> set[str]:
    """What of a run does not add up by itself."""
    if body.commodity not in SEED_OIL_CROPS:
        return {"E_CRUSH_COMMODITY"}
    run = pressed(body)
    stated = [item.ci_e6 for item in body.allocations]
    crushed = set(run.put_in)
    wrong = len(set(stated)) < len(stated) or not set(stated) <= crushed
    wrong |= bool(stated) and not crushed - {None} <= set(stated)
    per_bushel = dry_per_bushel(body.commodity)
    for item in body.allocations:
        by_yield = run.at * run.put_in.get(item.ci_e6, 0) / per_bushel
        wrong |= abs(run.got[item.ci_e6] - by_yield) > HUNDREDTH_OF_A_POUND * 10_000
    if body.yield_id is None:
        shared = sum(run.got.values()) if stated else run.promised
        bushels = sum(run.put_in.values()) / per_bushel
        wrong |= shared > pounds_e4(body.product_amount_e6, body.product_unit) + YIELD_ROUNDING * bushels
    return {"E_CRUSH_MATH"} if wrong else set()


def crop_behind(body: Movement, line: StatedLine, runs: Mapping[RunName, Pressed]) -> Fraction:
    """Pounds of dry crop to a pound of product of a line.

    As the run's own share has it, so that a lot drawn completely returns what went in; where the hub has no such run,
    by the yield stated, and without one by the input stated (3.5 #22).
    """
    holder = body.seller_id if isinstance(body, Transfer | Receipt) else body.entity_id
    run = runs.get((line.crusher_id or holder, line.crush_run_id))
    stated = line.crushing_yield_e4
    if run is not None and run.body.commodity is body.commodity and stated in {None, run.body.crushing_yield_e4}:
        got = run.got.get(line.ci_e6)
        if got:
            return Fraction(run.put_in[line.ci_e6], got)
    if stated is not None:
        return dry_per_bushel(body.commodity) / Fraction(stated, 10_000)
    return Fraction(line.input_dry_lb_e4 or 0, pounds_e4(line.amount_e6, line.unit) or 1)


def drifts(facts: Sequence[Fact]) -> set[tuple[str, date, str | None, str | None]]:
    """(crusher, period start, run, yield id) where what was made is off by more than half a percent."""
    groups: dict[tuple[str, date, bool, str | None, str | None], list[Pressed]] = defaultdict(list)
    for (crusher, run_id), run in runs_of(facts).items():
        own = run_id if run.body.yield_id is None else None
        groups[(crusher, *_period(facts, crusher, run.body.run_date), own, run.body.yield_id)].append(run)
    return {(name[0], name[1], *name[3:]) for name, runs in groups.items() if _is_off(runs)}


def _is_off(runs: Sequence[Pressed]) -> bool:
    made = sum(pounds_e4(run.body.product_amount_e6, run.body.product_unit) for run in runs)
    promised = sum(run.promised for run in runs)
    return abs(made - promised) > DRIFT * promised


def _period(facts: Sequence[Fact], crusher: str, day: date) -> tuple[date, bool]:
    """The start of the declared period the day is in, else of its calendar quarter; and which of the two."""
    for start in _declared_starts(facts, crusher, day):
        return start, True
    return date(day.year, (day.month - 1) // 3 * 3 + 1, 1), False


def _declared_starts(facts: Sequence[Fact], crusher: str, day: date) -> Iterator[date]:
    for _, version in declared(facts, crusher):
        if version.body.start <= day < version.body.end_exclusive:
            yield version.body.start
