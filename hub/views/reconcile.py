"""My books against yours: what each side states of the lines between an organisation and its counterparties."""

from collections.abc import Iterable
from typing import Any

from hub.ledger.books import Books
from hub.ledger.rows import Line
from hub.ledger.terms import Claim
from hub.views.text import View, ci_text, lb_text

__all__ = ["reconciled", "unmatched"]


def reconciled(books: Books, entity_id: str) -> list[View]:
    """Every line with a counterparty where the two sides do not state the same, my figure first, by day."""
    found = [(line, "out") for line in books.scan(Line, seller_id=entity_id)]
    found += [(line, "in") for line in books.scan(Line, buyer_id=entity_id) if line.seller_id != entity_id]
    rows = [_row(line, way) for line, way in sorted(found, key=_order) if line.buyer_id not in (None, line.seller_id)]
    return [row for row in rows if row["difference_dry_lb"] != lb_text(0) or row["why"] != "agreed"]


def unmatched(lines: Iterable[Line]) -> list[Line]:
    """The claims only one side has stated yet."""
    one_sided = (line for line in lines if None in (line.seller_stated_dry_lb_e4, line.buyer_stated_dry_lb_e4))
    return [line for line in one_sided if line.claim in (Claim.REDUCED, Claim.PENDING) and line.buyer_id is not None]


def _order(item: tuple[Line, str]) -> tuple[Any, ...]:
    line, _ = item
    return line.day, line.order_event_id, line.line_no


def _row(line: Line, way: str) -> View:
    sold, received = line.seller_stated_dry_lb_e4, line.buyer_stated_dry_lb_e4
    mine, theirs = (sold, received) if way == "out" else (received, sold)
    return {
        "date": line.day.isoformat(),
        "way": way,
        "counterparty_id": line.buyer_id if way == "out" else line.seller_id,
        "transfer_id": line.transfer_id,
        "ticket_no": line.ticket_no,
        "commodity": line.commodity.value,
        "ci_g_co2e_per_bu": ci_text(line.ci_e6),
        "mine_dry_lb": lb_text(mine),
        "theirs_dry_lb": lb_text(theirs),
        "difference_dry_lb": lb_text((mine or 0) - (theirs or 0)),
        "why": _why(line, sold, received),
    }


def _why(line: Line, sold: int | None, received: int | None) -> str:
    if sold is None:
        return "stated by its farm's buyer alone" if line.unstated else "no statement of the seller yet"
    if received is None:
        return "no receipt yet"
    if "A_COUNTERPARTY_CI" in line.codes:
        return "another CI"
    return "agreed" if sold == received else "another amount"
