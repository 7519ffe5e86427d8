"""The oracle's draws: first in, first out within one account, layer by layer (domain.md 3.5 #5, model.md 11).

A period's layers are the newest part of what the period before had left, as far as it was carried, then its own
inflows by (date, event id). Its outflows take from the front in the same order, dates of inflows notwithstanding: a
sale made good later in the period draws on what made it good.
"""

from collections.abc import Sequence

from helpers.oracle_accounts import Balance
from helpers.oracle_moves import Move, Pool

Layer = tuple[Move, int]
Drawn = dict[int, list[Layer]]
"""By id of an outflow: the inflows it took from, and how much of each."""


def drawn(pool: Pool, own: Sequence[Move], balances: Sequence[Balance]) -> Drawn:
    """What every outflow of an account took from which inflow."""
    found: Drawn = {}
    left: list[Layer] = []
    for balance in balances:
        layers = _newest(left, balance.beginning)
        inside = sorted((m for m in own if balance.span.holds(m.day)), key=lambda move: (move.day, move.event_id))
        layers += [(move, move.credit_dry) for move in inside if move.credit == pool and move.credit_dry]
        for move in inside:
            if move.debit == pool and move.debit_dry:
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
