"""Cases people met with such files on other systems, each with its own input and the right outcome."""

from datetime import date

import pytest
from helpers.scale_tickets import HEADER, ScaleHouse, table

from connectors.base import Kind
from hub.ledger.quantity import dry_lb_e4
from hub.ledger.terms import Commodity, Unit
from hub.messages import Receipt

SHARES = "ticket,date,farm,share,net_lb,moist"
SPLIT = {
    "columns": {"share": "share"},
    "customers": {
        "L-01": {"payee": "land-1", "under_report_of": "F-01"},
        "L-02": {"conventional": "land-2"},
    },
}


def test_c08_a_row_said_twice_is_one_load_and_two_equal_loads_stay_two() -> None:
    house = ScaleHouse()

    house.load(
        HEADER,
        "4101,2026-10-03,F-01,24000,16.0",
        "4102,2026-10-03,F-01,24000,16.0",
        "4101,2026-10-03,F-01,24000,16.0",
    )

    assert house.kinds == ["new", "new", "already have"]
    assert house.plan.results[2].text == "already have: tickets.csv, row 2"
    assert house.dry_lb == 40320


def test_c08_the_same_file_again_says_nothing_new() -> None:
    house = ScaleHouse()
    lines = [HEADER, "4101,2026-10-03,F-01,24000,16.0", "4102,2026-10-03,F-01,24000,16.0"]
    house.load(*lines)

    again = house.load(*lines, name="again.csv")

    assert (house.kinds, again.messages) == (["already have", "already have"], [])
    assert "tickets.csv, row 2" in again.results[0].text


def test_c08_equal_rows_without_a_number_are_counted_and_a_file_sent_again_is_known() -> None:
    house = ScaleHouse()
    lines = [HEADER, ",2026-10-03,F-01,24000,16.0", ",2026-10-03,F-01,24000,16.0"]

    house.load(*lines)
    first = house.kinds
    house.load(*lines, ",2026-10-03,F-01,24000,16.0", name="longer.csv")

    assert first == ["new", "new"]
    assert house.kinds == ["already have", "already have", "new"]
    assert house.dry_lb == 3 * 20160


def test_c11_a_ticket_weighed_again_is_a_correction_that_shows_the_difference() -> None:
    house = ScaleHouse()
    house.load(HEADER, "5005,2026-10-05,F-01,60200,15.0", name="day1.csv")

    plan = house.load(HEADER, "5005,2026-10-05,F-01,52600,15.0", name="day2.csv")

    (message,) = plan.messages
    assert isinstance(message, Receipt)
    assert house.kinds == ["correction"]
    assert "difference -6460.0000 dry" in plan.results[0].text
    assert message.corrects_event_id == house.sent[0].event_id
    assert message.corrected_on == date(2026, 10, 5)
    assert house.dry_lb == 44710


def test_c11_day_1_after_day_2_undoes_nothing() -> None:
    house = ScaleHouse()
    house.load(HEADER, "5005,2026-10-05,F-01,60200,15.0", name="day1.csv")
    house.load(HEADER, "5005,2026-10-05,F-01,52600,15.0", name="day2.csv")

    plan = house.load(HEADER, "5005,2026-10-05,F-01,60200,15.0", name="day1.csv")

    assert plan.messages == []
    assert plan.results[0].text == ("already have: day1.csv, row 2 said so; revision 2 of day2.csv, row 2 counts since")
    assert house.dry_lb == 44710


def test_c11_a_ticket_that_vanished_from_a_full_export_is_reported_and_stays() -> None:
    house = ScaleHouse()
    house.load(HEADER, "5005,2026-10-05,F-01,50000,15.0", "5006,2026-10-06,F-01,50000,15.0")

    plan = house.load(HEADER, "5004,2026-10-04,F-01,9000,15.0", "5006,2026-10-06,F-01,50000,15.0", full=True)

    assert house.kinds == ["new", "already have", "vanished"]
    assert "tickets.csv, row 2" in plan.results[-1].text
    assert [type(message) for message in plan.messages] == [Receipt]


@pytest.mark.parametrize(
    ("unit", "net", "kind"),
    [("", "1000", Kind.ERROR), ("TNE", "1000", Kind.ERROR), ("BUA", "1000", Kind.NEW), ("kgm", "24000", Kind.NEW)],
)
def test_c16_a_unit_is_said_and_a_load_is_a_truckload(unit: str, net: str, kind: Kind) -> None:
    house = ScaleHouse(
        columns={"unit": "uom"},
        commodity={"fixed": "soybeans"},
        weights={"unit": {"words": {"tonne": "TNE", "kg": "KGM", "bu_scale": "BUA"}}},
    )

    plan = house.load(f"{HEADER},uom", f"1,2026-10-03,F-01,{net},13.0,{unit}")

    assert [result.kind for result in plan.results] == [kind]


def test_c16_the_refusal_of_a_thousand_tonnes_names_the_pounds_and_the_remedy() -> None:
    house = ScaleHouse(weights={"unit": {"fixed": "tonne"}})

    house.load(HEADER, "1,2026-10-03,F-01,1000,15.0")

    assert "2204622.6218 lb: no truck weighs that" in house.errors[0].text
    assert "unit" in str(house.errors[0].remedy)


def test_c19_scale_net_and_moisture_count_whatever_the_shrink_table_made_of_them() -> None:
    house = ScaleHouse(columns={"shrunk_bushels": "net_units"})

    plan = house.load(f"{HEADER},shrink_pct,net_units", "9001,2026-10-03,F-01,50000,20.0,6.30,836.61")

    assert (house.kinds, house.warnings, house.dry_lb) == (["new"], [], 40000)
    assert house.mapped("t.csv", table(f"{HEADER},x,net_units")).unread_columns == ("x",)
    assert plan.messages


def test_c19_shrunk_bushels_alone_need_the_moisture_of_the_table_and_are_flagged() -> None:
    refusing = ScaleHouse(columns={"shrunk_bushels": "net_units"})
    house = ScaleHouse(columns={"shrunk_bushels": "net_units"}, weights={"shrunk_base_moisture_pct": "15"})
    lines = [f"{HEADER},net_units", "9001,2026-10-03,F-01,,,836.61"]

    refusing.load(*lines)
    house.load(*lines)

    assert "without the moisture they are shrunk to" in refusing.errors[0].text
    assert house.kinds == ["new"]
    assert "derived from shrink" in house.warnings[0].text
    assert house.dry_lb == 836.61 * 56 * 0.85


def test_c20_five_moistures() -> None:
    house = ScaleHouse(
        columns={"commodity": "crop"}, commodity={"words": {"field_corn": "corn", "soybeans": "soybeans"}}
    )

    house.load(
        f"{HEADER},crop",
        "1,2026-10-03,F-01,50000,0.155,corn",
        "2,2026-10-03,F-01,50000,,corn",
        "3,2026-10-03,F-01,50000,155,corn",
        "4,2026-10-03,F-01,50000,15.5%,corn",
        "5,2026-10-03,F-01,50000,15.5,soybeans",
    )

    told = {(result.row, result.kind.value) for result in house.plan.results}
    assert told == {
        (2, "error"),
        (3, "new"),
        (3, "warning"),
        (4, "error"),
        (5, "new"),
        (6, "new"),
        (6, "warning"),
    }
    second, fourth, fifth = house.sent
    assert isinstance(second, Receipt)
    assert isinstance(fourth, Receipt)
    assert isinstance(fifth, Receipt)
    assert second.lines[0].moisture_pct_e3 is None
    assert fourth.lines[0].moisture_pct_e3 == fifth.lines[0].moisture_pct_e3 == 15_500
    assert dry_lb_e4(50_000_000_000, Unit.LB, 15_500, Commodity.FIELD_CORN) == 422_500_000


def test_c20_a_fraction_is_read_only_where_the_profile_says_so() -> None:
    house = ScaleHouse(moisture={"fraction": True})

    house.load(HEADER, "1,2026-10-03,F-01,50000,0.155", "2,2026-10-03,F-01,50000,15.5", "3,2026-10-03,F-01,50000,15.5%")

    assert house.kinds == ["new", "error", "new"]
    assert house.dry_lb == 2 * 42250


def test_c22_one_truck_of_three_owners_is_one_load_split_exactly() -> None:
    house = ScaleHouse(**SPLIT)

    house.load(
        SHARES,
        "6001,2026-10-03,F-01,33.333,52340,15.8",
        "6001,2026-10-03,L-01,33.333,52340,15.8",
        "6001,2026-10-03,L-02,33.334,52340,15.8",
    )

    own, conventional = house.sent
    assert isinstance(own, Receipt)
    assert isinstance(conventional, Receipt)
    lines = [*own.lines, *conventional.lines]
    assert house.kinds == ["new", "new", "new"]
    assert sum(line.amount_e6 for line in lines) == 52_340_000_000
    assert [line.amount_e6 for line in lines] == [17_446_492_200, 17_446_492_200, 17_447_015_600]
    assert house.dry_lb == pytest.approx(44070.28, abs=0.0002)
    assert (own.seller_id, own.lines[1].payee_id, own.lines[1].draws[0].farm_id) == ("farm-1", "land-1", "farm-1")
    assert all(line.ci_pending for line in own.lines)
    assert (conventional.seller_id, conventional.lines[0].ci_pending, conventional.lines[0].draws) == (
        "land-2",
        False,
        (),
    )


def test_c22_equal_thirds_give_the_odd_unit_to_the_first() -> None:
    house = ScaleHouse(**SPLIT)
    rows = [f"6001,2026-10-03,{owner},33.3333,10000,15.8" for owner in ("F-01", "L-01", "L-02")]

    house.load(SHARES, *rows)

    amounts = sorted(line.amount_e6 for message in house.sent for line in message.lines)
    assert amounts == [3_333_333_333, 3_333_333_333, 3_333_333_334]
    assert sum(amounts) == 10_000_000_000


def test_c22_shares_that_do_not_make_a_whole_refuse_the_ticket() -> None:
    house = ScaleHouse(**SPLIT)

    house.load(SHARES, "6001,2026-10-03,F-01,33.333,52340,15.8", "6001,2026-10-03,L-02,33.333,52340,15.8")

    assert house.kinds == ["error", "error"]
    assert house.errors[0].text == "the shares of rows 2, 3 add up to 66.666 %"
    assert house.sent == []


def test_c29_decimal_commas_thousands_and_blanks() -> None:
    house = ScaleHouse(
        file={"delimiter": ";"},
        numbers={"decimal": ",", "thousands": [".", "space", "nbsp", "narrow_nbsp"]},
        weights={"unit": {"fixed": "kg"}},
    )

    house.load(
        HEADER.replace(",", ";"),
        "1;2026-10-03;F-01;24.176,473;15,5",
        "2;2026-10-03;F-01;24,176;15.5",
        "3;2026-10-03;F-01;24 176;15,5",
        "4;2026-10-03;F-01;(D);15,5",
        "5;2026-10-03;F-01;24\u00a0176;15,5",
        "6;2026-10-03;F-01;24\u202f176,0;15,5",
    )

    amounts = [message.lines[0].amount_e6 for message in house.sent if isinstance(message, Receipt)]
    assert amounts == [24_176_473_000, 24_176_000_000, 24_176_000_000, 24_176_000_000]
    assert [(error.row, error.field) for error in house.errors] == [(3, "moisture"), (5, "net")]
    assert "contradicts the profile" in house.errors[0].text
    assert "withheld" in house.errors[1].text


def test_c29_a_file_written_in_another_convention_is_refused_whole() -> None:
    house = ScaleHouse(file={"delimiter": ";"}, numbers={"decimal": ",", "thousands": ["."]})

    house.load(HEADER.replace(",", ";"), *(f"{n};2026-10-03;F-01;24000;15.5" for n in range(1, 4)))

    assert (house.kinds, house.sent) == (["error"], [])
    assert "refused whole: 3 of 6 figures contradict" in house.errors[0].text
    assert "row 2: '15.5'" in house.errors[0].text


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfTicket #,Day,Farm,Net\r\n4101,2026-10-03,M\xc3\xbcller,24000\r\n",
        b"Ticket #,Day,Farm,Net\r\n4101,2026-10-03,M\xfcller,24000\r\n",
        "Ticket #,Day,Farm,Net\r\n4101,2026-10-03,Müller,24000\r\n".encode("utf-16"),
    ],
    ids=["UTF-8 with a byte order mark", "cp1252", "UTF-16"],
)
def test_c30_a_byte_order_mark_or_a_code_page_changes_nothing(data: bytes) -> None:
    house = ScaleHouse(
        file={"encodings": ["utf-8", "cp1252"]},
        columns={"ticket": "Ticket #", "date": "Day", "customer": "Farm", "net": "Net", "moisture": None},
        customers={"Müller": {"farm": "farm-mueller", "field": "1"}},
    )

    house.load_files(("t.csv", data))

    (message,) = house.sent
    assert isinstance(message, Receipt)
    assert (message.ticket_no, message.seller_id, message.lines[0].amount_e6) == (
        "4101",
        "farm-mueller",
        24_000_000_000,
    )


def test_c30_a_column_that_is_not_there_refuses_the_file_with_the_headers_seen() -> None:
    house = ScaleHouse()

    house.load_files(("t.csv", b"\xe2\x80\x8bticket,date,farm,net_lb,moist\n1,2026-10-03,F-01,24000,15\n"))

    assert "column ticket ('ticket') is missing" in house.errors[0].text
    assert "'\\u200bticket'" in str(house.errors[0].value)


def test_c30_a_byte_that_fits_no_encoding_is_an_error_of_its_row() -> None:
    house = ScaleHouse(customers={"Müller": {"farm": "farm-mueller", "field": "1"}})
    rows = "1,2026-10-03,Müller,24000,15\n".encode() + b"2,2026-10-03,M\xfcller,24000,15\n"

    house.load_files(("t.csv", HEADER.encode() + b"\n" + rows))

    assert house.kinds == ["new", "error"]
    assert (house.errors[0].row, "0xFC is not utf-8" in house.errors[0].text) == (3, True)


def test_c32_ticket_numbers_are_text_and_what_a_spreadsheet_did_to_them_is_an_error() -> None:
    house = ScaleHouse()

    house.load(
        HEADER,
        "004101,2026-10-03,F-01,24000,15",
        "4101,2026-10-03,F-01,24000,15",
        "4101.0,2026-10-03,F-01,24000,15",
        "1.9143100000101E+18,2026-10-03,F-01,24000,15",
        '"4,101",2026-10-03,F-01,24000,15',
    )

    assert house.kinds == ["new", "new", "error", "error", "error"]
    assert [getattr(message, "ticket_no", "") for message in house.sent] == ["004101", "4101"]
    assert "export the column as text" in str(house.errors[0].remedy)


def test_c32_a_declared_width_makes_padded_and_unpadded_one_ticket() -> None:
    house = ScaleHouse(tickets={"width": 6})

    house.load(HEADER, "004101,2026-10-03,F-01,24000,15", "4101,2026-10-03,F-01,24000,15")

    assert house.kinds == ["new", "already have"]


@pytest.mark.parametrize(
    ("net", "amount_e6"),
    [
        ("1E+3", 1_000_000_000),
        ("1.2300", 1_230_000),
        ("1.23", 1_230_000),
        ("0.0001", 100),
        ("123456789012.345", 123_456_789_012_345_000),
        ("-0", None),
        ("0E+5", None),
        ("NaN", None),
        ("Infinity", None),
        ("1.2345678", None),
        ("-24000", None),
        ("12345678901234567890", None),
    ],
)
def test_s06_what_a_figure_can_hold_is_exact_and_the_rest_is_refused(net: str, amount_e6: int | None) -> None:
    house = ScaleHouse(weights={"net_lb_min": "0.0000", "net_lb_max": "900000000000"})

    house.load(HEADER, f"1,2026-10-03,F-01,{net},15")

    amounts = [message.lines[0].amount_e6 for message in house.sent if isinstance(message, Receipt)]
    assert amounts == ([] if amount_e6 is None else [amount_e6])
    assert len(house.errors) == (amount_e6 is None)
