"""A date is a local business day; a timestamp becomes one by its own offset and the site's zone."""

from datetime import date

import pytest
from helpers.scale_tickets import HEADER, TODAY, ScaleHouse, profile

from connectors.base import CellError
from connectors.scale_tickets.days import crop_year, read_day, season
from hub.messages import Receipt

STAMP = "%Y-%m-%dT%H:%M:%S%z"


def day_of(cell: str, *formats: str) -> date:
    return read_day(cell, profile(dates={"formats": list(formats)}).dates, TODAY).day


@pytest.mark.parametrize(
    ("cell", "form", "expected"),
    [
        ("2026-03-31", "%Y-%m-%d", date(2026, 3, 31)),
        (" 3/1/2026 ", "%m/%d/%Y", date(2026, 3, 1)),
        ("31.12.2026 23:59", "%d.%m.%Y %H:%M", date(2026, 12, 31)),
        ("2026-04-01T04:40:00+00:00", STAMP, date(2026, 3, 31)),
        ("2026-04-01T04:40:00Z", STAMP, date(2026, 3, 31)),
        ("2026-03-31T23:40:00-05:00", STAMP, date(2026, 3, 31)),
        ("2027-01-01T05:40:00+00:00", STAMP, date(2026, 12, 31)),
    ],
)
def test_the_day_of_a_ticket(cell: str, form: str, expected: date) -> None:
    assert day_of(cell, form) == expected


@pytest.mark.parametrize(
    ("cell", "formats", "told"),
    [
        ("", ["%Y-%m-%d"], "is empty"),
        ("10/03/26", ["%m/%d/%Y"], "in none of the profile's formats"),
        ("2026-02-30", ["%Y-%m-%d"], "in none of the profile's formats"),
        ("10/03/2026", ["%m/%d/%Y", "%d/%m/%Y"], "another day by each"),
        ("2062-10-03", ["%Y-%m-%d"], "not between 2025-01-01 and 2027-06-01"),
        ("0206-10-03", ["%Y-%m-%d"], "not between"),
    ],
)
def test_what_is_no_day_of_a_ticket_is_refused(cell: str, formats: list[str], told: str) -> None:
    with pytest.raises(CellError, match=told):
        day_of(cell, *formats)


def test_two_formats_that_agree_on_a_day_are_no_trouble() -> None:
    assert day_of("10/10/2026", "%m/%d/%Y", "%d/%m/%Y") == date(2026, 10, 10)


def test_an_offset_that_is_not_the_sites_is_told_but_the_instant_counts() -> None:
    house = ScaleHouse(dates={"formats": [STAMP]})

    house.load(
        HEADER,
        "1,2026-04-01T00:40:00-08:00,F-01,24000,15",
        "2,2026-04-01T04:40:00Z,F-01,24000,15",
        "3,2026-12-01T04:40:00-06:00,F-01,24000,15",
    )

    assert [(warning.row, warning.field) for warning in house.warnings] == [(2, "date")]
    days = [message.received_date for message in house.sent if isinstance(message, Receipt)]
    assert days == [date(2026, 4, 1), date(2026, 3, 31), date(2026, 12, 1)]


@pytest.mark.parametrize(
    ("day", "expected"), [(date(2026, 9, 1), 2026), (date(2027, 2, 1), 2026), (date(2026, 8, 31), 2025)]
)
def test_a_season_is_named_after_the_year_it_begins_in(day: date, expected: int) -> None:
    assert season(day, profile().dates) == expected


@pytest.mark.parametrize(("cell", "expected"), [("2026", 2026), (" 2026/27 ", 2026), ("2025/2026", 2025)])
def test_a_crop_year_is_the_year_of_harvest(cell: str, expected: int) -> None:
    assert crop_year(cell, date(2027, 2, 1)) == expected


@pytest.mark.parametrize("cell", ["", "26", "2027x", "2028", "1926", "2026/x"])
def test_what_is_no_crop_year_is_refused(cell: str) -> None:
    with pytest.raises(CellError):
        crop_year(cell, date(2027, 2, 1))


def test_the_crop_year_of_an_inbound_ticket_is_its_column_or_the_season() -> None:
    by_column, by_season = ScaleHouse(columns={"crop_year": "crop_year"}), ScaleHouse()

    by_column.load(f"{HEADER},crop_year", "1,2027-02-03,F-01,24000,15,2025")
    by_season.load(HEADER, "1,2027-02-03,F-01,24000,15")

    years = [
        message.lines[0].draws[0].crop_year
        for message in (*by_column.sent, *by_season.sent)
        if isinstance(message, Receipt)
    ]
    assert years == [2025, 2026]


def test_an_instant_outside_the_calendar_of_the_zone_is_refused() -> None:
    house = ScaleHouse(dates={"formats": ["%Y-%m-%dT%H:%M%z"]})

    house.load(HEADER, "1,0001-01-01T00:00+0500,F-01,24000,15")

    assert "is in none of the profile's formats" in house.errors[0].text
