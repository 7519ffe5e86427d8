"""The stocks of accounts, for gauges."""

from typing import NamedTuple

from hub.store.connection import Connection

__all__ = ["Stock", "largest_stocks"]


class Stock(NamedTuple):
    """The computed stock of an account in its latest period."""

    entity_id: str
    commodity: str
    ci_e6: int | None
    amount_e4: int


def largest_stocks(connection: Connection, count_max: int) -> tuple[list[Stock], int]:
    """The largest stocks, above or below zero, and how many accounts there are in all."""
    rows = connection.execute(
        "SELECT entity_id, commodity, ci_e6, computed_end_e4, count(*) OVER () FROM account "
        "JOIN LATERAL (SELECT computed_end_e4 FROM statement WHERE statement.account_key = account.account_key "
        "ORDER BY start DESC LIMIT 1) AS latest ON true "
        "ORDER BY abs(computed_end_e4) DESC, entity_id, commodity, ci_e6 LIMIT %s",
        [count_max + 1],  # one more than shown: with none shown the number of all is still told
    ).fetchall()
    return [Stock(*row[:4]) for row in rows[:count_max]], rows[0][4] if rows else 0
