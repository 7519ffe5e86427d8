"""Who may be onboarded: names that topics can carry, and never the hub's own."""

import pytest
from click.testing import CliRunner

from hub.cli import main


@pytest.mark.parametrize("org", ["hub", "gateway", "x y", "elev.1", "X/é", "", "a" * 129])
def test_an_id_that_is_the_hubs_or_that_no_topic_can_carry_is_refused(org: str) -> None:
    done = CliRunner().invoke(main, ["onboard", org, "--name", "Somebody", "--role", "farm"])

    assert done.exit_code == 2
    assert "an id has 1 to 128 letters, digits, - and _" in done.output


def test_an_empty_name_is_refused() -> None:
    done = CliRunner().invoke(main, ["onboard", "elev-1", "--name", " ", "--role", "elevator"])

    assert (done.exit_code, "a name is not empty" in done.output) == (2, True)
