"""What a ticket says: weights, words, owners and buyers, and rows that do not fit together."""

from datetime import date
from typing import Any

import pytest
from helpers.scale_tickets import HEADER, ScaleHouse

from hub.ledger.terms import Direction
from hub.messages import ConventionalMovement, Receipt, Transfer

WEIGHED = "ticket,date,farm,gross,tare,net_lb,moist"
THREE_WEIGHTS = {"columns": {"gross": "gross", "tare": "tare"}}
WORDS = "ticket,date,farm,net_lb,moist,dir,status,crop,program,ci"
BY_WORDS: dict[str, Any] = {
    "columns": {
        "direction": "dir",
        "status": "status",
        "commodity": "crop",
        "program": "program",
        "ci": "ci",
    },
    "direction": {"words": {"in": ["IN", "Inbound"], "out": "OUT"}, "skip": {"WO": "weighed only"}},
    "status": {"words": {"posted": "P", "in_yard": "OPEN", "void": "VOID"}},
    "commodity": {"words": {"field_corn": ["YC", "Corn"]}, "skip": {"Wheat": "no crop of this part"}},
    "program": {"words": {"reduced": ["LCI", ""], "conventional": "CONV"}},
    "customers": {"B-01": {"buyer": "ref-1"}, "C-01": {"conventional": "farm-3"}},
}


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ("80000,30000,50000", None),
        ("80000,30000,", None),
        (",,50000", None),
        ("80000,,50000", None),
        ("80000,30000,49999", "net: is not gross less tare, which is 50000.000000"),
        ("80000,,", "tare: is empty"),
        (",30000,", "gross: is empty"),
        (",,", "net: there is no weight"),
        ("30000,80000,", "net: is not above zero"),
        ("80000,30000,5O000", "net: is no figure"),
        ("180000,30000,", "net: is 150000.0000 lb: no truck weighs that"),
        ("30050,30000,", "net: is 50.0000 lb: no truck weighs that"),
    ],
)
def test_net_is_stated_or_gross_less_tare_and_both_must_agree(weights: str, told: str | None) -> None:
    house = ScaleHouse(**THREE_WEIGHTS)

    house.load(WEIGHED, f"1,2026-10-03,F-01,{weights},15")

    if told is None:
        assert (house.kinds, house.dry_lb) == (["new"], 42500)
    else:
        assert [f"{error.field}: {error.text}".startswith(told) for error in house.errors] == [True]


def test_every_fault_of_a_row_is_told_at_once() -> None:
    house = ScaleHouse()

    house.load(HEADER, "1.0,03.10.2026,,heavy,155")

    assert {error.field for error in house.errors} == {"ticket", "date", "customer", "net", "moisture"}


@pytest.mark.parametrize(
    ("words", "kind", "told"),
    [
        ("in,P,yc,LCI,", "new", None),
        ("INBOUND,p,Corn,,", "new", None),
        ("WO,P,,,", "skipped", "weighed only"),
        ("in,OPEN,YC,,", "skipped", "in the yard: not weighed out yet"),
        ("in,P,Wheat,,", "skipped", "no crop of this part"),
        ("in,VOID,,,", "skipped", "void, and never imported: nothing to take back"),
        ("sideways,P,YC,,", "error", "is a word the profile does not know"),
        (",P,YC,,", "error", "is empty"),
        ("in,Q,YC,,", "error", "is a word the profile does not know"),
    ],
)
def test_words_mean_what_the_profile_says_and_unknown_ones_are_errors(words: str, kind: str, told: str | None) -> None:
    house = ScaleHouse(**BY_WORDS)

    house.load(WORDS, f"1,2026-10-03,F-01,24000,15,{words}")

    assert house.kinds == [kind]
    assert told is None or house.plan.results[0].text == told


def test_an_inbound_load_names_its_lot_and_never_a_ci() -> None:
    house = ScaleHouse(**BY_WORDS)

    house.load(WORDS, "1,2026-10-03,F-01,24000,15,IN,P,YC,LCI,5125.4")

    (message,) = house.sent
    assert isinstance(message, Receipt)
    (line,) = message.lines
    assert (message.author_id, message.buyer_id, message.seller_id) == ("elev-1", "elev-1", "farm-1")
    assert (line.ci_g_co2e_per_bu_e6, line.ci_pending) == (None, True)
    assert (line.draws[0].farm_id, line.draws[0].crop_year, line.draws[0].field_id) == ("farm-1", 2026, "N40")
    assert (message.site_id, message.ticket_no, message.received_date) == ("main", "1", date(2026, 10, 3))


def test_an_outbound_load_is_a_sale_under_the_ci_it_states() -> None:
    house = ScaleHouse(**BY_WORDS)

    house.load(WORDS, "7,2027-02-03,B-01,54000,15,OUT,P,YC,,5125.4", "8,2027-02-03,B-01,54000,15,OUT,P,YC,,")

    first, second = house.sent
    assert isinstance(first, Transfer)
    assert isinstance(second, Transfer)
    assert (first.transfer_id, first.buyer_id, first.seller_id) == ("main/7/2026", "ref-1", "elev-1")
    assert [message.lines[0].ci_g_co2e_per_bu_e6 for message in (first, second)] == [5_125_400_000, None]


def test_conventional_is_said_by_the_code_or_by_a_word() -> None:
    house = ScaleHouse(**BY_WORDS)

    house.load(WORDS, "1,2026-10-03,C-01,24000,15,IN,P,YC,,", "2,2026-10-03,F-01,24000,15,IN,P,YC,CONV,")

    by_code, by_word = house.sent
    assert isinstance(by_code, Receipt)
    assert isinstance(by_word, Receipt)
    assert (by_code.seller_id, by_word.seller_id) == ("farm-3", "farm-1")
    assert all(not message.lines[0].draws and not message.lines[0].ci_pending for message in (by_code, by_word))


@pytest.mark.parametrize(
    ("row", "field", "told"),
    [
        ("4711,24000,15,IN,P,YC,,", "customer", "is not among the profile's customers"),
        ("B-01,24000,15,IN,P,YC,,", "customer", "a buyer, but the ticket is inbound"),
        ("4711,24000,15,OUT,P,YC,,", "customer", "is not among the profile's customers"),
        ("F-01,24000,15,OUT,P,YC,,5125.4", "customer", "is no buyer the profile knows, but a CI is sold"),
        ("B-01,24000,15,OUT,P,YC,CONV,5125.4", "customer", "conventional crop by its word, but a CI"),
        ("B-01,24000,15,OUT,P,YC,,5125.4000001", "ci", "more than 6 decimals"),
        ("B-01,24000,15,OUT,P,YC,,low", "ci", "is no figure"),
    ],
)
def test_a_code_the_profile_has_otherwise_is_an_error(row: str, field: str, told: str) -> None:
    house = ScaleHouse(**BY_WORDS)

    house.load(WORDS, f"1,2026-10-03,{row}")

    assert [(error.field, told in error.text) for error in house.errors] == [(field, True)]


def test_unlisted_codes_are_conventional_where_the_profile_says_so_and_people_are_told() -> None:
    house = ScaleHouse(**BY_WORDS, unlisted="conventional")

    house.load(
        WORDS,
        "1,2026-10-03,4711,24000,15,IN,P,YC,,",
        "2,2026-10-03,4711,24000,15,IN,P,YC,CONV,",
        "3,2026-10-03,4712,24000,15,OUT,P,YC,,",
    )

    assert [(type(message), getattr(message, "direction", None)) for message in house.sent] == [
        (ConventionalMovement, Direction.INCOMING),
        (ConventionalMovement, Direction.INCOMING),
        (ConventionalMovement, Direction.OUTGOING),
    ]
    assert [warning.row for warning in house.warnings] == [2]
    assert getattr(house.sent[0], "counterparty_id", "") == "elev-1/4711"


@pytest.mark.parametrize(
    ("unlisted", "cell", "kind", "field_id"),
    [
        ("error", "North 40", "new", "N40"),
        ("error", "South", "error", None),
        ("error", "", "error", None),
        ("conventional", "South", "new", None),
        ("conventional", "", "new", None),
    ],
)
def test_fields_are_looked_up_by_the_partners_own_codes(
    unlisted: str, cell: str, kind: str, field_id: str | None
) -> None:
    house = ScaleHouse(
        columns={"field": "field"},
        unlisted=unlisted,
        customers={"F-01": {"farm": "farm-1", "fields": {"North 40": "N40"}, "field": None}},
    )

    house.load(f"{HEADER},field", f"1,2026-10-03,F-01,24000,15,{cell}")

    assert house.kinds == [kind]
    found = [draw.field_id for message in house.sent for line in message.lines for draw in line.draws]
    assert found == ([field_id] if field_id else [])


def test_a_scale_of_several_is_part_of_the_number() -> None:
    house = ScaleHouse(columns={"sequence": "scale", "site": "site"}, site={"words": {"peoria": "PEO", "pekin": "PEK"}})

    house.load(
        f"{HEADER},site,scale",
        "4101,2026-10-03,F-01,24000,15,PEO,S1",
        "4101,2026-10-03,F-01,23000,15,PEO,S2",
        "4101,2026-10-03,F-01,22000,15,PEK,S1",
        "4101,2026-10-03,F-01,21000,15,PEK,",
    )

    assert house.kinds == ["new", "new", "new", "error"]
    assert [(message.site_id, message.ticket_no) for message in house.sent if isinstance(message, Receipt)] == [
        ("peoria", "S1/4101"),
        ("peoria", "S2/4101"),
        ("pekin", "S1/4101"),
    ]


def test_a_number_used_again_next_season_is_another_ticket() -> None:
    house = ScaleHouse()

    house.load(HEADER, "17,2026-10-03,F-01,24000,15", "17,2025-10-03,F-01,23000,15")

    assert house.kinds == ["new", "new"]


def test_two_loads_under_one_number_are_refused_not_taken_for_a_correction() -> None:
    house = ScaleHouse()

    house.load(HEADER, "17,2026-10-03,F-01,24000,15", "17,2026-10-03,F-01,23000,15", "18,2026-10-03,F-01,24000,15")

    assert house.kinds == ["error", "error", "new"]
    assert "row 3 says another weight than row 2" in house.errors[0].text
    assert "scale" in str(house.errors[0].remedy)


def test_one_faulty_row_of_a_split_ticket_leaves_all_of_it_out() -> None:
    house = ScaleHouse(columns={"share": "share"})
    rows = [f"17,2026-10-03,{owner},50,24000,15" for owner in ("F-01", "F-99")]

    house.load("ticket,date,farm,share,net_lb,moist", *rows)

    assert (house.kinds, house.sent) == (["skipped", "error"], [])
    assert house.plan.results[0].text == "left out: row 3 of the same ticket is refused"


def test_rows_of_a_split_ticket_said_twice_are_known_also_in_another_order() -> None:
    house = ScaleHouse(columns={"share": "share"})
    rows = ["17,2026-10-03,F-01,60,24000,15", "17,2026-10-03,F-02,40,24000,15"]

    house.load("ticket,date,farm,share,net_lb,moist", *rows, *rows)
    first = house.kinds
    house.load("ticket,date,farm,share,net_lb,moist", *reversed(rows))

    assert first == ["new", "new", "already have", "already have"]
    assert house.kinds == ["already have", "already have"]


def test_two_owners_without_shares_are_refused() -> None:
    house = ScaleHouse()

    house.load(HEADER, "17,2026-10-03,F-01,24000,15", "17,2026-10-03,F-02,24000,15")

    assert house.kinds == ["error", "error"]
    assert "rows 2, 3 name different owners without shares" in house.errors[0].text


def test_a_file_in_another_unit_is_refused_whole_with_the_light_trucks_that_would_pass() -> None:
    house = ScaleHouse(weights={"unit": {"fixed": "kg"}})

    house.load(HEADER, *(f"{number},2026-10-03,F-01,{net},15" for number, net in enumerate((54000, 53000, 28000), 1)))

    assert (house.kinds, house.sent) == (["error"], [])
    assert "refused whole: 2 of 3 loads are no truckloads: the first is 119049.6216 lb" in house.errors[0].text


def test_a_file_with_day_and_month_the_other_way_round_is_refused_whole() -> None:
    house = ScaleHouse(dates={"formats": ["%m/%d/%Y"]})

    house.load(HEADER, *(f"{day},{day:02}/10/2026,F-01,24000,15" for day in range(1, 32)))

    assert (house.kinds, house.sent) == (["error"], [])
    assert "19 of 31 dates contradict the profile (row 14: '13/10/2026'" in house.errors[0].text


def test_totals_are_no_tickets() -> None:
    house = ScaleHouse(file={"totals": ["Total", "Summe"]})

    house.load(HEADER, "1,2026-10-03,F-01,24000,15", "TOTAL CORN,,,24000,", ",,Summe,24000,")

    assert house.kinds == ["new", "skipped", "skipped"]


def test_a_ticket_in_the_yard_may_lack_everything() -> None:
    house = ScaleHouse(**BY_WORDS)

    house.load(WORDS, "1,,,,,in,OPEN,,,")

    assert house.kinds == ["skipped"]


def test_codes_are_compared_without_blanks_around_and_within() -> None:
    house = ScaleHouse(customers={"Müller, Franz": {"farm": "farm-mueller", "field": "1"}})

    house.load(HEADER, '1,2026-10-03," Müller,\u00a0 Franz ",24000,15')

    assert house.kinds == ["new"]


def test_a_code_longer_than_any_code_is_an_error() -> None:
    house = ScaleHouse(unlisted="conventional")

    house.load(HEADER, f"1,2026-10-03,{'x' * 61},24000,15", f"2,2026-10-03,{'x' * 60},24000,15")

    assert house.kinds == ["error", "new"]


SOLD: dict[str, Any] = {**BY_WORDS, "columns": {**BY_WORDS["columns"], "field": "field"}}


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (
            "1,2026-10-03,F-01,24000,15,IN,P,YC,LCI,5000,",
            ["ci is left out"],
        ),
        ("1,2026-10-03,B-01,24000,15,OUT,P,YC,LCI,5000,N40", ["field is left out"]),
        ("1,2026-10-03,F-01,24000,15,IN,P,YC,LCI,,", []),
        ("1,2026-10-03,B-01,24000,15,OUT,P,YC,LCI,5000,", []),
        ("1,2026-10-03,F-01,24000,15,IN,OPEN,YC,LCI,5000,", []),
    ],
)
def test_a_cell_that_changes_nothing_is_told(row: str, told: list[str]) -> None:
    house = ScaleHouse(**SOLD)

    house.load(f"{WORDS},field", row)

    assert [f"{warning.field} {warning.text.partition(':')[0]}" for warning in house.warnings] == told
    assert house.errors == []


def test_a_row_without_a_number_is_taken_with_a_warning_that_it_may_count_twice() -> None:
    house = ScaleHouse()
    house.load(HEADER, ",2026-10-03,F-01,24000,15", ",2026-10-03,F-01,24000,15")

    house.load(HEADER, ",2026-10-03,F-01,24000,15", ",2026-10-03,F-01,23000,15")

    assert house.kinds == ["already have", "new"]
    assert [(warning.row, warning.field) for warning in house.warnings] == [(2, "ticket"), (3, "ticket")]
    assert "a changed row is one more load" in house.warnings[1].text


def test_a_file_cut_off_in_its_last_cell_is_told() -> None:
    house = ScaleHouse(**BY_WORDS)
    whole = f"{WORDS}\n1,2026-10-03,B-01,24000,15,OUT,P,YC,LCI,5000\n".encode()

    house.load_files(("whole.csv", whole))
    assert house.warnings == []
    house.load_files(("cut.csv", whole[:-3]))

    assert [warning.row for warning in house.warnings] == [2]
    assert "the last line has no end" in house.warnings[0].text


def test_a_file_without_rows_is_told() -> None:
    house = ScaleHouse()

    house.load(HEADER)

    assert ["no rows below the headers" in warning.text for warning in house.warnings] == [True]
