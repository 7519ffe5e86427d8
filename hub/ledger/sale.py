"""A sale as its statements tell it, and what every judgement about it needs at hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from hub.ledger.facts import Receipt, Transfer
from hub.ledger.keys import Key
from hub.ledger.parts import Part
from hub.ledger.policy import Policy
from hub.ledger.rows import Event, Lot
from hub.ledger.terms import Claim, Commodity

__all__ = ["Sale", "Surroundings", "is_held"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a load is judged against, besides its own statements."""

    lots: Mapping[Key, Lot]
    known_ci: Callable[[Commodity, int], bool]
    farms: frozenset[str]
    day: date
    policy: Policy


@dataclass(frozen=True, slots=True)
class Sale:
    """The effective transfers and receipts of one load, each in (date, event id) order; one of them is not empty."""

    load_key: Key
    transfers: Sequence[Event]
    receipts: Sequence[Event]
    around: Surroundings

    @property
    def body(self) -> Transfer | Receipt:
        """The statement that names the load's parties and commodity: all of one load agree on them."""
        body = (self.transfers or self.receipts)[0].body
        assert isinstance(body, Transfer | Receipt)
        return body

    def is_from_farm(self, part: Part) -> bool:
        """Whether the seller is the farm itself: registered as one, or selling a lot of its own."""
        seller = self.body.seller_id
        return seller in self.around.farms or any(draw.farm_id == seller for draw in part.draws)


def is_held(part: Part, commodity: Commodity, around: Surroundings) -> bool:
    """Whether the CI stated is one its seller can hold at all (A_CI_NOT_HELD, model.md 10).

    A part that names lots states their reports' CI; one whose report is still to come waits (G_BFR). A part that
    names none states a CI that stands on some report of the commodity, or waits with a farm's line.
    """
    if part.claim not in (Claim.REDUCED, Claim.SOLD_AS_CONVENTIONAL) or part.ci_e6 is None:
        return True
    if part.draws:
        lots = [around.lots.get(draw.lot_key) for draw in part.draws]
        return all(lot is None or lot.ci_e6 == part.ci_e6 for lot in lots)
    return around.known_ci(commodity, part.ci_e6)
