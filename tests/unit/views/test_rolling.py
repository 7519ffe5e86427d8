"""The three months' balance adds up: what a period does not carry on is shown."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from hub.ledger.rows import Statement
from hub.scenarios.file import read_scenario
from hub.scenarios.loader import steps
from hub.scenarios.runner import MemoryFeed
from hub.views.rolling import rolling
from hub.views.text import View

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").glob("*.json"))


def windows(path: Path) -> Iterator[View]:
    """Every account's window around the end of each of its periods."""
    feed = MemoryFeed()
    for step in steps(read_scenario(path)):
        if step.messages:
            feed.send(step.messages)
    ends = {row.end_exclusive for row in feed.books.scan(Statement)}
    for end in ends:
        yield from rolling(feed.books, date(end.year, end.month, 28))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_balance_follows_from_the_row_before_it(path: Path) -> None:
    for view in windows(path):
        carried = {row["date"]: Decimal(row["balance_dry_lb"]) for row in view["carries"]}
        balance = Decimal(view["opening_dry_lb"])
        for day in view["days"]:
            for start in sorted(carried):
                if start <= day["date"]:
                    balance = carried.pop(start)
            balance += Decimal(day["incoming_dry_lb"]) - Decimal(day["outgoing_dry_lb"])
            assert day["balance_dry_lb"] in (None, f"{balance:.4f}")


def test_a_deficit_that_is_not_carried_is_among_what_is_carried_in() -> None:
    found = [view for path in SCENARIOS for view in windows(path)]

    assert any(view["carries"] for view in found)
