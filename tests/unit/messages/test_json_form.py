"""The JSON form of messages, as the gateway and the examples have it."""

import json
from datetime import date
from typing import Any

import pytest

from hub.errors import InvalidInput
from hub.messages import DayOpened, PeriodDeclaration, from_json

DAY = '{"event_id": "day-1", "author_id": "hub", "day": "2026-10-03"}'
PERIOD: dict[str, Any] = {
    "event_id": "p-1",
    "author_id": "elev-1",
    "rule_version": "V2",
    "entity_id": "elev-1",
    "period_id": "2026Q4",
    "start_date": "2026-10-01",
    "end_date_exclusive": "2027-01-01",
    "declared_on": "2026-09-16",
    "timezone": "America/Chicago",
}


def test_dates_are_iso_strings() -> None:
    message = from_json("PeriodDeclaration", 1, json.dumps(PERIOD))

    assert isinstance(message, PeriodDeclaration)
    assert message.end_date_exclusive == date(2027, 1, 1)


def test_bytes_and_text_are_the_same() -> None:
    assert from_json("DayOpened", 1, DAY) == from_json("DayOpened", 1, DAY.encode())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (DAY.replace('"day"', '"dya"'), "dya: not a field of this message; check the spelling"),
        (DAY.replace('"day":', '"day": "2026-10-04", "day":'), "field named twice: day"),
        (DAY.replace("2026-10-03", "2026-10-3"), "day: .*date"),
        (DAY.replace("2026-10-03", "2026-02-30"), "day: .*date"),
        (DAY.replace("2026-10-03", "2026-10-03T00:00:00Z"), "day: .*date"),
        (DAY.replace('"2026-10-03"', "20454"), "day: .*date"),
        (DAY.replace('"day-1"', '"a\\u0000b"'), "event_id: .*pattern"),
        (DAY.replace('"day-1"', '"\\ud800"'), "not valid|Invalid JSON"),
        (DAY.replace('"hub"', "null"), "author_id: .*string, not None"),
        ("", "not readable as JSON"),
        ("{", "not readable as JSON"),
        ("[]", "the whole: .*object"),
        ("null", "the whole: .*object"),
        ("[" * 100_000, "not readable as JSON"),
        ("9" * 5000, "not readable as JSON"),
        (b"\xff\xfe", "not readable as JSON|Invalid JSON"),
    ],
)
def test_a_form_that_is_not_certain_is_refused(text: str | bytes, told: str) -> None:
    with pytest.raises(InvalidInput, match=f"^DayOpened v1: .*({told})"):
        from_json("DayOpened", 1, text)


@pytest.mark.parametrize("number", ["1.0", "1e3", "NaN", "Infinity", '"1"', "true", "9223372036854775808", "1.5"])
def test_an_amount_is_a_plain_integer(number: str) -> None:
    close = {
        "event_id": "c-1",
        "author_id": "elev-1",
        "rule_version": "V2",
        "entity_id": "elev-1",
        "period_id": "2026Q4",
        "closed_on": "2027-01-12",
        "stocks": [
            {
                "commodity": "soybeans",
                "form": "crop",
                "ci_g_co2e_per_bu_e6": 1,
                "declared_ending_stored_dry_lb_e4": "AMOUNT",
            }
        ],
    }

    with pytest.raises(InvalidInput, match=r"declared_ending_stored_dry_lb_e4: .*integer|less than or equal"):
        from_json("PeriodClose", 1, json.dumps(close).replace('"AMOUNT"', number))


def test_members_with_a_default_may_be_left_out() -> None:
    message = from_json("DayOpened", 1, DAY)

    assert isinstance(message, DayOpened)
    assert message.model_dump() == {"event_id": "day-1", "author_id": "hub", "day": date(2026, 10, 3)}
