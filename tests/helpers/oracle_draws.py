"""The oracle's draws: first in, first out within one account, layer by layer (domain.md 3.5 #5, model.md 11).

Crop draws on crop and oil on the oil of its own run. A period's layers are the newest part of what the period before
had left, as far as it was carried, then its own inflows by (date, event id). Its outflows take from the front in the
same order, dates of inflows notwithstanding: a sale made good later in the period draws on what made it good.
"""

from collections.abc import Sequence

from helpers.oracle_accounts import Judged
from helpers.oracle_loads import Lot
from helpers.oracle_moves import Move, Pool
from helpers.oracle_periods import Span

Layer = tuple[Move, int]
Drawn = dict[int, list[Layer]]
"""By id of an outflow: the inflows it took from, and how much of each."""


def drawn(pool: Pool, own: Sequence[Move], judged: Judged) -> Drawn:
    """What every outflow of an account took from which inflow."""
    spans = [balance.span for balance in judged.balances]
    found = _drawn(pool, None, own, [(balance.span, balance.beginning.crop) for balance in judged.balances])
    for lot in {stock.lot for stock in judged.stocks}:
        begins = {stock.span: stock.beginning[1] for stock in judged.stocks if stock.lot == lot}
        found |= _drawn(pool, lot, own, [(span, begins.get(span, 0)) for span in spans])
    return found


def _drawn(pool: Pool, lot: Lot | None, own: Sequence[Move], periods: Sequence[tuple[Span, int]]) -> Drawn:
    found: Drawn = {}
    left: list[Layer] = []
    for span, beginning in periods:
        layers = _newest(left, beginning)
        inside = sorted((m for m in own if span.holds(m.day)), key=lambda move: (move.day, move.event_id))
        layers += [(m, m.credit_dry) for m in inside if m.credit == pool and m.brings == lot and m.credit_dry]
        for move in inside:
            if move.debit == pool and move.takes == lot and move.debit_dry:
                found[id(move)], layers = _take(layers, move.debit_dry)
        left = layers
    return found


def _newest(layers: Sequence[Layer], amount: int) -> list[Layer]:
    kept: list[Layer] = []
    for move, size in reversed(layers):
        if amount > 0:
            kept.insert(0, (move, min(size, amount)))
            amount -= min(size, amount)
    return kept


def _take(layers: Sequence[Layer], amount: int) -> tuple[list[Layer], list[Layer]]:
    taken: list[Layer] = []
    left: list[Layer] = []
    for move, size in layers:
        part = min(size, amount)
        amount -= part
        if part:
            taken.append((move, part))
        if size > part:
            left.append((move, size - part))
    return taken, left
