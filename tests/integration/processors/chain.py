"""A small chain, farm-1 to elev-1 to ref-1, with a field reported and a quarter declared."""

from collections.abc import Iterator
from datetime import date

from hub.ledger.terms import Commodity, Form, LotLink, Role, RuleVersion, Unit
from hub.messages import DayOpened, Message, OrganisationRegistered, PeriodDeclaration, Receipt, Transfer
from hub.messages.movements import Line
from hub.messages.reports import AttestationV2, BfrV2, FieldRowV2
from hub.messages.vocabulary import LandUnit

__all__ = ["WORLD_SIZE", "receipt", "sale", "world"]

CI = 5_125_400_000
ORGANISATIONS = {"farm-1": Role.FARM, "elev-1": Role.ELEVATOR, "ref-1": Role.REFINER}
WORLD_SIZE = 6


def world() -> Iterator[Message]:
    yield DayOpened(event_id="day", author_id="hub", day=date(2026, 10, 1))
    for name, role in ORGANISATIONS.items():
        yield OrganisationRegistered(
            event_id=f"registered/{name}",
            author_id="hub",
            organisation_id=name,
            name=name,
            roles=(role,),
            books_here=role is Role.ELEVATOR,
            lot_link=LotLink.PROVISIONAL_FIFO,
            outbox=None if role is Role.FARM else f"org.{name}.outbox",
            registered_on=date(2026, 9, 1),
        )
    yield PeriodDeclaration(
        event_id="period",
        author_id="elev-1",
        rule_version=RuleVersion.V2,
        entity_id="elev-1",
        period_id="2026Q4",
        start_date=date(2026, 10, 1),
        end_date_exclusive=date(2027, 1, 1),
        declared_on=date(2026, 9, 1),
        timezone="America/Chicago",
    )
    yield report()


def report() -> Message:
    row = FieldRowV2(
        field_id="F1",
        field_or_mu=LandUnit.FIELD,
        acres_e4=800_000,
        actual_yield_bu_per_acre_std_e4=2_000_000,
        harvested_bu_std_e4=160_000_000,
        ci_g_co2e_per_bu_e6=CI,
    )
    return BfrV2(
        event_id="report",
        author_id="farm-1",
        rule_version=RuleVersion.V2,
        bfr_id="BFR-1",
        version=1,
        farm_id="farm-1",
        farm_name="Farm",
        farm_producer_name="Producer",
        county="McLean",
        state="IL",
        commodity=Commodity.FIELD_CORN,
        crop_year=2026,
        signed_date=date(2026, 9, 30),
        fields=(row,),
        attestation=AttestationV2.complete(),
    )


def line(pounds: int) -> tuple[Line, ...]:
    return (Line(ci_g_co2e_per_bu_e6=CI, amount_e6=pounds * 10**6, unit=Unit.LB, moisture_pct_e3=15_500),)


def sale(pounds: int, event_id: str = "sale", day: int = 10) -> Transfer:
    return Transfer(
        event_id=event_id,
        author_id="elev-1",
        rule_version=RuleVersion.V2,
        transfer_id=event_id,
        seller_id="elev-1",
        buyer_id="ref-1",
        transaction_date=date(2026, 10, day),
        commodity=Commodity.FIELD_CORN,
        form=Form.CROP,
        lines=line(pounds),
    )


def receipt(pounds: int, day: int = 5) -> Receipt:
    return Receipt(
        event_id="receipt",
        author_id="elev-1",
        rule_version=RuleVersion.V2,
        seller_id="farm-1",
        buyer_id="elev-1",
        received_date=date(2026, 10, day),
        ticket_no="1",
        commodity=Commodity.FIELD_CORN,
        form=Form.CROP,
        lines=(
            Line(
                ci_pending=True,
                amount_e6=pounds * 10**6,
                unit=Unit.LB,
                moisture_pct_e3=15_500,
                draws=({"farm_id": "farm-1", "crop_year": 2026, "field_id": "F1"},),
            ),
        ),
    )
