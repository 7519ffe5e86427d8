"""One load judged: its statements become lines, the lots they draw on, and what is open about them.

A pure function of the load's effective statements, the lots they name, which CIs are known, who is a farm, and the
hub's day. Rules: domain.md 3.5 #10, #17, #26, #29, #30, #46; model.md 3, 7, 8, 10.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hub.ledger.booking import booked, outflow_lines, run_lines, sale_line
from hub.ledger.codes import blocking
from hub.ledger.facts import CrushRun, Movement, Receipt, Transfer
from hub.ledger.keys import Key
from hub.ledger.load_findings import about, about_outflow, small_difference_e4
from hub.ledger.matching import pairs
from hub.ledger.parts import Part, parts_of
from hub.ledger.rows import Contribution, Edge, Event, Line
from hub.ledger.sale import Sale, Surroundings
from hub.ledger.terms import Status

__all__ = ["Judged", "judge_load"]


@dataclass(slots=True)
class Judged:
    """A load's lines, the lots they draw on, and its contributions to findings."""

    lines: list[Line] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    contributions: list[Contribution] = field(default_factory=list)

    def take(self, line: Line, found: Sequence[Contribution], part: Part) -> None:
        """Add one line with what is open about it."""
        self.lines.append(_with_codes(line, found))
        self.edges += _lot_edges(line, part)
        self.contributions += found


def judge_load(load_key: Key, statements: Sequence[Event], around: Surroundings) -> Judged:
    """Judge the effective statements of one load: all of one sale, or one discard or conventional movement."""
    judged = Judged()
    moves = [(event, event.body) for event in statements if isinstance(event.body, Movement)]
    moves.sort(key=lambda move: (move[1].day, move[0].root_event_id))
    if moves and isinstance(moves[0][1], Transfer | Receipt):
        _judge_sale(judged, load_key, [event for event, _ in moves], around)
    else:
        for event, body in moves:
            parts = list(parts_of(event, body, around.known))
            lines = run_lines if isinstance(body, CrushRun) else outflow_lines
            for line, part in zip(lines(load_key, body, parts, around), parts, strict=True):
                judged.take(line, list(about_outflow(line, part)), part)
    return judged


def _judge_sale(judged: Judged, load_key: Key, events: Sequence[Event], around: Surroundings) -> None:
    transfers = [event for event in events if isinstance(event.body, Transfer)]
    receipts = [event for event in events if isinstance(event.body, Receipt)]
    sale = Sale(load_key, transfers, receipts, around)
    for number, pair in enumerate(pairs(_parts(transfers, around), _parts(receipts, around))):
        line = booked(sale, sale_line(sale, number, pair), pair)
        line = line._replace(small_difference_e4=small_difference_e4(sale, line, pair))
        judged.take(line, list(about(sale, line, pair)), pair.attested)


def _parts(events: Sequence[Event], around: Surroundings) -> list[Part]:
    moves = ((event, event.body) for event in events)
    known = around.known
    return [part for event, body in moves if isinstance(body, Movement) for part in parts_of(event, body, known)]


def _with_codes(line: Line, found: Sequence[Contribution]) -> Line:
    codes = {item.code for item in found if item.status is Status.OPEN and blocking(item.code)}
    return line._replace(codes=tuple(sorted(codes | set(line.codes))))


def _lot_edges(line: Line, part: Part) -> Iterator[Edge]:
    """What the line takes from each lot its author named."""
    for number, draw in enumerate(part.draws):
        yield Edge(line.load_key, line.line_no, number, draw.dry_lb_e4, named=True, lot_key=draw.lot_key)
