"""What was held at the end of a day, and every version of a closed statement."""

from datetime import date

from helpers.book import CI, Book
from helpers.builders import close, confirmed, draw, line, transfer

from hub.views.as_of import as_of, statement_versions


def book() -> Book:
    return (
        Book()
        .with_elevator()
        .play(f"""
        10-05  farm-1 > elev-1  1000 of {CI}
        10-20  elev-1 > ref-1    300 of {CI}
    """)
    )


def held(told: Book, on: str) -> list[str]:
    return [view["balance_dry_lb"] for view in as_of(told.books, date.fromisoformat(on), entity_id="elev-1")]


def test_a_day_is_told_as_it_ended():
    told = book()

    assert [held(told, on) for on in ("2026-09-30", "2026-10-04", "2026-10-05", "2026-10-19", "2026-10-20")] == [
        [],
        ["0.0000"],
        ["1000.0000"],
        ["1000.0000"],
        ["700.0000"],
    ]


def test_a_period_without_movement_holds_what_was_carried():
    told = book()
    told.tell(close("z", "elev-1", "2026Q4", {CI: 690}))

    assert held(told, "2027-02-15") == ["690.0000"]


def test_a_late_record_changes_what_was_true_then():
    told = book()
    late = transfer("late", "farm-1 > elev-1", "10-06", line("50", CI, draws=[draw("farm-1/F1")]))
    told.tell(*confirmed(late))

    assert held(told, "2026-10-19") == ["1050.0000"]


def test_a_closed_statement_keeps_every_version_with_its_reason():
    told = book()
    told.tell(close("z", "elev-1", "2026Q4", {CI: 700}))
    told.tell(*confirmed(transfer("late", "elev-1 > ref-1", "11-02", line("40", CI))))
    told.tell(close("z2", "elev-1", "2026Q4", {CI: 660}))

    found = [
        (row["version"], row["ending_stored_computed_dry_lb"], row["ending_stored_declared_dry_lb"], row["because_of"])
        for row in statement_versions(told.books)
        if row["ci_g_co2e_per_bu"] == CI
    ]

    assert found[0][:3] == (1, "700.0000", "700.0000")
    assert found[-1][1:3] == ("660.0000", "660.0000")
    assert [number for number, *_ in found] == list(range(1, len(found) + 1))
    assert {cause for *_, causes in found for cause in causes} >= {"PeriodClose", "Transfer"}


def test_a_version_once_said_never_changes():
    told = book()
    told.tell(close("z", "elev-1", "2026Q4", {CI: 700}))
    before = statement_versions(told.books)

    told.tell(*confirmed(transfer("late", "elev-1 > ref-1", "11-02", line("40", CI))))

    assert [row for row in statement_versions(told.books) if row in before] == before
