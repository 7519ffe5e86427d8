"""What others state: the registry, the buyers' receipts, periods and their closes."""

from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Final

from connectors.scale_tickets.world.accounts import Books, Key
from connectors.scale_tickets.world.calendar import CLOSES, OPENING, PERIODS
from connectors.scale_tickets.world.harvest import CORN, SOYBEANS
from connectors.scale_tickets.world.loads import Load
from connectors.scale_tickets.world.people import CONVENTIONAL, ELEVATORS, FARMS, LANDLORDS
from connectors.scale_tickets.world.sales import BUYERS
from connectors.scale_tickets.world.scale_houses import ticket_no
from hub.ledger.terms import Commodity, Form, LotLink, Role, RuleVersion, Unit
from hub.messages import Message, OrganisationRegistered, PeriodClose, PeriodDeclaration, Receipt, scaled
from hub.messages.movements import Line
from hub.messages.periods import Stock

__all__ = ["CRUSHER", "HOLDERS", "closes", "declarations", "receipt", "registrations", "stocks_of"]

CRUSHER: Final = BUYERS[SOYBEANS]
HOLDERS: Final = (*(one.id for one in ELEVATORS), CRUSHER)
"""Those whose books are here."""

_ZONE: Final = "America/Chicago"


def registrations() -> Iterator[Message]:
    """Everybody the hub knows; buyers' and elevators' books are told apart by `books_here`."""
    for elevator in ELEVATORS:
        yield _registered(elevator.id, elevator.name, Role.ELEVATOR, books_here=True, outbox=elevator.outbox)
    yield _registered(CRUSHER, "Prairie State Soy", Role.CRUSHER, books_here=True)
    yield _registered(BUYERS[CORN], "Blue Prairie Ethanol", Role.REFINER)
    for farm in FARMS:
        yield _registered(farm.id, f"{farm.name} Farms", Role.FARM)
    for landlord in LANDLORDS:
        yield _registered(landlord.id, landlord.id.removeprefix("landlord-").replace("-", " ").title(), Role.FARM)
    for sellers in CONVENTIONAL.values():
        for seller_id in sellers.values():
            yield _registered(seller_id, f"{seller_id.removeprefix('farm-').title()} Farms", Role.FARM)


def _registered(
    name_id: str, name: str, role: Role, *, books_here: bool = False, outbox: str | None = None
) -> OrganisationRegistered:
    return OrganisationRegistered(
        event_id=f"registered/{name_id}",
        author_id="hub",
        organisation_id=name_id,
        name=name,
        roles=(role,),
        books_here=books_here,
        lot_link=LotLink.ELECTED_FIFO,
        outbox=outbox,
        registered_on=OPENING,
    )


def declarations() -> Iterator[Message]:
    """The two periods of each holder, said before the first of them begins."""
    for holder in HOLDERS:
        for period, (start, end) in PERIODS.items():
            yield PeriodDeclaration(
                event_id=f"{holder}/{period}",
                author_id=holder,
                rule_version=RuleVersion.V2,
                entity_id=holder,
                period_id=period,
                start_date=start,
                end_date_exclusive=end,
                declared_on=OPENING,
                timezone=_ZONE,
            )


def receipt(load: Load, missing: Fraction) -> Message:
    """The buyer's statement of an outbound load by the seller's ticket; `missing` is what it finds short."""
    seller, buyer = load.elevator, load.shares[0].seller_id
    number = ticket_no(load)
    line = Line(
        ci_g_co2e_per_bu_e6=None if load.ci is None else scaled(load.ci, 6),
        amount_e6=int((load.net - missing) * 1_000_000),
        unit=Unit(load.unit),
        moisture_pct_e3=scaled(load.moisture or "", 3),
    )
    return Receipt(
        event_id=f"{seller}/{load.site}/{number}",
        author_id=buyer,
        rule_version=RuleVersion.V2,
        seller_id=seller,
        buyer_id=buyer,
        received_date=load.day,
        transaction_date=load.day,
        site_id=load.site,
        ticket_no=number,
        commodity=Commodity(load.crop),
        form=Form.CROP,
        lines=(line,),
    )


def stocks_of(books: Books, period: str) -> dict[Key, int]:
    """What each holder's own books say is left under each CI at a period's end; a deficit is not carried."""
    stocks: dict[Key, int] = {}
    for name, (start, end) in PERIODS.items():
        for holder in HOLDERS:
            for key, account in books.of(holder):
                if min(account.days()) < end:
                    left = account.balance(stocks.get(key, 0), start, end - timedelta(1))
                    stocks[key] = max(left, 0)
        if name == period:
            break
    return stocks


def closes(period: str, endings: dict[Key, int], beginnings: dict[Key, int]) -> Iterator[PeriodClose]:
    """Each holder's close: what is left under each CI, and what there was at the beginning if there was a period."""
    for holder in HOLDERS:
        yield PeriodClose(
            event_id=f"{holder}/{period}/close-1",
            author_id=holder,
            rule_version=RuleVersion.V2,
            entity_id=holder,
            period_id=period,
            closed_on=CLOSES[period],
            stocks=tuple(
                Stock(
                    commodity=Commodity(crop),
                    ci_g_co2e_per_bu_e6=scaled(ci, 6),
                    form=Form.CROP,
                    declared_ending_stored_dry_lb_e4=stock,
                    declared_beginning_stored_dry_lb_e4=beginnings.get((one, crop, ci)),
                )
                for (one, crop, ci), stock in endings.items()
                if one == holder
            ),
        )
