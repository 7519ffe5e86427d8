"""Lines an over-sold account blocks, and their release (domain.md 3.6, column Blocks)."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date

from hub.ledger.account import Balance
from hub.ledger.keys import Key
from hub.ledger.post.touched import Touched
from hub.ledger.reliance import state_of
from hub.ledger.rows import AccountDay, Line
from hub.ledger.terms import Flow

__all__ = ["block", "in_order", "outflows_below", "unblock"]


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
    days: Mapping[date, AccountDay], opening: Mapping[date, Balance], lines: Collection[Line], below_e4: int
) -> Iterator[Line]:
    """The outflows that took the account, or its crop, below `below_e4` or kept it there, in (date, event id) order.

    Args:
        days: the days of the dip, by date.
        opening: the balance before each of these days.
        lines: every outflow of these days.
        below_e4: minus EPS.
    """
    balance = {
        day: Balance(opening[day].total_e4 + row.incoming_e4, opening[day].oil_e4 + row.oil_incoming_e4)
        for day, row in days.items()
    }
    for line in sorted(lines, key=in_order):
        now = balance[line.day] = _less(balance[line.day], line)
        takes_crop, leaves = line.debit_pool is None, line.flow is not Flow.PROCESSED
        if (takes_crop and now.crop_e4 < below_e4) or (leaves and now.total_e4 < below_e4):
            yield line


def in_order(line: Line) -> tuple[date, str, int]:
    """The order in which lines compete for what there is: (date, event id), then as stated."""
    return line.day, line.order_event_id, line.line_no


def _less(balance: Balance, line: Line) -> Balance:
    amount = line.debit_dry_lb_e4
    if line.flow is Flow.PROCESSED:
        return Balance(balance.total_e4, balance.oil_e4 + amount)
    return Balance(balance.total_e4 - amount, balance.oil_e4 - (amount if line.debit_pool is not None else 0))
