"""The books read from the command line: what the hub does not know is said to be unknown, and nothing breaks."""

from collections.abc import Callable
from datetime import date

import pytest
from click.testing import CliRunner, Result
from helpers.engines import new_database

from hub.bootstrap import Hub
from hub.cli import main
from hub.ledger.rows import Account, HubDay, Organisation
from hub.ledger.terms import Commodity, LotLink, Role
from hub.settings import Settings
from hub.stack import Engines

Run = Callable[..., Result]


def run_on(engines: Engines, database: str, *arguments: str) -> Result:
    environment = {"HUB_KAFKA_BOOTSTRAP": engines.kafka_bootstrap, "HUB_DATABASE_URL": database}
    return CliRunner().invoke(main, arguments, env=environment)


@pytest.fixture
def run(engines: Engines, database: str) -> Run:
    """A hub that knows an elevator, a refiner whose books are elsewhere, and one account that never moved."""
    with Hub(Settings(), engines.kafka_bootstrap, database).reading() as unit:
        roles = {"elev-1": Role.ELEVATOR, "ref-1": Role.REFINER}
        known = [
            Organisation(name, (role,), role is Role.ELEVATOR, LotLink.PROVISIONAL_FIFO) for name, role in roles.items()
        ]
        unit.books.put(Organisation, known, [])
        unit.books.put(HubDay, [HubDay(1, date(2026, 12, 31))], [])
        unit.books.put(Account, [Account(b"k" * 16, "elev-1", Commodity.FIELD_CORN, 5_000_000_000)], [])
    return lambda *arguments: run_on(engines, database, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["balance", "--org", "elev-i"],
        ["balance", "--org", ""],
        ["balance", "--org", "elev-i", "--json"],
        ["balance", "--org", "elev-i", "--rolling"],
        ["findings", "--open", "--org", "elev-i"],
        ["headroom", "elev-i"],
        ["lots", "elev-i"],
    ],
)
def test_an_organisation_nobody_has_registered_is_said_to_be_unknown(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)

    assert done.exit_code == 2
    assert "no organisation" in done.stderr
    assert "is registered here" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["balance", "--ci", "6403.1"], "CI 6403.1 is unknown here: it is on no account"),
        (["balance", "--ci", "6403.1", "--rolling"], "CI 6403.1 is unknown here: it is on no account"),
        (["balance", "--org", "ref-1"], "the books of ref-1 are not kept here"),
        (["balance", "--org", "elev-1"], "no account of elev-1 has moved yet"),
        (["balance", "--ci", "5000", "--commodity", "sorghum"], "no account of sorghum, 5000 has moved yet"),
        (["balance", "--rolling"], "nothing moved and nothing was held from 2026-10-01 to 2026-12-31"),
        (["balance"], "no account has moved yet"),
        (["findings", "--open", "--org", "elev-1"], "nothing is open about elev-1"),
        (["findings"], "nothing was found"),
        (["lots", "elev-1"], "elev-1 holds no line here"),
    ],
)
def test_nothing_to_list_is_told_as_what_it_is(run: Run, arguments: list[str], told: str) -> None:
    done = run(*arguments)

    assert (done.exit_code, done.stdout.strip()) == (0, told)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["balance", "--ci", ""], "'' is no decimal number"),
        (["balance", "--ci", "6,403"], "is no decimal number"),
        *((["balance", "--rolling", day], "write a date") for day in ("0001-01-01", "0001-03-01", "9999-12-31", "x")),
        (["worker", "--log-level", "FOO"], "'FOO' is not one of"),
        *(
            (["onboard", org, "--name", "A", "--role", "elevator"], "letters, digits")
            for org in ("a.b", "a/b", "x y", "é", "", "x" * 129)
        ),
        *((["onboard", org, "--name", "A", "--role", "farm"], "the name is taken") for org in ("hub", "gateway")),
        (["onboard", "a", "--name", " ", "--role", "farm"], "--name: is empty"),
    ],
)
def test_an_argument_that_means_nothing_is_refused_and_not_left_out(run: Run, arguments: list[str], told: str) -> None:
    done = run(*arguments)

    assert done.exit_code == 2
    assert told in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    "arguments",
    [
        *(["balance"], ["balance", "--rolling"], ["findings"], ["headroom", "x"], ["lots", "x"], ["verify"]),
        *(["quarantine", "list"], ["topics", "apply"], ["worker"]),
        ["onboard", "x", "--name", "X", "--role", "elevator"],
    ],
    ids=" ".join,
)
def test_a_database_without_tables_is_told_what_to_run(engines: Engines, arguments: list[str]) -> None:
    with new_database(engines.database_url) as database:
        done = run_on(engines, database, *arguments)

    assert done.exit_code == 2
    assert done.stderr.strip().endswith("run hub migrate")
