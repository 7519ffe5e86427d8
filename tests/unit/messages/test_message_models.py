"""The models take what the wire can carry, unchanged, and nothing else."""

from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

from hub.errors import InvalidInput
from hub.ledger.terms import Commodity, Form, RuleVersion, Unit
from hub.messages import MODELS, VERSIONS, DayOpened, Notice, Transfer, from_record
from hub.messages.movements import Draw, Line

LINE: dict[str, Any] = {"amount_e6": 1, "unit": "lb"}
TRANSFER: dict[str, Any] = {
    "event_id": "e-1",
    "author_id": "elev-1",
    "rule_version": "V2",
    "transfer_id": "T-1",
    "seller_id": "elev-1",
    "buyer_id": "crush-1",
    "transaction_date": date(2026, 10, 3),
    "commodity": "soybeans",
    "form": "crop",
    "lines": [LINE],
}
NOTICE: dict[str, Any] = {
    "event_id": "n-1",
    "author_id": "hub",
    "kind": "accepted_range",
    "codes": [],
    "text": "",
    "at": datetime(2026, 10, 3, 18, 4, 5, 250_000, tzinfo=UTC),
}


def transfer_line(**changes: object) -> dict[str, Any]:
    return TRANSFER | {"lines": [LINE | changes]}


def test_each_version_of_each_message_has_its_own_model() -> None:
    assert len(set(MODELS.values())) == len(MODELS)
    assert {VERSIONS[model]: model for model in VERSIONS} == dict(MODELS)


def test_words_become_enums_and_lists_become_tuples() -> None:
    message = from_record("Transfer", 2, TRANSFER)

    assert isinstance(message, Transfer)
    assert message.commodity is Commodity.SOYBEANS
    assert message.form is Form.CROP
    assert message.rule_version is RuleVersion.V2
    assert message.lines == (Line(amount_e6=1, unit=Unit.LB),)
    assert message.lines[0].unit is Unit.LB
    assert message.lines[0].draws == ()


def test_nothing_changes_afterwards() -> None:
    message = from_record("Transfer", 2, TRANSFER)

    with pytest.raises(ValueError, match="frozen"):
        message.event_id = "e-2"
    assert hash(message) == hash(from_record("Transfer", 2, TRANSFER))


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (
            TRANSFER | {"carbon_intensty": 1},
            "carbon_intensty: not a field of this message; check the spelling",
        ),
        (transfer_line(ci_g_co2e=1), "lines.0.ci_g_co2e: not a field"),
        (
            transfer_line(draws=[{"farm_id": "f", "crop_year": 2026, "feild_id": "1"}]),
            "lines.0.draws.0.feild_id: not a",
        ),
        ({key: value for key, value in TRANSFER.items() if key != "seller_id"}, "seller_id: is missing"),
        (TRANSFER | {"seller_id": None}, "seller_id: .*string, not None"),
        (TRANSFER | {"seller_id": 7}, "seller_id: .*string, not 7"),
        (TRANSFER | {"transaction_date": "2026-10-03"}, "transaction_date: .*date"),
        (TRANSFER | {"transaction_date": datetime(2026, 10, 3, tzinfo=UTC)}, "transaction_date: .*date"),
        (TRANSFER | {"commodity": "corn"}, "commodity: .*field_corn.* not 'corn'"),
        (TRANSFER | {"form": "ethanol"}, "form: .*not 'ethanol'"),
        (TRANSFER | {"lines": "lb"}, "lines: .*tuple"),
        (transfer_line(amount_e6=1.0), "amount_e6: .*integer, not 1.0"),
        (transfer_line(amount_e6="1"), "amount_e6: .*integer, not '1'"),
        (transfer_line(amount_e6=True), "amount_e6: .*integer, not True"),
        (transfer_line(amount_e6=2**63), "amount_e6: .*9223372036854775807, not 9223372036854775808"),
        (transfer_line(amount_e6=-(2**63) - 1), "amount_e6: .*-9223372036854775808"),
        (
            transfer_line(draws=[{"farm_id": "f", "crop_year": 2**31, "field_id": "1"}]),
            "crop_year: .*2147483647",
        ),
        (transfer_line(ci_pending=1), "ci_pending: .*boolean, not 1"),
        (transfer_line(unit="bu"), "unit: .*not 'bu'"),
        (TRANSFER | {"event_id": "a\x00b"}, "event_id: .*pattern"),
        (TRANSFER | {"reason": "a\x00b"}, "reason: .*pattern"),
        (TRANSFER | {"event_id": "\ud800"}, "event_id: .*unicode"),
        (TRANSFER | {"event_id": "x" * 129}, "event_id: .*at most 128"),
    ],
)
def test_what_the_wire_cannot_carry_is_refused_at_its_place(record: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInput, match=f"^Transfer v2: .*{told}"):
        from_record("Transfer", 2, record)


def test_what_the_rule_forbids_is_left_to_the_ledger() -> None:
    record = transfer_line(amount_e6=-5, moisture_pct_e3=155_000, ci_g_co2e_per_bu_e6=-1) | {"buyer_id": "elev-1"}

    assert from_record("Transfer", 2, record).author_id == "elev-1"


def test_many_faults_are_told_in_one_line() -> None:
    record = TRANSFER | {f"extra_{number}": "x" * 1000 for number in range(50)}

    with pytest.raises(InvalidInput, match=r"and 45 more$") as refused:
        from_record("Transfer", 2, record)

    assert len(str(refused.value)) < 1000


def test_an_unknown_message_is_refused_with_those_there_are() -> None:
    with pytest.raises(InvalidInput, match="no message Transfer v9; known: Transfer v1, Transfer v2"):
        from_record("Transfer", 9, TRANSFER)


def test_the_largest_and_smallest_numbers_fit() -> None:
    line = Line(amount_e6=2**63 - 1, ci_g_co2e_per_bu_e6=-(2**63), unit=Unit.KG)
    draw = Draw(farm_id="f", crop_year=-(2**31), field_id="f")

    assert (line.amount_e6, draw.crop_year) == (9223372036854775807, -2147483648)


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (datetime(2026, 10, 3), "in UTC"),  # noqa: DTZ001  # the fault under test
        (datetime(2026, 10, 3, tzinfo=timezone(timedelta(hours=-5))), "in UTC"),
        (datetime(2026, 10, 3, 0, 0, 0, 1, tzinfo=UTC), "whole milliseconds"),
        ("2026-10-03T18:04:05.250123Z", "is written as"),
        ("2026-10-03T18:04:05-05:00", "is written as"),
        ("1700000000", "is written as"),
        ("2026-02-30T00:00:00Z", "day"),
        (1700000000, "datetime"),
    ],
)
def test_an_instant_that_would_change_on_the_wire_is_refused(at: object, told: str) -> None:
    with pytest.raises(InvalidInput, match=f"at: .*{told}"):
        from_record("Notice", 1, NOTICE | {"at": at})


def test_an_instant_of_another_utc_object_is_the_same() -> None:
    message = from_record("Notice", 1, NOTICE | {"at": datetime(2026, 10, 3, tzinfo=timezone(timedelta(0)))})

    assert isinstance(message, Notice)
    assert message.at == datetime(2026, 10, 3, tzinfo=UTC)
    assert message.at.tzinfo is UTC


def test_the_first_and_last_day_of_the_calendar_are_dates() -> None:
    for day in (date.min, date.max):
        assert DayOpened(event_id="d", author_id="hub", day=day).day == day
