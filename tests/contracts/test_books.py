"""The port `hub.ledger.books.Books`: one suite for the books in memory and the books in PostgreSQL."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from helpers.arrivals import World, cut, feed, interleaved
from helpers.engines import new_database
from helpers.profiles import tries
from helpers.row_strategies import KINDS, rows_of
from helpers.snapshot import differences
from helpers.strategies import worlds
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hub.ledger.books import Books, Workspace
from hub.ledger.rows import SHAPES, Account, KnownCi, Line, Organisation, Row
from hub.ledger.terms import Claim, Commodity, Flow, Form, LotLink
from hub.memory import MemoryBooks
from hub.store.books import PostgresBooks
from hub.store.connection import Connection, connect

CORN = Commodity.FIELD_CORN
EACH_ROW = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

FreshBooks = Callable[[], Books]


@pytest.fixture(scope="module")
def connection(engines: Any, template_database: str) -> Iterator[Connection]:
    """One connection to a database of this module's own."""
    with new_database(engines.database_url, template=template_database) as url:
        opened = connect(url)
        yield opened
        opened.close()


@pytest.fixture(params=["memory", "postgres"])
def fresh(request: pytest.FixtureRequest) -> FreshBooks:
    """What gives empty books, as often as it is asked."""
    if request.param == "memory":
        return MemoryBooks
    return emptied(request.getfixturevalue("connection"))


@pytest.fixture
def books(fresh: FreshBooks) -> Books:
    return fresh()


def emptied(connection: Connection) -> FreshBooks:
    """Books over one connection; whatever was in them goes with the transaction."""

    def fresh() -> Books:
        connection.rollback()
        return PostgresBooks(connection)

    return fresh


def account(name: str, **more: Any) -> Account:
    return Account(name.encode(), f"entity of {name}", CORN, 5, **more)


def keys_of(kind: type[Row], rows: list[Any]) -> list[Any]:
    return [SHAPES[kind].key_of(row) for row in rows]


def by_key(kind: type[Row], rows: Any) -> list[Any]:
    return sorted(rows, key=SHAPES[kind].key_of)


# ---- every kind, every field


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@EACH_ROW
@given(data=st.data())
def test_rows_come_back_exactly_as_they_were_put(fresh: FreshBooks, kind: type[Row], data: st.DataObject):
    books = fresh()
    rows = data.draw(st.lists(rows_of(kind), min_size=1, max_size=3, unique_by=SHAPES[kind].key_of))

    books.put(kind, rows, [])

    found = by_key(kind, books.get(kind, keys_of(kind, rows)))
    assert found == by_key(kind, rows)
    assert [[type(value) for value in row] for row in found] == [
        [type(value) for value in row] for row in by_key(kind, rows)
    ]
    assert list(books.scan(kind)) == by_key(kind, rows)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@EACH_ROW
@given(data=st.data())
def test_rows_are_found_by_each_index(fresh: FreshBooks, kind: type[Row], data: st.DataObject):
    books = fresh()
    rows = data.draw(st.lists(rows_of(kind), min_size=1, max_size=3, unique_by=SHAPES[kind].key_of))
    books.put(kind, rows, [])

    for index, values_of in SHAPES[kind].values_of.items():
        for value in {values_of(row) for row in rows if None not in values_of(row)}:
            expected = [row for row in rows if values_of(row) == value]
            assert by_key(kind, books.find(kind, index, [value])) == by_key(kind, expected)


# ---- get, put, delete


def test_a_key_that_is_not_there_gives_nothing(books: Books):
    books.put(Account, [account("a")], [])

    assert list(books.get(Account, [(b"b",)])) == []
    assert list(books.find(Account, "entity", [("nobody",)])) == []
    assert list(books.scan(Organisation)) == []


def test_asking_for_nothing_gives_nothing(books: Books):
    books.put(Account, [account("a")], [])

    assert list(books.get(Account, [])) == []
    assert list(books.find(Account, "entity", [])) == []


def test_of_many_keys_those_that_exist_are_given_once(books: Books):
    books.put(Account, [account("a"), account("b")], [])

    assert by_key(Account, books.get(Account, [(b"b",), (b"x",), (b"a",)])) == [account("a"), account("b")]


def test_a_row_put_again_replaces_the_one_before(books: Books):
    day = date(2026, 10, 1)
    books.put(Account, [account("a", first_day=day, last_day=day)], [])

    books.put(Account, [account("a", last_day=day)], [])

    assert list(books.scan(Account)) == [account("a", last_day=day)]


def test_a_row_that_moves_is_found_only_where_it_is_now(books: Books):
    books.put(Account, [account("a")], [])

    books.put(Account, [account("a")._replace(entity_id="elsewhere")], [])

    assert list(books.find(Account, "entity", [("entity of a",)])) == []
    assert [row.account_key for row in books.find(Account, "entity", [("elsewhere",)])] == [b"a"]


def test_what_is_gone_is_gone_from_every_place(books: Books):
    books.put(Account, [account("a"), account("b")], [])

    books.put(Account, [], [(b"a",), (b"never there",)])

    assert list(books.scan(Account)) == [account("b")]
    assert list(books.get(Account, [(b"a",)])) == []
    assert list(books.find(Account, "entity", [("entity of a",)])) == []


def test_a_key_taken_away_and_put_in_one_step_is_there(books: Books):
    books.put(Account, [account("a")], [])

    books.put(Account, [account("a", first_day=date(2026, 1, 1))], [(b"a",)])

    assert list(books.scan(Account)) == [account("a", first_day=date(2026, 1, 1))]


def test_a_key_taken_away_can_be_put_again(books: Books):
    books.put(Account, [account("a")], [])
    books.put(Account, [], [(b"a",)])

    books.put(Account, [account("a")], [])

    assert list(books.find(Account, "entity", [("entity of a",)])) == [account("a")]


# ---- indexes, scan, due


def test_a_none_in_an_index_is_found_by_nothing_else(books: Books):
    with_none = line(1, seller_id=None, sales_group=None)
    with_some = line(2, seller_id="elev-1", sales_group=b"g")
    books.put(Line, [with_none, with_some], [])

    assert list(books.find(Line, "seller", [("elev-1",)])) == [with_some]
    assert list(books.find(Line, "group", [(b"g",), (b"h",)])) == [with_some]
    assert list(books.find(Line, "debit", [(b"a", date(2026, 10, 1))])) == []


def test_a_workspace_asks_for_no_none(books: Books):
    books.put(Line, [line(1, sales_group=None)], [])

    assert Workspace(books).find(Line, "group", [(None,)]) == []


def test_an_index_of_several_fields_needs_them_all(books: Books):
    days = [date(2026, 10, 1), date(2026, 10, 2)]
    rows = [line(number, debit_account=b"a", day=day) for number, day in enumerate(days)]
    rows.append(line(9, debit_account=b"b", day=days[0]))
    books.put(Line, rows, [])

    found = books.find(Line, "debit", [(b"a", days[0]), (b"b", days[1])])

    assert list(found) == [rows[0]]


def test_a_scan_is_in_key_order_and_keeps_to_equal_fields(books: Books):
    rows = [KnownCi(CORN, ci, 1, 0) for ci in (5, -3, 40, 0)] + [KnownCi(Commodity.SOYBEANS, 5, 1, 0)]
    books.put(KnownCi, rows, [])

    assert [row.ci_e6 for row in books.scan(KnownCi, commodity=CORN)] == [-3, 0, 5, 40]
    assert [row.commodity for row in books.scan(KnownCi, ci_e6=5)] == [CORN, Commodity.SOYBEANS]
    assert list(books.scan(KnownCi, ci_e6=5, commodity=CORN)) == [KnownCi(CORN, 5, 1, 0)]


def test_a_scan_for_none_finds_the_rows_without(books: Books):
    conventional = account("c")._replace(ci_e6=None)
    books.put(Account, [account("a"), conventional], [])

    assert list(books.scan(Account, ci_e6=None)) == [conventional]


def test_a_scan_orders_texts_byte_by_byte(books: Books):
    names = ["b", "B", "a", "Z", "ä", "a b", "a-b"]
    books.put(Organisation, [Organisation(name, (), True, LotLink.NAMED) for name in names], [])

    assert [row.organisation_id for row in books.scan(Organisation)] == sorted(names)


def test_rows_are_due_on_their_day_and_after_it(books: Books):
    today = date(2026, 10, 20)
    rows = [
        line(number, due=due) for number, due in enumerate((today - timedelta(1), today, today + timedelta(1), None))
    ]
    books.put(Line, rows, [])

    assert by_key(Line, books.due(Line, today)) == rows[:2]


# ---- many at once


def test_a_large_batch_comes_back_whole(books: Books):
    rows = [account(f"{number:05}", first_day=date(2026, 1, 1)) for number in range(3000)]
    books.put(Account, rows, [])

    books.put(Account, [account("00000")], keys_of(Account, rows[1000:]))

    assert by_key(Account, books.get(Account, keys_of(Account, rows))) == [account("00000"), *rows[1:1000]]


# ---- the workspace over them


def test_a_workspace_holds_its_changes_until_it_is_flushed(books: Books):
    books.put(Account, [account("a")], [])
    workspace = Workspace(books)

    workspace.put(account("b"))
    workspace.drop(account("a"))

    assert workspace.find(Account, "entity", [("entity of a",), ("entity of b",)]) == [account("b")]
    assert list(books.scan(Account)) == [account("a")]
    workspace.flush()
    assert list(books.scan(Account)) == [account("b")]


def test_a_workspace_finds_a_changed_row_where_it_is_now(books: Books):
    books.put(Account, [account("a"), account("b")], [])
    workspace = Workspace(books)

    workspace.put(account("a")._replace(entity_id="entity of b"))

    assert workspace.find(Account, "entity", [("entity of a",)]) == []
    assert [row.account_key for row in workspace.find(Account, "entity", [("entity of b",)])] == [b"a", b"b"]


def test_a_workspace_tells_what_it_changed_and_what_is_gone(books: Books):
    books.put(Account, [account("a"), account("b")], [])
    workspace = Workspace(books)
    workspace.put(account("c"))
    workspace.drop(account("a"))

    changed, gone = workspace.changed(Account), workspace.gone(Account)

    assert (changed, gone) == ([account("c")], [account("a")])


def test_a_workspace_sees_what_falls_due_in_its_own_changes(books: Books):
    today = date(2026, 10, 20)
    books.put(Line, [line(1, due=today), line(2, due=today)], [])
    workspace = Workspace(books)

    workspace.put(line(1, due=None))
    workspace.put(line(3, due=today))

    assert [row.line_no for row in workspace.due(Line, today)] == [2, 3]


# ---- the ledger over them


@tries(15)
@given(worlds(), st.integers(0, 2**32))
def test_a_world_posted_in_postgresql_equals_the_one_in_memory(connection_of: FreshBooks, world: World, seed: int):
    random = Random(seed)
    batches = list(cut(interleaved(world, random), random))
    in_memory, stored = MemoryBooks(), connection_of()

    feed(in_memory, iter(batches))
    feed(stored, iter(batches))

    assert differences(everything(in_memory), everything(stored)) == []


@pytest.fixture(scope="module")
def connection_of(connection: Connection) -> FreshBooks:
    return emptied(connection)


def everything(books: Books) -> dict[str, list[Any]]:
    """Every row of every kind, history included: the same batches give the same books."""
    return {kind.__name__: list(books.scan(kind)) for kind in SHAPES}


def line(number: int, **more: Any) -> Line:
    """A line with little in it."""
    plain = {
        "load_key": b"load",
        "line_no": number,
        "day": date(2026, 10, 1),
        "commodity": CORN,
        "form": Form.CROP,
        "claim": Claim.REDUCED,
        "ci_e6": 5,
        "seller_id": "elev-1",
        "buyer_id": "ref-1",
        "order_event_id": "e",
        "flow": Flow.SOLD,
    }
    return Line(**{**plain, **more})
