"""A line traced to the fields it came from and to the holders it went to, with amounts that add up (2100.030(a)).

    oil sold 57,000 lb = 261,000 dry lb
      crush run run-1            261,000      drawn
        elev-1 T-in-1            261,000      drawn
          farm-1 2026 F1         261,000      named

`named` is the seller's own statement; `drawn` is provisional first in, first out within the CI: in a commingled bin
nobody can know more, so each lot that *could* be in the line is listed beside those drawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hub.ledger.books import Books
from hub.ledger.keys import Key
from hub.ledger.quantity import divide_half_even
from hub.ledger.rows import AccountDay, Edge, Line, Lot
from hub.ledger.terms import Flow
from hub.views.text import View, ci_text, lb_text

__all__ = ["Node", "could_be", "downstream", "flat", "line_named", "node_view", "upstream", "what"]

LineId = tuple[Key, int]


@dataclass(slots=True)
class Node:
    """A line or a lot, how much of it belongs to the line traced, and what it comes from or went to.

    `how` is `named`, `drawn`, `held` by the last holder, or `missing` where nothing covers an amount.
    """

    dry_lb_e4: int
    how: str
    line: Line | None = None
    lot: Lot | None = None
    lot_key: Key | None = None
    nodes: list["Node"] = field(default_factory=list)


def line_named(books: Books, line_id: str) -> Line | None:
    """The line of an id as `hub lots` prints it, or of a transfer_id with one line."""
    load, _, number = line_id.partition("/")
    try:
        key = bytes.fromhex(load)
    except ValueError:
        found = list(books.scan(Line, transfer_id=line_id))
        return found[0] if len(found) == 1 else None
    return next(iter(books.get(Line, [(key, int(number or 0))])), None)


def upstream(books: Books, line: Line, dry_lb_e4: int | None = None, how: str = "") -> Node:
    """The line down to the fields its claim was grown on.

    Args:
        books: where to read.
        line: the line to trace.
        dry_lb_e4: how much of it; None = all its seller gave.
        how: how the line was found.
    """
    whole = _whole(line)
    amount = whole if dry_lb_e4 is None else dry_lb_e4
    node = Node(amount, how, line)
    edges = sorted(books.find(Edge, "child", [(line.load_key, line.line_no)]), key=lambda edge: edge.parent_no)
    drawn = 0
    for edge in edges:
        share = _share(drawn + edge.dry_lb_e4, amount, whole) - _share(drawn, amount, whole)
        drawn += edge.dry_lb_e4
        node.nodes.append(_parent(books, edge, share))
    if edges and drawn < whole:
        node.nodes.append(Node(amount - _share(drawn, amount, whole), "missing"))
    return node


def _whole(line: Line) -> int:
    return line.debit_dry_lb_e4 or line.credit_dry_lb_e4


def _share(part: int, amount: int, whole: int) -> int:
    """The part of the whole in proportion to the amount traced; running sums are rounded, so that parts add up."""
    return divide_half_even(part * amount, whole) if whole else 0


def _parent(books: Books, edge: Edge, share: int) -> Node:
    how = "named" if edge.named else "drawn"
    if edge.lot_key is not None:
        lot = next(iter(books.get(Lot, [(edge.lot_key,)])), None)
        return Node(share, how, lot=lot, lot_key=edge.lot_key)
    parent = next(iter(books.get(Line, [(edge.parent_load_key, edge.parent_line_no)])))
    return upstream(books, parent, share, how)


def downstream(books: Books, line: Line, dry_lb_e4: int | None = None, how: str = "") -> Node:
    """The line up to its last holders: what later lines drew on it, and what its buyer still has."""
    whole = _whole(line)
    amount = whole if dry_lb_e4 is None else dry_lb_e4
    node = Node(amount, how, line)
    drawn = 0
    for edge in sorted(books.find(Edge, "parent", [(line.load_key,)])):
        if edge.parent_line_no == line.line_no:
            child = next(iter(books.get(Line, [(edge.load_key, edge.line_no)])))
            share = _share(drawn + edge.dry_lb_e4, amount, whole) - _share(drawn, amount, whole)
            drawn += edge.dry_lb_e4
            node.nodes.append(downstream(books, child, share, "named" if edge.named else "drawn"))
    left = amount - _share(drawn, amount, whole)
    if line.credit_account is not None and left > 0:
        node.nodes.append(Node(left, "held"))
    return node


def could_be(books: Books, line: Line) -> list[Line]:
    """Every line that could be in it: what came into its seller's bin since that was last empty, up to its day.

    Of a line that names its lots, and of one no account was debited for, there is nothing to guess.
    """
    if line.debit_account is None or not line.is_drawn:
        return []
    days = sorted(books.scan(AccountDay, account_key=line.debit_account), key=lambda row: row.day)
    known = [row for row in days if row.day <= line.day]
    since = _filled_since(known) if line.debit_pool is None else 0
    places = [(line.debit_account, row.day) for row in known[since:]]
    found = [row for row in books.find(Line, "credit", places) if row.credit_pool == line.debit_pool]
    return sorted(found, key=lambda row: (row.day, row.order_event_id, row.line_no))


def _filled_since(days: Sequence[AccountDay]) -> int:
    """Which of the days is the first after the crop bin was last empty."""
    since, crop = 0, 0
    for number, row in enumerate(days, 1):
        crop += row.crop_incoming_e4 - row.crop_outgoing_e4
        since = number if crop <= 0 and number < len(days) else since
    return since


def node_view(node: Node) -> View:
    """A node with all below it, for programs."""
    below = [node_view(inner) for inner in node.nodes]
    return {**what(node), "dry_lb": lb_text(node.dry_lb_e4), "how": node.how or None, "nodes": below}


def what(node: Node) -> View:
    """What a node is, in words and names."""
    if node.line is not None:
        line = node.line
        return {
            "line_id": f"{line.load_key.hex()}/{line.line_no}",
            "kind": "crush run" if line.flow is Flow.PROCESSED else line.flow.value,
            "date": line.day.isoformat(),
            "seller_id": line.seller_id,
            "buyer_id": line.buyer_id,
            "transfer_id": line.transfer_id,
            "crush_run_id": line.crush_run_id,
            "ci_g_co2e_per_bu": ci_text(line.ci_e6),
        }
    if node.lot is not None:
        lot = node.lot
        return {
            "kind": "field",
            "farm_id": lot.farm_id,
            "crop_year": lot.crop_year,
            "field_id": lot.field_id,
            "bfr_id": lot.bfr_id,
            "ci_g_co2e_per_bu": ci_text(lot.ci_e6),
        }
    if node.lot_key is not None:
        return {"kind": "lot without a report"}
    return {"kind": "still held" if node.how == "held" else "nothing covers it"}


def flat(node: Node, depth: int = 0) -> Iterator[tuple[int, Node]]:
    """The nodes in order, each with its depth."""
    yield depth, node
    for below in node.nodes:
        yield from flat(below, depth + 1)
