"""A line traced to fields and holders; what stands behind a finding."""

from pathlib import Path

import pytest

from hub.ledger.books import Books
from hub.ledger.rows import Finding, Line
from hub.scenarios.runner import MemoryFeed, run_scenario
from hub.views.explain import explained
from hub.views.trace import Node, could_be, downstream, flat, line_named, upstream, what

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def played(beginning: str) -> Books:
    feed = MemoryFeed()
    (path,) = SCENARIOS.glob(f"{beginning}*.json")
    run_scenario(path, feed)
    return feed.books


def line_of(books: Books, transfer_id: str) -> Line:
    (found,) = books.scan(Line, transfer_id=transfer_id)
    return found


def told(root: Node) -> list[tuple[int, float, str, str]]:
    """Depth, pounds, what it is, and how it is known, row by row."""
    return [
        (depth, node.dry_lb_e4 / 10_000, str(what(node).get("transfer_id") or what(node)["kind"]), node.how)
        for depth, node in flat(root)
    ]


def amounts_add_up(root: Node) -> bool:
    """Whether what a node comes to is the sum of what is below it, where anything is."""
    return all(not node.nodes or sum(n.dry_lb_e4 for n in node.nodes) == node.dry_lb_e4 for _, node in flat(root))


def test_a_sale_is_traced_to_the_loads_drawn_first_in_first_out():
    books = played("03")

    root = upstream(books, line_of(books, "T-out-1"))

    assert told(root) == [
        (0, 68800, "T-out-1", ""),
        (1, 43000, "T-in-1", "drawn"),
        (2, 43000, "field", "named"),
        (1, 25800, "T-in-2", "drawn"),
        (2, 25800, "field", "named"),
    ]


def test_an_over_sold_line_says_what_nothing_covers():
    books = played("02")
    last = max((row for row in books.scan(Line) if row.seller_id == "elev-1"), key=lambda row: row.day)

    root = upstream(books, last)

    assert told(root)[-1] == (1, 8450, "nothing covers it", "missing")
    assert amounts_add_up(root)


def test_what_was_not_sold_on_is_still_held():
    books = played("01")

    roots = [downstream(books, row) for row in books.scan(Line, buyer_id="elev-1")]

    assert all(amounts_add_up(root) for root in roots)
    assert {how for root in roots for _, _, _, how in told(root)} == {"", "drawn", "held"}


def test_before_a_bin_was_first_empty_nothing_can_be_in_a_later_line():
    books = played("03")

    assert [row.transfer_id for row in could_be(books, line_of(books, "T-out-1"))] == ["T-in-1"]


def test_a_line_that_names_its_lots_leaves_nothing_to_guess():
    books = played("03")

    assert could_be(books, line_of(books, "T-in-1")) == []


@pytest.mark.parametrize("name", ["nothing/0", "zz", "T-none", "/"])
def test_no_line_has_any_other_name(name: str):
    assert line_named(played("01"), name) is None


def test_a_line_is_found_by_its_id_and_by_its_only_transfer():
    books = played("03")
    line = line_of(books, "T-out-1")

    assert line_named(books, f"{line.load_key.hex()}/0") == line_named(books, "T-out-1") == line


def test_a_finding_is_explained_by_its_history_entries_and_statements():
    books = played("03")
    (finding,) = books.scan(Finding)

    found = explained(books, finding.finding_id.hex()[:8])

    assert found is not None
    assert [row["status"] for row in found["history"]] == ["open", "cleared"]
    assert {row["transfer_id"] for row in found["entries"]} >= {"T-out-1", "T-in-2"}
    assert {row["type"] for row in found["statements"]} == {"Transfer", "Receipt"}


def test_no_finding_and_several_findings_are_not_explained():
    assert explained(played("03"), "zz") is None
    assert explained(played("11"), "") is None
