"""Seller's and buyer's statements of one load set against each other, per CI (domain.md 3.5 #29, #30).

seller 3150.0: 174,000    buyer 3150.0: 172,732    -> debit 174,000, credit 172,732
seller 3150.0:  43,500    buyer 3105.0:  43,500    -> leftovers pair in line order: the CIs differ
seller 3150.0:   8,700    buyer -                  -> debit 8,700, credit 0
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hub.ledger.parts import Part
from hub.ledger.terms import Claim

__all__ = ["Pair", "pairs"]


@dataclass(frozen=True, slots=True)
class Pair:
    """What the two sides say about one amount, in 0.0001 dry lb.

    `lower_dry_lb_e4` is what both agree on at most. `difference` is (seller's sum, buyer's sum) of the CI where they
    differ, told once per CI; `ci_differs` marks leftovers that pair although their claims are not the same.
    `moisture_stated` is False where any amount that went into it was booked at standard moisture (#17).
    """

    seller: Part | None
    buyer: Part | None
    buyer_dry_lb_e4: int | None
    lower_dry_lb_e4: int
    difference: tuple[int, int] | None = None
    ci_differs: bool = False
    moisture_stated: bool = True

    @property
    def attested(self) -> Part:
        """The part whose claim counts: the seller's, and only without one the buyer's."""
        part = self.seller or self.buyer
        assert part is not None
        return part


def pairs(sellers: Sequence[Part], buyers: Sequence[Part]) -> list[Pair]:
    """Every amount of the load, seller's parts in their order, then what only the buyer speaks of."""
    both = {part.matches_as for part in sellers} & {part.matches_as for part in buyers}
    agreed = [pair for what in both for pair in _agreed(_about(sellers, what), _about(buyers, what))]
    rest = _leftovers(
        [part for part in sellers if part.matches_as not in both],
        [part for part in buyers if part.matches_as not in both],
    )
    order = {id(part): number for number, part in enumerate([*sellers, *buyers])}
    return sorted([*agreed, *rest], key=lambda pair: order[id(pair.attested)])


def _about(parts: Iterable[Part], what: object) -> list[Part]:
    return [part for part in parts if part.matches_as == what]


def _agreed(sellers: Sequence[Part], buyers: Sequence[Part]) -> Iterator[Pair]:
    """One CI both sides speak of: sums are compared, the credit fills the seller's parts in order."""
    sold, received = _sum(sellers), _sum(buyers)
    left, difference = received, (sold, received) if sold != received else None
    stated = all(part.moisture_stated for part in buyers)
    for number, part in enumerate(sellers):
        is_last = number == len(sellers) - 1
        buyer_dry = left if is_last else min(left, part.dry_lb_e4)
        lower = min(buyer_dry, part.dry_lb_e4)
        buyer = buyers[min(number, len(buyers) - 1)]
        yield Pair(part, buyer, buyer_dry, lower, difference, moisture_stated=stated and part.moisture_stated)
        left, difference = left - buyer_dry, None


def _leftovers(sellers: list[Part], buyers: list[Part]) -> Iterator[Pair]:
    """What only one side speaks of: the same lot first, then line by line."""
    for choose in (_same_lot, _line_by_line):
        for seller, buyer in choose(sellers, buyers):
            sellers, buyers = _without(sellers, seller), _without(buyers, buyer)
            yield _uneven(seller, buyer)
    for seller in sellers:
        yield Pair(seller, None, None, 0, moisture_stated=seller.moisture_stated)
    for buyer in buyers:
        yield Pair(None, buyer, buyer.dry_lb_e4, 0, moisture_stated=buyer.moisture_stated)


def _without(parts: list[Part], gone: Part) -> list[Part]:
    return [part for part in parts if part is not gone]


def _uneven(seller: Part, buyer: Part) -> Pair:
    differs = Claim.PENDING not in (seller.claim, buyer.claim)
    lower = min(seller.dry_lb_e4, buyer.dry_lb_e4)
    amounts = (seller.dry_lb_e4, buyer.dry_lb_e4)
    return Pair(
        seller,
        buyer,
        buyer.dry_lb_e4,
        lower,
        amounts if amounts[0] != amounts[1] else None,
        differs,
        seller.moisture_stated and buyer.moisture_stated,
    )


def _same_lot(sellers: list[Part], buyers: list[Part]) -> list[tuple[Part, Part]]:
    """Parts that name the same lots where one side leaves the CI to the report (model.md 8), each once."""
    found: list[tuple[Part, Part]] = []
    for seller in sellers:
        taken = [id(buyer) for _, buyer in found]
        for buyer in buyers:
            pending = Claim.PENDING in (seller.claim, buyer.claim)
            if pending and id(buyer) not in taken and _lots(seller) == _lots(buyer) != set():
                found.append((seller, buyer))
                break
    return found


def _line_by_line(sellers: list[Part], buyers: list[Part]) -> list[tuple[Part, Part]]:
    """Crop with crop and oil with oil: one ticket number may stand on both."""
    forms = dict.fromkeys(part.form for part in sellers)
    sides = ([[part for part in side if part.form is form] for side in (sellers, buyers)] for form in forms)
    return [pair for sold, received in sides for pair in zip(sold, received, strict=False)]


def _lots(part: Part) -> set[bytes]:
    return {draw.lot_key for draw in part.draws}


def _sum(parts: Iterable[Part]) -> int:
    return sum(part.dry_lb_e4 for part in parts)
