"""People get counts and what needs them; programs get every row."""

import json

import pytest
from helpers.scale_tickets import HEADER, ScaleHouse, table

from connectors.report import ImportReport, printed


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "240")


ROWS = [HEADER, *(f"{number},2026-10-03,F-99,24000,15" for number in range(1, 12)), "20,2026-10-03,F-01,24000,"]


def report(house: ScaleHouse, *lines: str, dry_run: bool = False, not_looked_up: str | None = None) -> ImportReport:
    house.load(*lines)
    files = (house.mapped("tickets.csv", table(*lines)),)
    return ImportReport("test", "elev-1", files, house.plan, dry_run, "gateway.outbox", not_looked_up)


def test_rows_with_the_same_trouble_stand_together() -> None:
    text = printed(report(ScaleHouse(), *ROWS))

    assert "1 messages of elev-1 went to gateway.outbox" in text
    assert "2, 3, 4, 5, 6, 7 and 5 more" in text
    assert text.count("customers in the profile") == 1
    assert "'F-99'" in text
    assert "provisionally" in text


def test_corrections_are_told_one_by_one_with_their_difference() -> None:
    house = ScaleHouse()
    house.load(HEADER, "5005,2026-10-05,F-01,60200,15.0")

    text = printed(report(house, HEADER, "5005,2026-10-05,F-01,52600,15.0"))

    assert "difference -6460.0000" in text


def test_a_dry_run_says_so_and_what_it_could_not_know() -> None:
    text = printed(report(ScaleHouse(), *ROWS, dry_run=True, not_looked_up="the stack is not up"))

    assert "would go" in text
    assert "what was imported before is not known: the stack is not up" in text


def test_columns_nobody_reads_are_told() -> None:
    assert "columns nobody reads: Truck" in printed(
        report(ScaleHouse(), f"{HEADER},Truck", "1,2026-10-03,F-01,24000,15,7")
    )


def test_the_json_has_every_row_and_adds_up() -> None:
    found = json.loads(json.dumps(report(ScaleHouse(), *ROWS).as_json()))

    assert found["counts"]["error"] == 11
    assert found["counts"]["new"] == 1
    assert [result["row"] for result in found["results"]] == [*range(2, 13), 13, 13]
    assert found["files"] == [
        {"file": "tickets.csv", "rows": 12, "refused": False, "exported_at": None, "columns_not_read": []}
    ]


def test_a_report_with_a_refused_row_has_failed() -> None:
    assert report(ScaleHouse(), *ROWS).failed
    assert not report(ScaleHouse(), HEADER, "1,2026-10-03,F-01,24000,15").failed


def test_rows_that_say_what_was_replaced_are_counted_for_people() -> None:
    house = ScaleHouse()
    house.load(HEADER, "5005,2026-10-05,F-01,60200,15.0")
    house.load(HEADER, "5005,2026-10-05,F-01,52600,15.0")

    text = printed(report(house, HEADER, "5005,2026-10-05,F-01,60200,15.0"))

    assert "1 rows say what a later revision has replaced" in text


def test_vanished_tickets_are_counted_although_they_are_in_no_file() -> None:
    house = ScaleHouse()
    first, second, third = (f"{number},2026-10-0{number},F-01,24000,15" for number in (1, 2, 3))
    house.load(HEADER, first, second, third)
    house.load(HEADER, first, third, full=True)
    files = (house.mapped("tickets.csv", table(HEADER, first, third)),)

    lines = printed(ImportReport("test", "elev-1", files, house.plan, dry_run=False)).splitlines()

    assert any(line.split() == ["in", "none", "of", "the", "files", "0", "0", "1"] for line in lines)
