"""A sale as its statements tell it, and what every judgement about it needs at hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from hub.ledger.facts import Receipt, Transfer
from hub.ledger.keys import Key
from hub.ledger.parts import Known, Part
from hub.ledger.policy import Policy
from hub.ledger.rows import Event, KnownCi, Lot
from hub.ledger.terms import Claim, Commodity

__all__ = ["Sale", "Surroundings", "is_held", "is_on_report"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a load is judged against, besides its own statements."""

    known: Known
    known_ci: Callable[[Commodity, int], KnownCi]
    farms: frozenset[str]
    """Who is a farm and nothing else: it has lots, no account (model.md 7)."""
    with_books: frozenset[str]
    """Whose accounts are judged."""
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
        """Whether the seller is the farm itself: nothing but a farm, or selling only lots of its own."""
        seller = self.body.seller_id
        own = [draw.farm_id == seller for draw in part.draws]
        return seller in self.around.farms or (bool(own) and all(own))

    def is_stated_by_receipt(self, part: Part) -> bool:
        """Whether the receipt alone is enough: it names the farm's own lot, or claims nothing (model.md 7)."""
        return not self.transfers and (not part.is_claim or (self.is_from_farm(part) and bool(part.draws)))


def is_held(part: Part, commodity: Commodity, around: Surroundings) -> bool:
    """Whether the CI stated is one its seller can hold at all (A_CI_NOT_HELD, model.md 10).

    A part that names lots states their reports' CI; one whose report is still to come waits (G_BFR). A part that
    names none states a CI that stands on some report of the commodity, or waits with a farm's line.
    """
    if part.claim not in (Claim.REDUCED, Claim.SOLD_AS_CONVENTIONAL) or part.ci_e6 is None:
        return True
    if part.draws:
        return all(lot is None or lot.ci_e6 == part.ci_e6 for lot in _lots(part, around))
    return around.known_ci(commodity, part.ci_e6).known


def is_on_report(part: Part, commodity: Commodity, around: Surroundings) -> bool:
    """Whether the CI stated is the one of an accepted report: what is credited where the two sides differ (#30)."""
    if part.ci_e6 is None:
        return part.claim is Claim.CONVENTIONAL
    if part.draws:
        return all(lot is not None and lot.ci_e6 == part.ci_e6 for lot in _lots(part, around))
    return around.known_ci(commodity, part.ci_e6).rows > 0


def _lots(part: Part, around: Surroundings) -> list[Lot | None]:
    return [around.known.lots.get(draw.lot_key) for draw in part.draws]
