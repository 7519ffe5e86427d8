"""Whatever the order of files and however often they come, the same loads count."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from helpers.scale_tickets import HEADER, ScaleHouse, effective, table
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.scale_tickets.shares import split
from hub.messages import Message

STAMPED: dict[str, Any] = {
    "columns": {"status": "status"},
    "status": {"words": {"posted": "P", "void": "VOID"}},
    "export_stamp": {"file_name": r"day(\d+)", "format": "%Y%m%d"},
}
File = tuple[str, bytes]


@st.composite
def exports(draw: st.DrawFn) -> list[File]:
    """A week of daily exports: each repeats some tickets, some of them weighed again or void."""
    files = []
    for day in range(1, draw(st.integers(1, 5)) + 1):
        numbers = draw(st.lists(st.integers(1, 6), unique=True, max_size=5))
        rows = [_row(draw, number) for number in numbers]
        files.append((f"day2026100{day}.csv", table(f"{HEADER},status", *rows)))
    return files


def _row(draw: st.DrawFn, number: int) -> str:
    """A ticket in one of three weights, or void; a few have no number."""
    weight = draw(st.sampled_from([24000, 25000, 26000, None]))
    return f"{number},2026-10-01,,,,VOID" if weight is None else f"{number},2026-10-01,F-01,{weight},15,P"


def loaded(files: Sequence[File]) -> ScaleHouse:
    house = ScaleHouse(**STAMPED)
    for file in files:
        house.load_files(file)
    return house


def content(messages: list[Message]) -> set[str]:
    """What counts, apart from which message corrects which."""
    without = {"event_id", "corrects_event_id", "reason", "corrected_on"}
    return {message.model_dump_json(exclude=without) for message in effective(messages)}


@settings(deadline=None)
@given(exports(), st.data())
def test_files_again_in_any_order_after_the_first_time_change_nothing(files: list[File], data: st.DataObject) -> None:
    again = data.draw(st.lists(st.sampled_from(files), max_size=6))

    once, often = loaded(files), loaded([*files, *again])

    assert often.sent == once.sent


@settings(deadline=None)
@given(st.lists(st.integers(1, 9), unique=True), st.data())
def test_files_of_different_tickets_count_the_same_in_any_order_and_number(
    numbers: list[int], data: st.DataObject
) -> None:
    files = [(f"{number}.csv", table(HEADER, f"{number},2026-10-01,F-01,24000,15")) for number in numbers]
    shuffled = data.draw(st.permutations([*files, *files]))
    first, second = ScaleHouse(), ScaleHouse()

    for file in files:
        first.load_files(file)
    for file in shuffled:
        second.load_files(file)

    assert content(first.sent) == content(second.sent)


@settings(deadline=None)
@given(exports(), st.data())
def test_files_sent_twice_in_a_row_change_nothing(files: list[File], data: st.DataObject) -> None:
    often = [file for file in files for _ in range(data.draw(st.integers(1, 3)))]

    assert loaded(often).sent == loaded(files).sent


@settings(deadline=None)
@given(exports())
def test_all_files_in_one_run_are_the_files_one_by_one(files: list[File]) -> None:
    together = ScaleHouse(**STAMPED)

    together.load_files(*reversed(files))

    assert together.sent == loaded(files).sent


@settings(deadline=None)
@given(exports(), st.randoms(use_true_random=False))
def test_exports_that_tell_their_time_count_the_same_in_any_order(files: list[File], random: Any) -> None:
    shuffled = list(files)
    random.shuffle(shuffled)

    assert content(loaded(shuffled).sent) == content(loaded(files).sent)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["1,2026-10-01,F-01,24000,15", ",2026-10-01,F-01,24000,15"]), max_size=8), st.data())
def test_rows_of_one_file_count_the_same_in_any_order(rows: list[str], data: st.DataObject) -> None:
    first, second = ScaleHouse(), ScaleHouse()

    first.load(HEADER, *rows)
    second.load(HEADER, *data.draw(st.permutations(rows)))

    assert content(first.sent) == content(second.sent)
    assert len(effective(first.sent)) == len(effective(second.sent))


CELLS = st.text(max_size=12) | st.sampled_from(
    [
        "1",
        "4101",
        "2026-10-03",
        "F-01",
        "24000",
        "15.5",
        "15,5%",
        "VOID",
        "P",
        "1E+3",
        "-0",
        "NaN",
        "\u00a0",
        '"',
        "33.3",
    ]
)
EVERYTHING: dict[str, Any] = {
    "columns": {
        name: name for name in ("status", "share", "field", "gross", "tare", "ci", "sequence", "shrunk_bushels")
    },
    "status": {"words": {"posted": ["", "P"], "void": "VOID"}},
    "weights": {"shrunk_base_moisture_pct": "15"},
    "unlisted": "conventional",
}


@settings(deadline=None)
@given(st.lists(st.lists(CELLS, min_size=13, max_size=13), max_size=4), st.sampled_from(["in", "out"]))
def test_nothing_that_stands_in_a_file_can_stop_an_import(rows: list[list[str]], direction: str) -> None:
    house = ScaleHouse(**EVERYTHING, direction={"fixed": direction})
    out = io.StringIO(newline="")
    csv.writer(out).writerows([[*HEADER.split(","), *EVERYTHING["columns"]], *rows])

    house.load_files(("any.csv", out.getvalue().encode("utf-8", "surrogatepass")))

    assert all(result.remedy for result in house.errors)
    assert all(len(message.event_id) <= 128 for message in house.sent)


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_nothing_that_a_file_is_can_stop_an_import(data: bytes) -> None:
    house = ScaleHouse(file={"encodings": ["utf-8", "cp1252", "utf-16"]})

    house.load_files(("any.csv", HEADER.encode() + b"\n" + data))

    assert all(result.remedy for result in house.errors)


@given(st.integers(0, 10**12), st.lists(st.integers(1, 10**8), min_size=1, max_size=12))
def test_parts_add_up_exactly_and_none_is_off_by_a_whole_unit(amount: int, weights: list[int]) -> None:
    parts = split(amount, weights)

    assert sum(parts) == amount
    assert all(
        abs(part * sum(weights) - amount * weight) < sum(weights) for part, weight in zip(parts, weights, strict=True)
    )
