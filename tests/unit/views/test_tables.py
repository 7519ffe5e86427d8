"""No table cuts a figure, whatever the window; words fold and lose nothing."""

import pytest

from hub.commands.books import BALANCE_COLUMNS, FINDING_COLUMNS
from hub.commands.show import table
from hub.views.tables import Heading, table_text

AMOUNT = "-922,337,203,685,477.5807"


@pytest.fixture(params=["20", "80", "150", "400"], autouse=True)
def _window(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", request.param)


def test_every_figure_and_id_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    view = {key: "-922337203685477.5807" for _, key in BALANCE_COLUMNS if key.endswith("_dry_lb")}
    view |= {"entity_id": "elev-" + "x" * 60, "commodity": "spring_canola", "period_id": "provisional 2026-10-01"}
    view |= {"ci_g_co2e_per_bu": "6403.104567"}

    table([view], BALANCE_COLUMNS)

    printed = capsys.readouterr().out
    assert printed.count(AMOUNT) == 7
    assert all(view[key] in printed for key in ("entity_id", "commodity", "period_id", "ci_g_co2e_per_bu"))


def test_words_fold_and_none_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    about = "farm-1 → elev-1 " + "clinton/" + "7" * 100
    view = {"code": "A_PERIOD_NOT_PREDEFINED", "status": "open", "about": about, "amount_dry_lb": "43569.9400"}

    table([view], FINDING_COLUMNS)

    printed = capsys.readouterr().out
    assert "A_PERIOD_NOT_PREDEFINED" in printed
    assert "43,569.94" in printed
    assert printed.count("7") == 100


def test_cells_are_taken_literally() -> None:
    printed = table_text([Heading("ticket"), Heading("about", folds=True)], [["[/red]1\t2\x1b", "[b]x[/b]\n4"]])

    assert r"[/red]1\t2\x1b" in printed
    assert r"[b]x[/b]\n4" in printed
