"""Scale tickets as JSON say the same as a table, to the digit."""

import json

import pytest
from helpers.scale_tickets import HEADER, ScaleHouse

TICKETS = [
    {"ticket": "004101", "date": "2026-10-03", "farm": "F-01", "net_lb": 24176.473, "moist": 15.5},
    {"ticket": 4102, "date": "2026-10-04", "farm": "F-02", "net_lb": "50000", "moist": 18},
]


def loaded(text: str) -> ScaleHouse:
    house = ScaleHouse()
    house.load_files(("tickets.json", text.encode()))
    return house


def test_json_and_csv_of_the_same_tickets_are_the_same_messages() -> None:
    rows = [",".join(str(ticket[name]) for name in HEADER.split(",")) for ticket in TICKETS]
    as_table = ScaleHouse()
    as_table.load(HEADER, *rows)

    assert loaded(json.dumps(TICKETS)).sent == as_table.sent


def test_a_list_within_an_object_and_members_in_any_order_are_read() -> None:
    turned = [dict(reversed(ticket.items())) for ticket in TICKETS]

    assert loaded(json.dumps({"exported": "2026-10-05", "tickets": turned})).sent == loaded(json.dumps(TICKETS)).sent


def test_a_number_is_taken_as_written_and_never_through_a_float() -> None:
    house = loaded('[{"ticket": 4101, "date": "2026-10-03", "farm": "F-01", "net_lb": 50000.1, "moist": 1.55e1}]')

    assert [message.lines[0].amount_e6 for message in house.sent] == [50_000_100_000]  # type: ignore[attr-defined]


def test_a_member_that_is_missing_or_null_is_an_empty_cell() -> None:
    house = loaded('[{"ticket": "1", "date": "2026-10-03", "farm": "F-01", "net_lb": null, "moist": 15}]')

    assert [error.field for error in house.errors] == ["net"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "is no JSON"),
        ("7", "is no list of objects"),
        ('["a"]', "is no list of objects"),
        ('{"a": [], "b": []}', "is no list of objects"),
        ('[{"ticket": "1", "ticket": "2"}]', "'ticket' stands twice"),
        ('[{"ticket": {"no": 1}}]', "object 1: ticket is a list or an object"),
        ("[]", "there are no headers"),
    ],
)
def test_what_is_no_list_of_flat_objects_is_refused_whole(text: str, told: str) -> None:
    house = loaded(text)

    assert house.sent == []
    assert [told in error.text for error in house.errors] == [True]
