"""Crushing: crop becomes product and back, by one yield (2100.033(a)(2), 2100.034(d)(2), domain.md 3.3).

    product_lb(c)          = crushing_yield x std_bu_used(c)
    crop_equivalent_dry_lb = product_lb / crushing_yield x dry_lb_per_std_bu

    1,000 std bu soybeans at 11.4 lb/bu   ->  11,400 lb of oil   ->  52,200 dry lb

Amounts in 0.0001 lb, yields in 0.0001 lb per standard bushel; every comparison is exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from hub.ledger.facts import CrushRun
from hub.ledger.quantity import DRY_LB_PER_STD_BU_E2, divide_half_even, dry_lb_e4, lb_e4
from hub.ledger.terms import Commodity, Form

__all__ = ["SEED_OIL_CROPS", "Share", "carries_claim", "faults", "product_ratio", "shares"]

SEED_OIL_CROPS: Final = frozenset({Commodity.SOYBEANS, Commodity.SPRING_CANOLA})
"""The crops that have a crushing yield (2100.002, domain.md 3.5 #42)."""

_TOLERANCE_E4: Final = 100


@dataclass(frozen=True, slots=True)
class Share:
    """What one CI of a run put in and got; CI None = conventional."""

    ci_e6: int | None
    input_dry_lb_e4: int
    product_lb_e4: int


def carries_claim(form: Form, commodity: Commodity) -> bool:
    """Whether a claim can travel with it: crop, and oil of a seed oil crop; never what else a mill makes (#24)."""
    return form is Form.CROP or (form is Form.OIL and commodity in SEED_OIL_CROPS)


def shares(run: CrushRun) -> tuple[Share, ...]:
    """What each CI of a run put in and got, in order of its inputs; not allocated means by the yield."""
    inputs: dict[int | None, int] = {}
    for line in run.lines:
        dry = dry_lb_e4(line.amount_e6, line.unit, line.moisture_pct_e3, run.commodity)
        inputs[line.ci_e6] = inputs.get(line.ci_e6, 0) + dry
    stated = {item.ci_e6: lb_e4(item.product_amount_e6, run.product_unit) for item in run.allocations}
    return tuple(Share(ci, dry, stated.get(ci, divide_half_even(*_exact(run, dry)))) for ci, dry in inputs.items())


def product_ratio(crushing_yield_e4: int, dry_lb_e4: int, commodity: Commodity) -> tuple[int, int]:
    """Product by the yield as an exact ratio: yield x standard bushels, in 0.0001 lb (2100.033(a)(2))."""
    return crushing_yield_e4 * dry_lb_e4, DRY_LB_PER_STD_BU_E2[commodity] * 100


def _exact(run: CrushRun, dry_e4: int) -> tuple[int, int]:
    return product_ratio(run.crushing_yield_e4, dry_e4, run.commodity)


def faults(run: CrushRun) -> Iterator[str]:
    """What of a run does not add up (E_CRUSH_MATH), each with its remedy."""
    made = shares(run)
    inputs, allocated = {share.ci_e6 for share in made}, [item.ci_e6 for item in run.allocations]
    if len(set(allocated)) < len(allocated):
        yield "the same CI is allocated twice: one allocation per CI"
    if set(allocated) - inputs:
        yield "a CI is allocated that went into no input: allocate to the CIs crushed"
    if allocated and inputs - set(allocated) - {None}:
        yield "a CI crushed is allocated nothing: allocate to each CI, or leave the allocations out"
    for share in made:
        numerator, denominator = _exact(run, share.input_dry_lb_e4)
        if abs(share.product_lb_e4 * denominator - numerator) > _TOLERANCE_E4 * denominator:
            yield f"{_name(share)}: the product allocated is not crushing yield x standard bushels used, within 0.01 lb"
    if run.yield_id is None and _exceeds(run, made):
        yield "more product is allocated than the run made: state the run's own yield, or the yield_id it is set by"


def _name(share: Share) -> str:
    return "conventional" if share.ci_e6 is None else f"CI {Decimal(share.ci_e6).scaleb(-6).normalize():f}"


def _exceeds(run: CrushRun, made: Sequence[Share]) -> bool:
    """Whether a run's own yield promises more than it made, beyond the rounding of the yield and of computed shares."""
    rounding = 0 if run.allocations else len(made)
    over = sum(share.product_lb_e4 for share in made) - lb_e4(run.product_amount_e6, run.product_unit) - rounding
    total = sum(share.input_dry_lb_e4 for share in made)
    return 200 * over * DRY_LB_PER_STD_BU_E2[run.commodity] > total
