"""Who is what in the chain; who buys from a farm is a first point of aggregation (2100.002, 2100.010)."""

from hub.ledger.books import Books
from hub.ledger.rows import FarmSales, Organisation
from hub.ledger.terms import Role

__all__ = ["roles"]

_NAMES = {Role.REFINER: "biofuel_refiner", Role.FARM: "farm_producer", Role.VERIFIER: "third_party_verifier"}


def roles(books: Books) -> dict[str, list[str]]:
    """The roles each organisation has, those its purchases give it included."""
    buyers = {row.buyer_id for row in books.scan(FarmSales)}
    return {
        row.organisation_id: [
            *(_NAMES.get(role, role.value) for role in row.roles),
            *(["first_point_of_aggregation"] if row.organisation_id in buyers else []),
        ]
        for row in books.scan(Organisation)
    }
