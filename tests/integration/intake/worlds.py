"""Small worlds for intake: many loads whose books are known beforehand."""

from collections.abc import Iterator
from datetime import date, timedelta

from hub.ledger.terms import Commodity, Form, LotLink, Role, RuleVersion, Unit
from hub.messages import DayOpened, Message, OrganisationRegistered, PeriodDeclaration, Receipt
from hub.messages.movements import Line

__all__ = ["LOAD_DRY_LB_E4", "load", "loads", "world", "world_size"]

LOAD_DRY_LB_E4 = 473_200_000  # 56,000 lb at 15.5 %


FARMS = 7


def world(elevators: int) -> Iterator[Message]:
    """A hub day, farms, and elevators with their books here and a period declared."""
    yield DayOpened(event_id="day", author_id="hub", day=date(2026, 10, 1))
    for number in range(FARMS):
        yield _registered(f"farm-{number}", Role.FARM, books_here=False)
    for number in range(elevators):
        name = f"elev-{number}"
        yield _registered(name, Role.ELEVATOR, books_here=True)
        yield PeriodDeclaration(
            event_id="period",
            author_id=name,
            rule_version=RuleVersion.V2,
            entity_id=name,
            period_id="2026Q4",
            start_date=date(2026, 10, 1),
            end_date_exclusive=date(2027, 1, 1),
            declared_on=date(2026, 9, 1),
            timezone="America/Chicago",
        )


def world_size(elevators: int) -> int:
    """How many messages `world` has."""
    return 1 + FARMS + 2 * elevators


def _registered(name: str, role: Role, *, books_here: bool) -> Message:
    return OrganisationRegistered(
        event_id=f"registered/{name}",
        author_id="hub",
        organisation_id=name,
        name=name,
        roles=(role,),
        books_here=books_here,
        lot_link=LotLink.PROVISIONAL_FIFO,
        registered_on=date(2026, 9, 1),
    )


def load(elevator: str, number: int) -> Receipt:
    """One conventional load of 56,000 lb at 15.5 % from a farm."""
    return Receipt(
        event_id=f"ticket-{number}",
        author_id=elevator,
        rule_version=RuleVersion.V2,
        seller_id=f"farm-{number % FARMS}",
        buyer_id=elevator,
        received_date=date(2026, 10, 1) + timedelta(number % 60),
        ticket_no=str(number),
        site_id="S1",
        commodity=Commodity.FIELD_CORN,
        form=Form.CROP,
        lines=(Line(amount_e6=56_000_000_000, unit=Unit.LB, moisture_pct_e3=15_500),),
    )


def loads(elevators: int, count: int) -> list[Message]:
    """Loads spread over elevators."""
    return [load(f"elev-{number % elevators}", number) for number in range(count)]
