"""The questions of gauges and of every batch read what they need, not what the years have left."""

from collections.abc import Iterator
from datetime import date

import pytest

from hub.ledger.rows import Account, Organisation, Statement
from hub.ledger.terms import Commodity, LotLink, Role
from hub.store.books import PostgresBooks
from hub.store.connection import Connection, connect
from hub.store.stocks import Stock, largest_stocks


@pytest.fixture
def connection(database: str) -> Iterator[Connection]:
    """Three accounts of two quarters, and 20,000 farms beside one elevator with topics of its own."""
    with connect(database) as connection:
        books = PostgresBooks(connection)
        books.put(Account, [account(number) for number in range(3)], [])
        books.put(Statement, [statement(number, quarter) for number in range(3) for quarter in (1, 2)], [])
        books.put(Organisation, [farm(number) for number in range(20_000)], [])
        books.put(
            Organisation,
            [Organisation("elev", (Role.ELEVATOR,), True, LotLink.PROVISIONAL_FIFO, "org.elev.outbox")],
            [],
        )
        connection.execute("ANALYZE organisation")
        connection.commit()
        yield connection


def account(number: int) -> Account:
    return Account(bytes([number]), f"elev-{number}", Commodity.FIELD_CORN, number)


def farm(number: int) -> Organisation:
    return Organisation(f"farm-{number}", (Role.FARM,), False, LotLink.PROVISIONAL_FIFO)


def statement(number: int, quarter: int) -> Statement:
    """The first quarter of each ends with 1,000; the second with 0, -10 and 20."""
    ends = {1: 1_000, 2: [0, -10, 20][number]}
    start = date(2026, 3 * quarter - 2, 1)
    rest = {"period_id": None, "declared_crop_end_e4": None, "declared_crop_beginning_e4": None, "closed": False}
    figures = dict.fromkeys(
        ["beginning_e4", "incoming_e4", "sold_e4", "sold_as_conventional_e4", "discarded_e4", "refined_e4", "lines"], 0
    )
    end = start.replace(month=start.month + 3)
    return Statement(bytes([number]), start, end, computed_end_e4=ends[quarter], carried_e4=0, **rest, **figures)


def test_the_largest_stocks_of_the_latest_periods_are_shown_and_all_are_counted(connection: Connection) -> None:
    shown, count = largest_stocks(connection, 2)

    assert shown == [
        Stock("elev-2", "field_corn", 2, 20),
        Stock("elev-1", "field_corn", 1, -10),
    ]
    assert count == 3
    assert largest_stocks(connection, 0) == ([], 3)


def test_organisations_with_topics_are_found_without_reading_the_others(connection: Connection) -> None:
    assert PostgresBooks(connection).own_topics() == {"elev": "org.elev.outbox"}
    plan = connection.execute("EXPLAIN SELECT organisation_id, outbox FROM organisation WHERE outbox IS NOT NULL")
    assert "organisation_outbox" in str(plan.fetchall())
