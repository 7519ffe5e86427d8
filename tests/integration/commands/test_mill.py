"""A mill's books read and drafted from the command line: crush runs, oil over-sold, an elevator across the road."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers.engines import new_database

from hub.cli import main
from hub.ledger.admission import Arrival
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.messages import body_sha256, from_json
from hub.messages.facts import fact_of
from hub.scenarios.file import read_scenario
from hub.scenarios.loader import steps
from hub.stack import Engines
from hub.store.unit import Ledger

Run = Callable[..., Result]
SCENARIO = next((Path(__file__).parents[2] / "scenarios").glob("09*.json"))


def booked(url: str) -> None:
    """Scenario 09 in the books: 70,000 lb of oil sold of 68,400 made, crop of the CI left in the bin."""
    ledger = Ledger(url)
    with ledger.locked() as unit:
        for number, step in enumerate(steps(read_scenario(SCENARIO)), 1):
            facts = [(fact_of(message), body_sha256(message.model_dump())) for message in step.messages]
            post(unit.books, [Arrival(fact, body) for fact, body in facts if fact is not None], Policy(), number)
    ledger.close()


@pytest.fixture(scope="module")
def mill(engines: Engines, template_database: str) -> Iterator[Run]:
    def run_on(url: str) -> Run:
        environment = {"HUB_KAFKA_BOOTSTRAP": engines.kafka_bootstrap, "HUB_DATABASE_URL": url}
        return lambda *arguments: CliRunner().invoke(main, [*arguments], env=environment)

    with new_database(engines.database_url, template=template_database) as url:
        booked(url)
        yield run_on(url)


def said(done: Result) -> str:
    assert done.exit_code == 0, done.output
    return done.output


def test_a_sale_of_oil_is_traced_through_the_run_to_what_nothing_covers(mill: Run) -> None:
    text = said(mill("trace", "T-out-1"))

    assert "320,526.3158 dry lb  sold  crush-1 > ref-1" in text
    assert "313,200 dry lb    crush run  crush-1" in text
    assert "7,326.3158 dry lb    nothing covers it" in text


def test_the_trace_as_json_adds_up_and_names_what_could_be_in_the_line(mill: Run) -> None:
    found = json.loads(said(mill("trace", "T-out-1", "--json")))

    parts = [node["dry_lb"] for node in found["upstream"]["nodes"]]
    assert (found["upstream"]["dry_lb"], parts) == ("320526.3158", ["313200.0000", "7326.3158"])
    assert [line["kind"] if "kind" in line else line["seller_id"] for line in found["could_be"]] == ["crush-1"]


def test_no_line_of_that_name_is_said(mill: Run) -> None:
    done = mill("trace", "T-nowhere")

    assert (done.exit_code, "no such line" in done.output) == (2, True)


def test_a_finding_is_explained_with_its_paragraph(mill: Run) -> None:
    (finding,) = json.loads(said(mill("findings", "--open", "--json")))

    text = said(mill("explain", finding["finding_id"][:12]))

    assert "A_PRODUCT_OVERSALE open" in text
    assert "2100.033(a)(2)" in text
    assert "run-1" in text
    assert "T-out-1" in text


def test_what_was_held_on_a_day_is_told_by_form(mill: Run) -> None:
    (row,) = json.loads(said(mill("balance", "--org", "crush-1", "--as-of", "2026-10-20", "--json")))

    assert (row["crop_dry_lb"], row["oil_dry_lb"], row["balance_dry_lb"]) == (
        "208800.0000",
        "313200.0000",
        "522000.0000",
    )


def test_what_can_still_be_sold_is_told_by_form(mill: Run) -> None:
    rows = json.loads(said(mill("headroom", "crush-1", "--json")))

    assert [(row["form"], row.get("headroom_dry_lb"), row.get("headroom_product_lb")) for row in rows] == [
        ("crop", "201473.6842", None),
        ("oil", None, "0.0000"),
    ]


def test_a_close_is_drafted_with_what_stands_in_its_way(mill: Run, tmp_path: Path) -> None:
    out = tmp_path / "close.json"

    text = said(mill("close", "draft", "crush-1", "2026Q4", "-o", str(out)))

    stocks = {
        stock["form"]: stock["declared_ending_stored_dry_lb_e4"] for stock in json.loads(out.read_text())["stocks"]
    }
    assert stocks == {"crop": 2_088_000_000, "oil": 0}
    assert "1 open finding\n" in text
    assert "A_PRODUCT_OVERSALE" in text
    assert from_json("PeriodClose", 2, out.read_text()).author_id == "crush-1"


def test_a_run_is_drafted_from_the_stock(mill: Run) -> None:
    text = said(
        mill(
            *("crush", "draft", "crush-1", "--run", "run-2", "--date", "2026-11-20", "--commodity", "soybeans"),
            *("--amount", "120000", "--moisture", "13", "--product-lb", "22800"),
        )
    )

    draft = json.loads(text)
    assert [item["amount_e6"] for item in draft["inputs"]] == [120_000_000_000]
    assert draft["crushing_yield_lb_per_std_bu_e4"] == 114_000


def test_parties_who_agree_are_said_to(mill: Run) -> None:
    assert "state the same, line by line" in said(mill("reconcile", "crush-1"))


def test_a_statement_nobody_closed_has_no_version(mill: Run) -> None:
    assert "no period with an account is closed yet" in said(mill("balance", "--versions"))


def test_two_questions_at_once_are_refused(mill: Run) -> None:
    assert mill("balance", "--versions", "--as-of", "2026-12-31").exit_code == 2
