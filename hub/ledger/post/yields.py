"""Declared crushing yields against what the runs under them made, per period (2100.040(e), domain.md 3.6)."""

from collections.abc import Iterable, Iterator
from datetime import date

from hub.ledger.crush import product_ratio
from hub.ledger.keys import Key, digest
from hub.ledger.period import quarter_of
from hub.ledger.post.touched import Touched
from hub.ledger.quantity import divide_half_even
from hub.ledger.rows import Contribution, DeclaredPeriod, Run
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Status

__all__ = ["judge_yields"]

CODE = "A_YIELD_DRIFT"


def judge_yields(touched: Touched) -> None:
    """Judge every yield whose runs changed, and all of a crusher whose declared periods did."""
    ws = touched.workspace
    for run in ws.find(Run, "crusher", [(entity,) for entity in touched.holders]):
        touched.yields[run.crusher_id, run.yield_name] |= touched.holders[run.crusher_id]
    ws.find(Run, "yields", touched.yields)
    ws.find(DeclaredPeriod, "entity", {(crusher,) for crusher, _ in touched.yields})
    for (crusher, name), causes in touched.yields.items():
        source = digest("yield", crusher, name)
        touched.contribute(source, list(_drifts(touched, source, ws.find(Run, "yields", [(crusher, name)]))), causes)


def _drifts(touched: Touched, source: Key, runs: Iterable[Run]) -> Iterator[Contribution]:
    periods: dict[tuple[date, str | None], list[Run]] = {}
    for run in sorted(runs):
        periods.setdefault(_period(touched, run), []).append(run)
    for (start, period_id), within in periods.items():
        made, expected = sum(run.product_lb_e4 for run in within), sum(_by_yield(run) for run in within)
        if abs(made - expected) * 1_000_000 > touched.policy.yield_drift_ppm * expected:
            yield _finding(source, within, start, period_id)


def _by_yield(run: Run) -> int:
    """What the declared yield makes of everything crushed, conventional crop included."""
    dry = sum(share.input_dry_lb_e4 for share in run.shares)
    return divide_half_even(*product_ratio(run.crushing_yield_e4, dry, run.commodity))


def _period(touched: Touched, run: Run) -> tuple[date, str | None]:
    """The crusher's declared period of the run; the calendar quarter where none is declared."""
    for row in touched.workspace.find(DeclaredPeriod, "entity", [(run.crusher_id,)]):
        if row.start <= run.day < row.end_exclusive:
            return row.start, row.period_id
    return quarter_of(run.day), None


def _finding(source: Key, runs: list[Run], start: date, period_id: str | None) -> Contribution:
    """About a run where the yield is its own, else about the yield; the amount of a yield is not one of dry weight."""
    first = runs[0]
    subject = Subject(
        entity_id=first.crusher_id,
        commodity=first.commodity,
        period_start=start,
        period_id=period_id,
        crush_run_id=None if first.yield_id else first.run_id,
        yield_id=first.yield_id,
    )
    name = finding_id(CODE, first.crusher_id, first.yield_name, start)
    return Contribution(source, name, CODE, subject, Status.OPEN, None, start, lines=len(runs))
