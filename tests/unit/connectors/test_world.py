"""The sample world is as its README says, and the hub finds in it just what was planted."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest
from helpers.scale_tickets import remembered

from connectors.base import Kind, Known, Result
from connectors.planning import plan
from connectors.profile_files import load_profile
from connectors.scale_tickets.world import FILES, expected_findings, steps
from connectors.scale_tickets.world.generate import write
from hub.ledger.admission import ACCEPTED, Arrival
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.memory import MemoryBooks
from hub.messages import DayOpened, Message, body_sha256
from hub.messages.facts import fact_of
from hub.views.balances import balances
from hub.views.findings import findings
from hub.views.lines import lines


class Played:
    """The whole world through connector and ledger, without broker or database."""

    def __init__(self) -> None:
        self.books = MemoryBooks()
        self.results: dict[str, list[Result]] = {}
        self.outcomes: Counter[str] = Counter()
        self._known: Known = {}
        self._sent = 0
        opened = date.min
        for step in steps():
            if step.day > opened:
                self._send([DayOpened(event_id=f"day/{step.day}", author_id="hub", day=step.day)])
                opened = step.day
            for profile, files in step.imports:
                self._import(profile, files, step.day)
            self._send(step.messages)

    def _import(self, name: str, files: Iterable[Path], day: date) -> None:
        connector, profile = load_profile(name)
        made = plan([connector.map(connector.read(file, profile), profile, day) for file in files], self._known)
        self._known = remembered(self._known, made.revisions)
        for result in made.results:
            self.results.setdefault(f"{name}/{result.file}", []).append(result)
        self._send(made.messages)

    def _send(self, messages: Iterable[Message]) -> None:
        self._sent += 1
        arrivals = [Arrival(fact_of(message), body_sha256(message.model_dump())) for message in messages]
        outcomes = post(self.books, arrivals, Policy(), self._sent).outcomes
        self.outcomes.update(outcome.outcome for outcome in outcomes)


@pytest.fixture(scope="module")
def played() -> Played:
    return Played()


def test_every_message_is_accepted(played: Played) -> None:
    assert list(played.outcomes) == [ACCEPTED]


def test_the_hub_finds_what_was_planted_and_nothing_else(played: Played) -> None:
    found = findings(played.books)
    missing = []
    for expected in expected_findings():
        match = next((item for item in found if expected.items() <= item.items()), None)
        if match is None:
            missing.append(expected)
        else:
            found.remove(match)

    assert (missing, found) == ([], [])


def test_the_planted_findings_are_those_the_readme_lists() -> None:
    counts = Counter(f"{item['code']} {item['status']}" for item in expected_findings())

    readme = (FILES.parent / "README.md").read_text(encoding="utf-8")
    assert all(f"| {code} | {count} |" in readme for code, count in counts.items())
    assert sum(counts.values()) == 62


def test_every_closed_balance_is_what_its_holder_declared_but_for_the_over_sale(played: Played) -> None:
    closed = [item for item in balances(played.books) if item["closed"] and item["residual_dry_lb"] is not None]

    off = [item for item in closed if item["residual_dry_lb"] != "0.0000"]
    assert len(closed) > 200
    assert [(item["entity_id"], item["period_id"]) for item in off] == [("elev-salt-creek", "2026Q4")]


def test_only_the_files_the_readme_names_say_anything_but_new(played: Played) -> None:
    odd = {
        file: dict(Counter(result.kind.value for result in results if result.kind not in (Kind.NEW, Kind.WARNING)))
        for file, results in played.results.items()
    }

    assert {file: kinds for file, kinds in odd.items() if kinds} == {
        "salt-creek/2026-10-01-corrected.csv": {"already have": 285, "correction": 1},
        "havana-terminal/2026-10-29-again.csv": {"already have": 116},
        "illini-coop/illini-202610150630.csv": {"skipped": 1},
        "illini-coop/illini-202611120630.csv": {"reversal": 1},
    }


def test_warnings_are_the_missing_moisture_and_the_code_without_a_name(played: Played) -> None:
    warned = {
        (file.partition("/")[0], result.field, result.value)
        for file, results in played.results.items()
        for result in results
        if result.kind is Kind.WARNING
    }

    assert warned == {("salt-creek", "customer", "3999"), ("havana-terminal", "moisture", None)}


def test_a_truck_late_on_new_years_eve_stays_in_the_old_year(played: Played) -> None:
    rows = (FILES / "tickets/havana-terminal/2026-12-24.csv").read_text(encoding="cp1252").splitlines()
    late = next(row for row in rows if "2027-01-01T05:40:00+00:00" in row)

    (line,) = (line for line in lines(played.books) if line["ticket_no"] == late.partition(";")[0])

    assert line["date"] == "2026-12-31"


def test_generating_the_world_again_gives_the_same_bytes(tmp_path: Path) -> None:
    write(tmp_path / "files")

    assert _bytes(tmp_path / "files") == _bytes(FILES)


def test_the_world_is_compact() -> None:
    assert sum(len(data) for data in _bytes(FILES).values()) < 1_500_000


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
