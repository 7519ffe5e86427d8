"""Facts and books in the domain's language, for tests that read like a worked example.

    book = Book().with_elevator()
    book.play('''
        10-05  farm-1 > elev-1   43000 of 5125.4
        10-20  elev-1 > ref-1    68800 of 5125.4
    ''')
    assert book.open == {"A_OVERSALE_RUNNING 25800"}

Days are `MM-DD` of 2026 or whole dates. Amounts are dry pounds (0 % moisture) unless a unit and a moisture are given.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from hashlib import sha256
from typing import Any

from hub.ledger.admission import Arrival
from hub.ledger.facts import (
    Allocation,
    Body,
    ConventionalMovement,
    CrushRun,
    DayOpened,
    Discard,
    Draw,
    Fact,
    OrganisationRegistered,
    PeriodClose,
    PeriodDeclaration,
    Receipt,
    Refined,
    Report,
    ReportRow,
    Reversal,
    StatedLine,
    Stock,
    Transfer,
)
from hub.ledger.terms import Commodity, Direction, Form, LotLink, Product, Role, RuleVersion, Unit

__all__ = [
    "CORN",
    "SOY",
    "arrival",
    "ci_e6",
    "close",
    "conventional",
    "correct",
    "crush_run",
    "day",
    "day_opened",
    "declare",
    "discard",
    "draw",
    "fact",
    "line",
    "oil",
    "pounds",
    "receipt",
    "refined",
    "registered",
    "report",
    "reverse",
    "scaled",
    "transfer",
]

CORN, SOY = Commodity.FIELD_CORN, Commodity.SOYBEANS
YEAR = 2026


def day(text: str | date) -> date:
    """`10-05` is 2026-10-05."""
    if isinstance(text, date):
        return text
    return date.fromisoformat(text if len(text) > len("MM-DD") else f"{YEAR}-{text}")


def scaled(text: str | int, decimals: int) -> int:
    """`"5125.4"` with 6 decimals is 5125400000; never rounded."""
    value = Decimal(text).scaleb(decimals)
    assert value == int(value), text
    return int(value)


def ci_e6(text: str) -> int:
    """A carbon intensity."""
    return scaled(text, 6)


def pounds(text: str | int) -> int:
    """Pounds in 0.0001 lb."""
    return scaled(text, 4)


def draw(farm_and_field: str, amount: str | None = None, year: int = YEAR) -> Draw:
    """`farm-1/F1`, with an amount where a line has several."""
    farm, field = farm_and_field.split("/")
    return Draw(farm, year, field, None if amount is None else scaled(amount, 6))


def line(
    amount: str,
    ci: str | None = None,
    *,
    unit: Unit = Unit.LB,
    moisture: str | None = "0",
    draws: Iterable[Draw] = (),
    pending: bool = False,
    as_conventional: bool = False,
) -> StatedLine:
    """One stated line; without CI and not pending it is conventional."""
    return StatedLine(
        ci_e6=None if ci is None else ci_e6(ci),
        amount_e6=scaled(amount, 6),
        unit=unit,
        moisture_pct_e3=None if moisture is None else scaled(moisture, 3),
        ci_pending=pending,
        as_conventional=as_conventional,
        draws=tuple(draws),
    )


def oil(
    amount: str,
    ci: str | None = None,
    run: str | None = None,
    at: str | None = None,
    *,
    crusher: str | None = None,
    input_dry: str | None = None,
    unit: Unit = Unit.LB,
    draws: Iterable[Draw] = (),
    as_conventional: bool = False,
) -> StatedLine:
    """An amount of product, the run it was pressed in and that run's yield in lb per standard bushel."""
    return StatedLine(
        ci_e6=None if ci is None else ci_e6(ci),
        amount_e6=scaled(amount, 6),
        unit=unit,
        moisture_pct_e3=None,
        as_conventional=as_conventional,
        draws=tuple(draws),
        crush_run_id=run,
        crusher_id=crusher,
        crushing_yield_e4=None if at is None else scaled(at, 4),
        input_dry_lb_e4=None if input_dry is None else pounds(input_dry),
    )


def fact(event_id: str, author: str, body: Body, **more: Any) -> Fact:
    """A message of an author."""
    return Fact(author, event_id, body, **more)


def arrival(stated: Fact) -> Arrival:
    """The fact as it reaches the hub; equal facts have equal digests."""
    what = (stated.body, stated.names, stated.stated_on, stated.reason, stated.filed_by)
    return Arrival(stated, sha256(repr(what).encode()).digest())


def transfer(
    event_id: str,
    parties: str,
    on: str | date,
    *lines: StatedLine,
    transfer_id: str | None = None,
    ticket: str | None = None,
    commodity: Commodity = CORN,
    form: Form = Form.CROP,
) -> Fact:
    """The seller's statement; `parties` is `elev-1 > ref-1`."""
    seller, buyer = parties.split(" > ")
    body = Transfer(
        transfer_id=transfer_id or f"T-{event_id}",
        seller_id=seller,
        buyer_id=buyer,
        transaction_date=day(on),
        commodity=commodity,
        form=form,
        lines=lines,
        ticket_no=ticket,
        site_id="S1" if ticket else None,
    )
    return fact(event_id, seller, body)


def receipt(
    event_id: str,
    parties: str,
    on: str | date,
    *lines: StatedLine,
    transfer_id: str | None = None,
    ticket: str | None = None,
    transaction: str | None = None,
    commodity: Commodity = CORN,
    form: Form = Form.CROP,
) -> Fact:
    """The buyer's statement; `on` is the day the load came."""
    seller, buyer = parties.split(" > ")
    body = Receipt(
        seller_id=seller,
        buyer_id=buyer,
        received_date=day(on),
        commodity=commodity,
        form=form,
        lines=lines,
        transfer_id=transfer_id,
        transaction_date=day(transaction) if transaction else None,
        ticket_no=ticket,
        site_id="S1" if ticket else None,
    )
    return fact(event_id, buyer, body)


def confirmed(sale: Fact) -> tuple[Fact, Fact]:
    """A sale and its buyer's receipt of the same figures on the same day."""
    body = sale.body
    assert isinstance(body, Transfer)
    got = Receipt(
        body.seller_id,
        body.buyer_id,
        body.transaction_date,
        body.commodity,
        body.form,
        body.lines,
        body.transfer_id,
        body.transaction_date,
        body.site_id,
        body.ticket_no,
    )
    return sale, fact(f"{sale.event_id}/receipt", body.buyer_id, got)


def discard(
    event_id: str,
    entity: str,
    on: str | date,
    *lines: StatedLine,
    commodity: Commodity = CORN,
    form: Form = Form.CROP,
) -> Fact:
    """Crop, or a product, lost or wasted."""
    return fact(event_id, entity, Discard(entity, day(on), commodity, form, "spoiled", lines))


def refined(
    event_id: str,
    entity: str,
    on: str | date,
    *lines: StatedLine,
    commodity: Commodity = CORN,
    form: Form = Form.CROP,
) -> Fact:
    """Feedstock a refiner with books of its own turned into fuel."""
    return fact(event_id, entity, Refined(entity, day(on), commodity, form, lines))


def crush_run(
    event_id: str,
    crusher: str,
    on: str | date,
    *inputs: StatedLine,
    at: str,
    made: str,
    run: str | None = None,
    yield_id: str | None = None,
    owner: str | None = None,
    allocations: dict[str | None, str] | None = None,
    commodity: Commodity = SOY,
) -> Fact:
    """A run of `crusher` at a yield of `at` lb per standard bushel, and the pounds of oil it `made`."""
    body = CrushRun(
        run_id=run or event_id,
        entity_id=crusher,
        run_date=day(on),
        commodity=commodity,
        lines=inputs,
        product=Product.CANOLA_OIL if commodity is Commodity.SPRING_CANOLA else Product.SOYBEAN_OIL,
        product_amount_e6=scaled(made, 6),
        product_unit=Unit.LB,
        crushing_yield_e4=scaled(at, 4),
        yield_id=yield_id,
        owner_id=owner,
        allocations=tuple(
            Allocation(None if ci is None else ci_e6(ci), scaled(amount, 6))
            for ci, amount in (allocations or {}).items()
        ),
    )
    return fact(event_id, crusher, body)


def conventional(
    event_id: str,
    entity: str,
    on: str | date,
    stated: StatedLine,
    direction: Direction = Direction.OUTGOING,
    commodity: Commodity = CORN,
    form: Form = Form.CROP,
) -> Fact:
    """Conventional crop in, out or processed; with a CI the holder's own downgrade."""
    return fact(event_id, entity, ConventionalMovement(entity, direction, day(on), commodity, form, stated))


def declare(
    event_id: str, entity: str, period: str, start: str | date, end: str | date, on: str | date = "2026-01-01"
) -> Fact:
    """A period, announced before it begins unless `on` says otherwise."""
    body = PeriodDeclaration(entity, period, day(start), day(end), day(on), "America/Chicago")
    return fact(event_id, entity, body)


def close(
    event_id: str,
    entity: str,
    period: str,
    stocks: dict[str, Any],
    on: str | date = "2027-01-10",
    *,
    commodity: Commodity = CORN,
) -> Fact:
    """The period's close; `stocks` has by CI, or `CI oil`, the ending, or (ending, beginning), in dry pounds."""
    rows = []
    for what, stock in stocks.items():
        ci, *form = what.split()
        ending, beginning = stock if isinstance(stock, tuple) else (stock, None)
        stated = None if beginning is None else pounds(beginning)
        rows.append(Stock(commodity, ci_e6(ci), Form(*form or ("crop",)), pounds(ending), stated))
    return fact(event_id, entity, PeriodClose(entity, period, day(on), tuple(rows)))


def correct(
    event_id: str, original: Fact, on: str | date = "2027-01-20", names: str | None = None, **changes: Any
) -> Fact:
    """A correction of a statement, or of a correction where `names` says so, with what it changes."""
    return replace(
        original,
        event_id=event_id,
        body=replace(original.body, **changes),  # type: ignore[type-var]  # every body is a dataclass
        names=names or original.event_id,
        stated_on=day(on),
        reason="scale read wrongly",
    )


def reverse(event_id: str, author: str, names: str, on: str | date = "2027-01-20", owner: str | None = None) -> Fact:
    """Takes an event back."""
    body = Reversal(names, day(on), owner)
    return fact(event_id, author, body, names=names, stated_on=day(on), reason="not delivered")


def report(
    event_id: str,
    farm: str,
    fields: dict[str, str],
    signed: str | date = "09-01",
    *,
    version: int = 1,
    bfr_id: str | None = None,
    year: int = YEAR,
    commodity: Commodity = CORN,
) -> Fact:
    """A farm's report: CI by field, harvest ample."""
    rows = tuple(ReportRow(field, ci_e6(ci), 10**12) for field, ci in fields.items())
    name = bfr_id or f"B-{farm}-{year}"
    body = Report(name, version, RuleVersion.V2, farm, commodity, year, day(signed), rows)
    return fact(event_id, farm, body)


def registered(
    name: str, *, books_here: bool = True, roles: Sequence[Role] | None = None, event_id: str | None = None
) -> Fact:
    """The hub's entry of an organisation; its role is in its name."""
    stands_for = {
        "farm": Role.FARM,
        "elev": Role.ELEVATOR,
        "crush": Role.CRUSHER,
        "ref": Role.REFINER,
        "trader": Role.TRADER,
    }
    own = (stands_for[name.split("-", maxsplit=1)[0]],)
    body = OrganisationRegistered(name, tuple(roles or own), books_here, LotLink.PROVISIONAL_FIFO)
    return fact(event_id or f"registered/{name}", "hub", body)


def day_opened(on: str | date) -> Fact:
    """The hub's day begins."""
    return fact(f"day/{day(on)}", "hub", DayOpened(day(on)))
