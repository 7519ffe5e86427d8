"""Names of things (model.md 1-4, 13): equal where they must be, different where they must be."""

import pytest
from helpers.builders import CORN, ci_e6, close, discard, line, receipt, report, transfer

from hub.ledger.facts import Fact
from hub.ledger.identity import alias_key, group_key, ticket_key
from hub.ledger.keys import account_key, digest, lot_key
from hub.ledger.subject import finding_id
from hub.ledger.terms import Commodity

SALE = transfer("s", "elev-1 > ref-1", "10-05", line("1"), transfer_id="T", ticket="7").body
GOT = receipt("r", "elev-1 > ref-1", "10-06", line("1"), transfer_id="T", ticket="7").body


def test_a_digest_keeps_its_parts_apart():
    assert digest("ab", "c") != digest("a", "bc")
    assert digest(None) != digest("")
    assert digest(None, "a") != digest("a", None)
    assert digest("1") == digest(1)
    assert len(digest("a")) == 16


def test_an_account_is_entity_commodity_and_ci():
    same = account_key("elev-1", CORN, ci_e6("4980"))

    assert same == account_key("elev-1", CORN, ci_e6("4980.0"))
    others = {
        account_key("elev-2", CORN, ci_e6("4980")),
        account_key("elev-1", Commodity.SOYBEANS, ci_e6("4980")),
        account_key("elev-1", CORN, ci_e6("4980.000001")),
        account_key("elev-1", CORN, ci_e6("-4980")),
        account_key("elev-1", CORN, None),
    }
    assert len(others | {same}) == 6


def test_a_lot_is_farm_commodity_year_and_field():
    lots = {
        lot_key("f", CORN, 2026, "F1"),
        lot_key("g", CORN, 2026, "F1"),
        lot_key("f", CORN, 2025, "F1"),
        lot_key("f", CORN, 2026, "F2"),
    }

    assert len(lots) == 4


def test_seller_and_buyer_meet_under_one_load_and_keep_their_own_tickets():
    assert group_key("elev-1", "s", SALE) == group_key("ref-1", "r", GOT)
    assert alias_key(SALE) == alias_key(GOT)
    assert ticket_key(SALE) != ticket_key(GOT)


@pytest.mark.parametrize(
    "other",
    [
        transfer("s", "elev-2 > ref-1", "10-05", line("1"), transfer_id="T", ticket="7"),
        transfer("s", "elev-1 > ref-2", "10-05", line("1"), transfer_id="T", ticket="7"),
        transfer("s", "elev-1 > ref-1", "10-05", line("1"), transfer_id="T", ticket="07"),
        transfer("s", "elev-1 > ref-1", "2027-10-05", line("1"), transfer_id="T", ticket="7"),
        transfer("s", "elev-1 > ref-1", "10-05", line("1"), transfer_id="T", ticket="7", commodity=Commodity.SORGHUM),
        transfer("s", "elev-1 > ref-1", "10-05", line("1"), transfer_id="T"),
    ],
)
def test_another_pair_ticket_year_or_crop_is_another_load(other: Fact):
    assert group_key("elev-1", "s", other.body) != group_key("elev-1", "s", SALE)


def test_what_stands_alone_is_its_own_load():
    spoiled = discard("d", "elev-1", "10-05", line("1")).body

    assert group_key("elev-1", "d", spoiled) != group_key("elev-1", "e", spoiled)
    assert (alias_key(spoiled), ticket_key(spoiled)) == (None, None)


def test_closes_of_one_period_and_reports_of_one_harvest_belong_together():
    assert group_key("elev-1", "a", close("a", "elev-1", "P", {}).body) == group_key(
        "elev-1", "b", close("b", "elev-1", "P", {"1": "0"}).body
    )
    assert group_key("f", "a", report("a", "f", {"F1": "1"}).body) == group_key(
        "f", "b", report("b", "f", {"F2": "2"}, version=2).body
    )
    assert alias_key(report("a", "f", {"F1": "1"}).body) != alias_key(report("b", "f", {"F1": "1"}, version=2).body)


def test_a_finding_is_its_code_and_subject():
    assert finding_id("A_OVERSALE", "k", None) == finding_id("A_OVERSALE", "k", None)
    assert finding_id("A_OVERSALE", "k", None) != finding_id("A_OVERSALE_RUNNING", "k", None)
