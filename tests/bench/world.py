"""The bench's world: a quarter of one corn harvest, from farms with reports to refiners, 2 % of the sales oversold.

Of every million records: 20,000 farms with a report each, 400 elevators, their farms' loads as receipts, their sales
to refiners with the refiners' receipts, five CIs. The same size gives the same bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from hub.ledger.terms import Commodity, Form, LotLink, Role, RuleVersion, Unit
from hub.messages import DayOpened, Message, OrganisationRegistered, PeriodDeclaration, Receipt, Transfer
from hub.messages.movements import Draw, Line
from hub.messages.reports import AttestationV2, BfrV2, FieldRowV2
from hub.messages.vocabulary import LandUnit

__all__ = ["World"]

START: Final = date(2026, 10, 1)
DAYS: Final = 92
CIS_E6: Final = (4_980_000_000, 5_125_400_000, 5_200_700_000, 5_610_000_000, 6_034_725_000)
REFINERS: Final = 20
LOAD_LB: Final = 56_000
OVERSOLD_OF: Final = 50
"""Every fiftieth sale is of three times what came in for it: 2 %."""


@dataclass(frozen=True, slots=True)
class World:
    """A world of about `records` messages."""

    records: int

    @property
    def farms(self) -> int:
        return max(self.records // 50, 5)

    @property
    def elevators(self) -> int:
        return max(self.records // 2500, 1)

    def registry(self) -> Iterator[Message]:
        """Everybody, the hub's day, and the elevators' quarter."""
        yield DayOpened(event_id="day", author_id="hub", day=START)
        for name, role, here in self._organisations():
            yield OrganisationRegistered(
                event_id=f"registered/{name}",
                author_id="hub",
                organisation_id=name,
                name=name,
                roles=(role,),
                books_here=here,
                lot_link=LotLink.PROVISIONAL_FIFO,
                registered_on=START,
            )

    def _organisations(self) -> Iterator[tuple[str, Role, bool]]:
        yield from ((f"farm-{number}", Role.FARM, False) for number in range(self.farms))
        yield from ((f"elev-{number}", Role.ELEVATOR, True) for number in range(self.elevators))
        yield from ((f"ref-{number}", Role.REFINER, False) for number in range(REFINERS))

    def messages(self) -> Iterator[Message]:
        """Periods and reports, then loads and sales by day."""
        for number in range(self.elevators):
            yield _period(f"elev-{number}")
        for number in range(self.farms):
            yield _report(number)
        for number in range((self.records - self.farms - self.elevators) // 4):
            yield _load(2 * number, self)
            yield _load(2 * number + 1, self)
            yield from _sale(number, self)


def _day(number: int, world: World) -> date:
    return START + timedelta(number * DAYS * 4 // (2 * world.records) % DAYS)


def _period(elevator: str) -> PeriodDeclaration:
    return PeriodDeclaration(
        event_id="2026Q4",
        author_id=elevator,
        rule_version=RuleVersion.V2,
        entity_id=elevator,
        period_id="2026Q4",
        start_date=START,
        end_date_exclusive=START + timedelta(DAYS),
        declared_on=date(2026, 9, 1),
        timezone="America/Chicago",
    )


def _report(number: int) -> BfrV2:
    names = set(AttestationV2.model_fields) - {"text_version"}
    return BfrV2(
        event_id="bfr",
        author_id=f"farm-{number}",
        rule_version=RuleVersion.V2,
        bfr_id="BFR-1",
        version=1,
        farm_id=f"farm-{number}",
        farm_name=f"Farm {number}",
        farm_producer_name=f"Producer {number}",
        county="McLean",
        state="IL",
        commodity=Commodity.FIELD_CORN,
        crop_year=2026,
        signed_date=date(2026, 9, 30),
        fields=(
            FieldRowV2(
                field_id="F1",
                field_or_mu=LandUnit.FIELD,
                acres_e4=8_000_000,
                actual_yield_bu_per_acre_std_e4=2_000_000,
                harvested_bu_std_e4=1_600_000_000,
                ci_g_co2e_per_bu_e6=_ci(number),
            ),
        ),
        attestation=AttestationV2(text_version=RuleVersion.V2, **dict.fromkeys(names, True)),
    )


def _ci(farm: int) -> int:
    return CIS_E6[farm % len(CIS_E6)]


def _load(number: int, world: World) -> Receipt:
    """A truck from a farm, which goes to the elevator of its number."""
    farm = number % world.farms
    elevator = f"elev-{farm % world.elevators}"
    return Receipt(
        event_id=f"in/{number}",
        author_id=elevator,
        rule_version=RuleVersion.V2,
        seller_id=f"farm-{farm}",
        buyer_id=elevator,
        received_date=_day(number, world),
        ticket_no=str(number),
        site_id="S1",
        commodity=Commodity.FIELD_CORN,
        form=Form.CROP,
        lines=(
            Line(
                ci_g_co2e_per_bu_e6=_ci(farm),
                amount_e6=(LOAD_LB + number % 997) * 10**6,
                unit=Unit.LB,
                moisture_pct_e3=14_000 + number % 4_000,
                draws=(Draw(farm_id=f"farm-{farm}", crop_year=2026, field_id="F1"),),
            ),
        ),
    )


def _sale(number: int, world: World) -> Iterator[Message]:
    """What an elevator sells of the CI of one of its loads, and the refiner's receipt of the same figures."""
    farm = 2 * number % world.farms
    elevator, refiner = f"elev-{farm % world.elevators}", f"ref-{number % REFINERS}"
    amount = LOAD_LB * (3 if number % OVERSOLD_OF == 0 else 1)
    lines = (
        Line(
            ci_g_co2e_per_bu_e6=_ci(farm),
            amount_e6=amount * 10**6,
            unit=Unit.LB,
            moisture_pct_e3=15_000,
        ),
    )
    common = {
        "rule_version": RuleVersion.V2,
        "transfer_id": f"T-{number}",
        "seller_id": elevator,
        "buyer_id": refiner,
        "transaction_date": _day(2 * number, world),
        "commodity": Commodity.FIELD_CORN,
        "form": Form.CROP,
        "lines": lines,
    }
    yield Transfer(event_id=f"out/{number}", author_id=elevator, **common)
    yield Receipt(event_id=f"in/{number}", author_id=refiner, received_date=_day(2 * number, world), **common)
