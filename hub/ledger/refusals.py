"""Why a message is refused: the E_ codes of domain.md 3.6 as values, never exceptions.

`CHECKS` is the ordered list of what every statement is held against alone, without looking at the books. Each
refusal names the field and the remedy.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from hub.ledger.crush import SEED_OIL_CROPS, faults
from hub.ledger.facts import (
    ConventionalMovement,
    CrushRun,
    DayOpened,
    Discard,
    Fact,
    Movement,
    OrganisationRegistered,
    PeriodClose,
    PeriodDeclaration,
    Receipt,
    Refined,
    Report,
    Reversal,
    StatedLine,
    Transfer,
)
from hub.ledger.period import MONTHS_MAX, add_months
from hub.ledger.quantity import is_weight
from hub.ledger.terms import Direction, Form, Unit

__all__ = ["CHECKS", "HUB", "Refusal", "refusals"]

HUB: Final = "hub"
"""Who states the hub's own facts (model.md 12)."""

_FULL_PCT_E3: Final = 100_000
_CORRECTABLE: Final = (Transfer, Receipt, Discard, Refined, CrushRun, ConventionalMovement, PeriodDeclaration)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason to refuse a message: the code, the field it is about, and what is wrong with the way to mend it."""

    code: str
    field: str
    text: str


def refusals(fact: Fact) -> list[Refusal]:
    """Every fault a statement shows by itself, in the order of `CHECKS`."""
    return [refusal for check in CHECKS for refusal in check(fact)]


def _author(fact: Fact) -> Iterator[Refusal]:
    """Only the organisation a statement speaks for may state it, and only its own events may it take back."""
    if isinstance(fact.body, OrganisationRegistered | DayOpened) and fact.author_id != HUB:
        yield Refusal("E_NOT_AUTHOR", "author_id", f"a {fact.kind} is the hub's own to state")
    if fact.filed_by not in (None, fact.author_id) and not isinstance(fact.body, Report):
        yield Refusal("E_NOT_AUTHOR", "filed_by", "only a farm's report may be filed by another: send it as its author")
    field = _AUTHOR_FIELD.get(type(fact.body))
    stated = fact.author_id if field is None else getattr(fact.body, field)
    if stated != fact.author_id:
        yield Refusal(
            "E_NOT_AUTHOR",
            field or "",
            f"{field} is {stated!r}, the author is {fact.author_id!r}: only it may state, correct or reverse it",
        )
    body = fact.body
    if isinstance(body, Reversal) and body.reverses_author_id not in (None, fact.author_id):
        yield Refusal(
            "E_NOT_AUTHOR",
            "reverses_author_id",
            f"the event belongs to {body.reverses_author_id!r}: ask them to reverse it",
        )


_AUTHOR_FIELD: Final = {
    Transfer: "seller_id",
    Receipt: "buyer_id",
    Discard: "entity_id",
    Refined: "entity_id",
    CrushRun: "entity_id",
    ConventionalMovement: "entity_id",
    PeriodDeclaration: "entity_id",
    PeriodClose: "entity_id",
    Report: "farm_id",
}


def _reference(fact: Fact) -> Iterator[Refusal]:
    """A correction says what, why and when; nothing corrects or reverses itself."""
    if fact.names is None:
        return
    if fact.names == fact.event_id:
        yield Refusal("E_SCHEMA", "corrects_event_id", "names the message itself: name the event to correct or reverse")
    if isinstance(fact.body, Reversal):
        return
    if not isinstance(fact.body, _CORRECTABLE):
        yield Refusal(
            "E_SCHEMA",
            "corrects_event_id",
            f"a {fact.kind} is not corrected: send its next version or revision",
        )
    if fact.stated_on is None:
        yield Refusal("E_SCHEMA", "corrected_on", "missing: a correction carries the date it was made")
    if not fact.reason:
        yield Refusal("E_SCHEMA", "reason", "missing: a correction says why")


def _parties(fact: Fact) -> Iterator[Refusal]:
    body = fact.body
    if isinstance(body, Transfer | Receipt) and body.seller_id == body.buyer_id:
        yield Refusal(
            "E_SELF_TRANSFER",
            "buyer_id",
            "seller and buyer are the same: moves between own sites are not transfers",
        )


def _lines(fact: Fact) -> Iterator[Refusal]:
    body = fact.body
    if not isinstance(body, Movement):
        return
    name = "inputs" if isinstance(body, CrushRun) else "lines"
    if not body.lines:
        yield Refusal("E_SCHEMA", name, "empty: a movement has at least one line")
    for number, line in enumerate(body.lines):
        yield from _line(line, f"{name}[{number}]")
        yield from _product(line, body.form, f"{name}[{number}]")


def _line(line: StatedLine, place: str) -> Iterator[Refusal]:
    if line.amount_e6 <= 0:
        yield Refusal("E_AMOUNT", f"{place}.amount_e6", "is not above zero: state the amount moved")
    if line.moisture_pct_e3 is not None and not 0 <= line.moisture_pct_e3 < _FULL_PCT_E3:
        yield Refusal(
            "E_MOISTURE",
            f"{place}.moisture_pct_e3",
            "is not within 0 to below 100 %: state the wet basis moisture",
        )
    if line.unit is Unit.BU_AT_MOISTURE and line.moisture_pct_e3 is None:
        yield Refusal(
            "E_MOISTURE",
            f"{place}.moisture_pct_e3",
            "missing: shrunk bushels need the moisture they were shrunk to",
        )
    yield from _claim(line, place)
    yield from _draws(line, place)


def _product(line: StatedLine, form: Form, place: str) -> Iterator[Refusal]:
    """What only oil has, and what it has not: it weighs, was pressed at a yield, and its CI is known (2100.033(b))."""
    if form is Form.CROP:
        if line.crush_run_id is not None or line.crushing_yield_e4 is not None or line.input_dry_lb_e4 is not None:
            yield Refusal("E_SCHEMA", f"{place}.crush_run_id", "crop comes of no crush run: is the form oil?")
        return
    if not is_weight(line.unit):
        yield Refusal("E_SCHEMA", f"{place}.unit", f"{line.unit.value} measures crop: state the product's weight")
    if line.ci_pending:
        yield Refusal("E_SCHEMA", f"{place}.ci_pending", "set on a product: the CI was known when it was pressed")
    for field in ("crushing_yield_e4", "input_dry_lb_e4"):
        if (getattr(line, field) or 1) <= 0:
            yield Refusal("E_AMOUNT", f"{place}.{field}", "is not above zero")
    if line.ci_e6 is not None and form is Form.OIL and line.crushing_yield_e4 is None and line.input_dry_lb_e4 is None:
        text = "missing, and no input_dry_lb_e4: a product under a CI carries the yield of its run (2100.033(b)(1))"
        yield Refusal("E_SCHEMA", f"{place}.crushing_yield_lb_per_std_bu_e4", text)


def _crush(fact: Fact) -> Iterator[Refusal]:
    """A run adds up by itself: its crop has a yield, and its product is the yield of what went in (2100.033(a)(2))."""
    run = fact.body
    if not isinstance(run, CrushRun):
        return
    if run.commodity not in SEED_OIL_CROPS:
        text = f"{run.commodity.value} has no crushing yield: only soybeans and spring canola are crushed for oil"
        yield Refusal("E_CRUSH_COMMODITY", "commodity", text)
        return
    if run.product.crop is not run.commodity:
        yield Refusal("E_SCHEMA", "product", f"{run.product.value} is not pressed from {run.commodity.value}")
    if not is_weight(run.product_unit):
        yield Refusal("E_SCHEMA", "product_unit", f"{run.product_unit.value} measures crop: state the product's weight")
        return
    if any(line.ci_pending or line.as_conventional for line in run.lines):
        text = "an input waits for its report or gives up its claim: state its CI, or null for conventional crop"
        yield Refusal("E_SCHEMA", "inputs", text)
    if run.product_amount_e6 <= 0 or run.crushing_yield_e4 <= 0:
        yield Refusal("E_AMOUNT", "product_amount_e6", "product and yield are above zero: state what the run made")
    elif any(item.product_amount_e6 < 0 for item in run.allocations):
        yield Refusal("E_AMOUNT", "allocations", "an amount is below zero")
    else:
        for text in faults(run):
            yield Refusal("E_CRUSH_MATH", "allocations", text)


def _claim(line: StatedLine, place: str) -> Iterator[Refusal]:
    if line.ci_pending and line.ci_e6 is not None:
        yield Refusal(
            "E_SCHEMA",
            f"{place}.ci_pending",
            "set beside a stated CI: state one or wait for the report, not both",
        )
    if line.ci_pending and not line.draws:
        yield Refusal("E_SCHEMA", f"{place}.draws", "missing: a CI pending line names its farm, field and crop year")
    if line.as_conventional and line.ci_e6 is None:
        yield Refusal("E_SCHEMA", f"{place}.as_conventional", "set without a CI: name the CI whose claim is given up")


def _draws(line: StatedLine, place: str) -> Iterator[Refusal]:
    if not line.draws:
        return
    amounts = [draw.amount_e6 for draw in line.draws]
    if amounts == [None]:
        return
    if None in amounts or any(amount is not None and amount <= 0 for amount in amounts):
        yield Refusal(
            "E_AMOUNT",
            f"{place}.draws",
            "an amount is missing or not above zero: each of several draws states its own",
        )
    elif sum(amount for amount in amounts if amount is not None) != line.amount_e6:
        yield Refusal("E_AMOUNT", f"{place}.draws", "the draws do not add up to the line's amount")


def _downgrade(fact: Fact) -> Iterator[Refusal]:
    body = fact.body
    if isinstance(body, Discard | Refined) and any(line.as_conventional for line in body.lines):
        yield Refusal("E_SCHEMA", "lines", f"a {fact.kind} is not a sale: leave as_conventional out")
    if (
        isinstance(body, ConventionalMovement)
        and body.line.ci_e6 is not None
        and body.direction is not Direction.OUTGOING
    ):
        yield Refusal("E_SCHEMA", "direction", "a downgrade from a CI leaves that CI: its direction is outgoing")


def _period(fact: Fact) -> Iterator[Refusal]:
    body = fact.body
    if not isinstance(body, PeriodDeclaration):
        return
    if body.start >= body.end_exclusive:
        yield Refusal("E_SCHEMA", "end_date_exclusive", "is not after start_date")
    elif body.end_exclusive > add_months(body.start, MONTHS_MAX):
        limit = add_months(body.start, MONTHS_MAX)
        yield Refusal(
            "E_PERIOD_LONG",
            "end_date_exclusive",
            f"is after {limit}: a period lasts at most three months (2100.034(b))",
        )


def _stocks(fact: Fact) -> Iterator[Refusal]:
    body = fact.body
    if not isinstance(body, PeriodClose):
        return
    seen = set()
    for number, stock in enumerate(body.stocks):
        if stock.ending_dry_lb_e4 < 0 or (stock.beginning_dry_lb_e4 or 0) < 0:
            yield Refusal("E_AMOUNT", f"stocks[{number}]", "a declared stock is below zero")
        key = (stock.commodity, stock.ci_e6, stock.form)
        if key in seen:
            yield Refusal("E_SCHEMA", f"stocks[{number}]", "the same commodity, CI and form twice: declare each once")
        seen.add(key)
    for number, physical in enumerate(body.physical):
        if physical.measured_dry_lb_e4 < 0:
            yield Refusal("E_AMOUNT", f"physical_stocks[{number}]", "a measured stock is below zero")


def _report(fact: Fact) -> Iterator[Refusal]:
    """Identity, amounts and CI of a report; its practices are judged by the admission still to come."""
    body = fact.body
    if not isinstance(body, Report):
        return
    if not body.rows:
        yield Refusal("E_SCHEMA", "fields", "empty: a report has at least one field")
    fields = [row.field_id for row in body.rows]
    for name in sorted({name for name in fields if fields.count(name) > 1}):
        yield Refusal("E_FIELD_ID", "fields.field_id", f"{name!r} stands twice: one row per field (2100.031(e)(3)(i))")
    for number, row in enumerate(body.rows):
        if row.harvested_std_bu_e4 <= 0:
            yield Refusal("E_AMOUNT", f"fields[{number}].harvested_bu_std_e4", "is not above zero")


CHECKS: Final[tuple[Callable[[Fact], Iterator[Refusal]], ...]] = (
    _author,
    _reference,
    _parties,
    _lines,
    _crush,
    _downgrade,
    _period,
    _stocks,
    _report,
)
