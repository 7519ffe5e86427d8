"""Lines and lots as their holders read them."""

from collections.abc import Iterable
from typing import Any

from hub.ledger.books import Books
from hub.ledger.reliance import codes_of
from hub.ledger.rows import Edge, Line, Lot
from hub.views.text import View, ci_text, lb_text

__all__ = ["line_view", "lines", "lots"]


def lines(books: Books, **equal: Any) -> list[View]:
    """Every line, by date; `equal` keeps to e.g. `buyer_id`."""
    rows = sorted(books.scan(Line, **equal), key=lambda row: (row.day, row.order_event_id, row.line_no))
    return [line_view(row) for row in rows]


def line_view(line: Line) -> View:
    """One line with its state and what stands against it."""
    return {
        "line_id": f"{line.load_key.hex()}/{line.line_no}",
        "transfer_id": line.transfer_id,
        "ticket_no": line.ticket_no,
        "line": line.stated_no,
        "seller_id": line.seller_id,
        "buyer_id": line.buyer_id,
        "date": line.day.isoformat(),
        "commodity": line.commodity.value,
        "claim": line.claim.value,
        "ci_g_co2e_per_bu": ci_text(line.ci_e6),
        "debited_dry_lb": lb_text(line.debit_dry_lb_e4),
        "credited_dry_lb": lb_text(line.credit_dry_lb_e4),
        "reliance": line.state.value,
        "codes": list(codes_of(line)),
    }


def lots(books: Books) -> list[View]:
    """Every lot with its cap and what has been sold of it, to all buyers."""
    edges: dict[bytes, list[Edge]] = {}
    for edge in books.scan(Edge):
        if edge.lot_key is not None:
            edges.setdefault(edge.lot_key, []).append(edge)
    sellers = {(row.load_key, row.line_no): row.seller_id for row in books.scan(Line)}
    return [_lot(lot, edges.get(lot.lot_key, ()), sellers) for lot in books.scan(Lot)]


def _lot(lot: Lot, edges: Iterable[Edge], sellers: dict[tuple[bytes, int], str | None]) -> View:
    own = [edge for edge in edges if sellers.get((edge.load_key, edge.line_no)) == lot.farm_id]
    return {
        "bfr_id": lot.bfr_id,
        "farm_id": lot.farm_id,
        "field_id": lot.field_id,
        "commodity": lot.commodity.value,
        "crop_year": lot.crop_year,
        "ci_g_co2e_per_bu": ci_text(lot.ci_e6),
        "cap_dry_lb": lb_text(lot.cap_dry_lb_e4),
        "sold_dry_lb": lb_text(sum(edge.dry_lb_e4 for edge in own)),
    }
