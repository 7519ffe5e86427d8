"""Messages proposed for their author to check and file: a period's close, a crush run shared out by the stock."""

from dataclasses import dataclass
from datetime import date

from hub.errors import InvalidInput
from hub.ledger.account import Balance, ending
from hub.ledger.books import Books
from hub.ledger.crush import SEED_OIL_CROPS, shares
from hub.ledger.facts import CrushRun as Run
from hub.ledger.facts import StatedLine
from hub.ledger.quantity import DRY_LB_PER_STD_BU_E2, divide_half_even, dry_lb_e4
from hub.ledger.rows import Account, AccountDay, Holder, HubDay, Statement
from hub.ledger.terms import Commodity, Form, Product, RuleVersion, Unit
from hub.messages import CrushRun, PeriodClose
from hub.messages.crushing import Allocation, CrushInput
from hub.messages.periods import Stock
from hub.views.accounts import up_to
from hub.views.text import lb_text

__all__ = ["Crushed", "close_draft", "crush_draft"]


def close_draft(books: Books, entity_id: str, period_id: str) -> PeriodClose:
    """The close of a period with every stock as the hub computes it: what the holder's own books must agree with.

    Raises:
        InvalidInput: the holder has no such period.
    """
    holder = next(iter(books.get(Holder, [(entity_id,)])), None)
    period = next((item for item in holder.periods if item.period_id == period_id), None) if holder else None
    if period is None:
        known = ", ".join(item.period_id for item in holder.periods if item.period_id) if holder else ""
        raise InvalidInput(f"{entity_id} has no period {period_id!r}; declared: {known or 'none with a movement'}")
    stocks: list[Stock] = []
    for account in books.scan(Account, entity_id=entity_id):
        for statement in (
            books.get(Statement, [(account.account_key, period.start)]) if account.ci_e6 is not None else ()
        ):
            stocks += _stocks(account, statement)
    today = next((row.day for row in books.scan(HubDay)), period.end_exclusive)
    return PeriodClose(
        event_id=f"{entity_id}/close/{period_id}/{today}",
        author_id=entity_id,
        rule_version=RuleVersion.V2,
        entity_id=entity_id,
        period_id=period_id,
        closed_on=today,
        stocks=tuple(sorted(stocks, key=lambda stock: (stock.commodity, stock.ci_g_co2e_per_bu_e6, stock.form))),
    )


def _stocks(account: Account, statement: Statement) -> list[Stock]:
    """Crop always, oil where there is or was any; a stock below zero is declared as none."""
    assert account.ci_e6 is not None
    ends = {Form.CROP: statement.crop_end_e4}
    if statement.oil_end_e4 or statement.oil_beginning_e4 or statement.processed_e4:
        ends[Form.OIL] = statement.oil_end_e4
    return [
        Stock(
            commodity=account.commodity,
            ci_g_co2e_per_bu_e6=account.ci_e6,
            form=form,
            declared_ending_stored_dry_lb_e4=max(end, 0),
        )
        for form, end in ends.items()
    ]


@dataclass(frozen=True, slots=True)
class Crushed:
    """What a crusher measured of a run: everything that went in, and the product that came out in pounds."""

    run_id: str
    day: date
    commodity: Commodity
    amount_e6: int
    unit: Unit
    moisture_pct_e3: int | None
    product_lb_e6: int


def crush_draft(books: Books, entity_id: str, crushed: Crushed) -> CrushRun:
    """The run shared out by what lies in the crop bins at the end of its day, conventional crop included (#23).

    Raises:
        InvalidInput: the crop is not crushed for oil, or more went in than the books hold.
    """
    stock = _crop_stock(books, entity_id, crushed)
    held = sum(stock.values())
    used = dry_lb_e4(crushed.amount_e6, crushed.unit, crushed.moisture_pct_e3, crushed.commodity)
    if used > held:
        text = f"{lb_text(used)} dry lb went in, the books hold {lb_text(held)} on {crushed.day}"
        raise InvalidInput(f"{text}: state the loads that are missing first, or check weight and moisture")
    inputs = _inputs(crushed, stock)
    made = Run(
        run_id=crushed.run_id,
        entity_id=entity_id,
        run_date=crushed.day,
        commodity=crushed.commodity,
        lines=tuple(StatedLine(ci, amount, crushed.unit, crushed.moisture_pct_e3) for ci, amount in inputs),
        product=next(product for product in Product if product.crop is crushed.commodity),
        product_amount_e6=crushed.product_lb_e6,
        product_unit=Unit.LB,
        crushing_yield_e4=divide_half_even(crushed.product_lb_e6 * DRY_LB_PER_STD_BU_E2[crushed.commodity], used),
    )
    return _message(made)


def _crop_stock(books: Books, entity_id: str, crushed: Crushed) -> dict[int | None, int]:
    """The crop of each CI, and conventional, that lies in the bins at the end of the run's day."""
    if crushed.commodity not in SEED_OIL_CROPS:
        raise InvalidInput(f"{crushed.commodity.value} has no crushing yield: soybeans and spring canola are crushed")
    stock: dict[int | None, int] = {}
    for account in books.scan(Account, entity_id=entity_id, commodity=crushed.commodity):
        known = up_to(books, account, crushed.day)
        if account.ci_e6 is None:  # conventional crop has no statements: all that came and went
            days = books.scan(AccountDay, account_key=account.account_key)
            known = Balance(), [row for row in days if row.day <= crushed.day]
        held = ending(*known).crop_e4 if known is not None else 0
        if held > 0:
            stock[account.ci_e6] = held
    return dict(sorted(stock.items(), key=lambda item: (item[0] is None, item[0] or 0)))


def _inputs(crushed: Crushed, stock: dict[int | None, int]) -> list[tuple[int | None, int]]:
    """The weight that went in, shared out; running sums are what is rounded, so that the parts add up."""
    held, before, done, inputs = sum(stock.values()), 0, 0, []
    for ci_e6, dry in stock.items():
        before += dry
        until = divide_half_even(crushed.amount_e6 * before, held)
        inputs.append((ci_e6, until - done))
        done = until
    return inputs


def _message(run: Run) -> CrushRun:
    return CrushRun(
        event_id=f"{run.entity_id}/run/{run.run_id}",
        author_id=run.entity_id,
        rule_version=RuleVersion.V2,
        run_id=run.run_id,
        entity_id=run.entity_id,
        run_date=run.run_date,
        commodity=run.commodity,
        inputs=tuple(
            CrushInput(
                ci_g_co2e_per_bu_e6=line.ci_e6,
                amount_e6=line.amount_e6,
                unit=line.unit,
                moisture_pct_e3=line.moisture_pct_e3,
            )
            for line in run.lines
        ),
        product=run.product,
        product_amount_e6=run.product_amount_e6,
        product_unit=run.product_unit,
        crushing_yield_lb_per_std_bu_e4=run.crushing_yield_e4,
        allocations=tuple(
            Allocation(ci_g_co2e_per_bu_e6=share.ci_e6, product_amount_e6=share.product_lb_e4 * 100)
            for share in shares(run)
        ),
    )
