"""Lines an over-sold account blocks, and their release (domain.md 3.6, column Blocks)."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date

from hub.ledger.keys import Key
from hub.ledger.post.touched import Touched
from hub.ledger.reliance import state_of
from hub.ledger.rows import AccountDay, Line

__all__ = ["block", "outflows_below", "unblock"]


def block(touched: Touched, source: Key, code: str, lines: Collection[Line]) -> None:
    """Let exactly these lines be blocked by one account and period, under one code."""
    ws = touched.workspace
    wanted = {(line.load_key, line.line_no) for line in lines}
    for line in ws.find(Line, "blocked", [(source,)]):
        if (line.load_key, line.line_no) not in wanted:
            _mark(touched, line, None, None)
    for line in lines:
        if (line.block_source, line.block_code) != (source, code):
            _mark(touched, line, source, code)


def unblock(touched: Touched, source: Key) -> None:
    """Release every line one account and period blocks."""
    block(touched, source, "", ())


def _mark(touched: Touched, line: Line, source: Key | None, code: str | None) -> None:
    line = line._replace(block_source=source, block_code=code, version=touched.version)
    touched.workspace.put(line._replace(state=state_of(line)))


def outflows_below(
    days: Mapping[date, AccountDay], opening_e4: Mapping[date, int], lines: Collection[Line], below_e4: int
) -> Iterator[Line]:
    """The outflows after which an account stood below `below_e4`, in (date, event id) order.

    Args:
        days: the days of the dip, by date.
        opening_e4: the balance before each of these days.
        lines: every outflow of these days.
        below_e4: minus EPS.
    """
    balance: dict[date, int] = {day: opening_e4[day] + row.incoming_e4 for day, row in days.items()}
    for line in sorted(lines, key=lambda line: (line.day, line.order_event_id, line.line_no)):
        balance[line.day] -= line.debit_dry_lb_e4
        if balance[line.day] < below_e4:
            yield line
