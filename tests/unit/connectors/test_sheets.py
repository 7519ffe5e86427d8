"""A file is read with certainty or refused, with what was seen and what to do."""

from datetime import datetime

import pytest
from helpers.scale_tickets import HEADER, profile, table

from connectors.scale_tickets.sheet import sheet_of

ROW = "1,2026-10-03,F-01,24000,15.0"


def test_headers_are_compared_without_case_and_blanks_and_in_any_order() -> None:
    sheet = sheet_of("t.csv", table(" NET_LB ,Moist,FARM,\u00a0Ticket,date", "24000,15.0,F-01,1,2026-10-03"), profile())

    assert sheet.fault is None
    assert sheet.rows[0].cells == {
        "net": "24000",
        "moisture": "15.0",
        "customer": "F-01",
        "ticket": "1",
        "date": "2026-10-03",
    }


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "no headers"),
        (b"\r\n\r\n", "no headers"),
        (table("ticket,date,farm,moist", ROW), "column net ('net_lb') is missing"),
        (table(HEADER.replace(",", ";"), ROW), "column ticket"),
        (table(f"{HEADER},Ticket", f"{ROW},2"), "column ticket stands more than once"),
        (table(HEADER, '1,2026-10-03,"F-01"x,24000,15.0'), "row 2 is no CSV"),
        (table(HEADER, '1,2026-10-03,"F-01,24000,15.0'), "row 2 is no CSV"),
        (b"\xff\xfeticke", "is not utf-16"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_whole(data: bytes, told: str) -> None:
    fault = sheet_of("t.csv", data, profile()).fault

    assert fault is not None
    assert told in fault.text
    assert fault.remedy


def test_a_column_the_profile_names_must_be_there_unless_it_is_optional() -> None:
    lines = table("ticket,date,farm,net_lb", "1,2026-10-03,F-01,24000")

    strict = sheet_of("t.csv", lines, profile())
    lenient = sheet_of("t.csv", lines, profile(columns={"moisture": {"names": ["moist"], "optional": True}}))

    assert strict.fault is not None
    assert lenient.fault is None


def test_rows_count_as_an_editor_counts_lines() -> None:
    data = table("Scale house export", "", HEADER, ROW, "", '2,2026-10-03,"F-01\n(north)",24000,15.0', ROW)

    sheet = sheet_of("t.csv", data, profile(file={"header_row": 3}))

    assert [row.row for row in sheet.rows] == [4, 6, 8]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("1,2026-10-03,F-01,24000", "has 4 cells where the header has 5"),
        ("1,2026-10-03,Miller, John,24000,15.0", "has 6 cells where the header has 5"),
        ("1,2026-10-03,F\x0001,24000,15.0", "zero byte"),
    ],
)
def test_a_row_whose_cells_cannot_be_told_apart_is_an_error_of_its_own(row: str, told: str) -> None:
    sheet = sheet_of("t.csv", table(HEADER, ROW, row), profile())

    assert sheet.rows[0].fault is None
    assert sheet.rows[1].fault is not None
    assert told in sheet.rows[1].fault.text


def test_empty_cells_beyond_the_header_are_a_trailing_delimiter() -> None:
    assert sheet_of("t.csv", table(HEADER, f"{ROW},,"), profile()).rows[0].fault is None


def test_a_damaged_byte_in_a_utf_8_file_does_not_garble_the_other_names() -> None:
    rows = "1,2026-10-03,Müller,24000,15\n2,2026-10-03,Weiß,24000,15\n".encode()
    data = HEADER.encode() + b"\n" + rows + b"3,2026-10-03,M\xc3ller,24000,15\n"

    sheet = sheet_of("t.csv", data, profile(file={"encodings": ["utf-8", "cp1252"]}))

    assert [row.cells.get("customer") for row in sheet.rows] == ["Müller", "Weiß", None]
    assert sheet.rows[2].fault is not None
    assert "byte 0xC3 is not utf-8" in sheet.rows[2].fault.text


def test_the_name_of_a_file_tells_when_it_was_exported_or_the_file_is_refused() -> None:
    stamped = profile(export_stamp={"file_name": r"_(\d{12})\.csv$", "format": "%Y%m%d%H%M"})

    assert sheet_of("elev_202610051800.csv", table(HEADER, ROW), stamped).exported_at == datetime(2026, 10, 5, 18)  # noqa: DTZ001 - by the partner's clock
    zoned = profile(export_stamp={"file_name": r"_(\S+)?\.csv$", "format": "%Y%m%d%z"})
    assert sheet_of("elev_20261005-0500.csv", table(HEADER, ROW), zoned).exported_at == datetime(2026, 10, 5)  # noqa: DTZ001
    assert sheet_of("elev_.csv", table(HEADER, ROW), zoned).fault is not None
    for name in ("elev.csv", "elev_202613051800.csv"):
        fault = sheet_of(name, table(HEADER, ROW), stamped).fault
        assert fault is not None
        assert "does not say when" in fault.text


def test_columns_nobody_reads_are_named() -> None:
    assert sheet_of("t.csv", table(f"{HEADER},Truck,,Bin", f"{ROW},7,,2"), profile()).unread_columns == ("Truck", "Bin")


@pytest.mark.parametrize(("end", "is_open"), [(b"\n", False), (b"\r", False), (b"", True), (b',"x"', False)])
def test_a_last_line_without_its_end_may_be_cut_off(end: bytes, is_open: bool) -> None:  # noqa: FBT001
    data = table(HEADER, ROW).removesuffix(b"\n") + end

    assert sheet_of("t.csv", data, profile()).is_open is is_open
