"""What an import sends is accepted by the ledger, and what counts for the import is what is booked."""

from datetime import date
from typing import Any

from helpers.scale_tickets import HEADER, ScaleHouse, table
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.ledger.admission import ACCEPTED, Arrival
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.ledger.rows import AccountDay
from hub.ledger.terms import LotLink, Role
from hub.memory import MemoryBooks
from hub.messages import DayOpened, Message, OrganisationRegistered, body_sha256
from hub.messages.facts import fact_of
from hub.views.findings import findings

SETTINGS: dict[str, Any] = {
    "columns": {"status": "status", "share": {"names": ["share"], "optional": True}},
    "status": {"words": {"posted": "P", "void": "VOID"}},
    "unlisted": "conventional",
    "customers": {"A": {"conventional": "farm-1"}, "B": {"conventional": "farm-2"}},
}
SHARED = f"{HEADER},status,share"


def arrivals(messages: list[Message]) -> list[Arrival]:
    return [Arrival(fact_of(message), body_sha256(message.model_dump())) for message in messages]


def registered(name: str, role: Role, *, books_here: bool) -> OrganisationRegistered:
    return OrganisationRegistered(
        event_id=f"registered/{name}",
        author_id="hub",
        organisation_id=name,
        name=name,
        roles=(role,),
        books_here=books_here,
        lot_link=LotLink.ELECTED_FIFO,
        registered_on=date(2026, 9, 1),
    )


def world() -> list[Message]:
    farms = [registered(name, Role.FARM, books_here=False) for name in ("farm-1", "farm-2")]
    day = DayOpened(event_id="day", author_id="hub", day=date(2026, 10, 20))
    return [registered("elev-1", Role.ELEVATOR, books_here=True), *farms, day]


@st.composite
def files(draw: st.DrawFn) -> list[bytes]:
    """Exports in which tickets change weight, owner, shares and state."""
    return [_file(draw) for _ in range(draw(st.integers(1, 5)))]


def _file(draw: st.DrawFn) -> bytes:
    rows = []
    for number in draw(st.lists(st.integers(1, 3), unique=True, max_size=3)):
        weight = draw(st.sampled_from([24000, 25001, 26003]))
        owners = draw(st.lists(st.sampled_from(["A", "B", "unlisted"]), unique=True, max_size=3))
        shares = {0: [], 1: ["100"], 2: ["60", "40"], 3: ["33.333", "33.333", "33.334"]}[len(owners)]
        rows += [
            f"{number},2026-10-01,{owner},{weight},15,P,{share}" for owner, share in zip(owners, shares, strict=True)
        ]
        rows += [] if owners else [f"{number},2026-10-01,,,,VOID,"]
    return table(SHARED, *rows)


@settings(deadline=None, max_examples=150)
@given(files(), st.integers(1, 4))
def test_the_books_hold_what_counts_for_the_import(exports: list[bytes], batch: int) -> None:
    house, books = ScaleHouse(**SETTINGS), MemoryBooks()
    for number, data in enumerate(exports):
        house.load_files((f"{number}.csv", data))
    messages = [*world(), *house.sent]

    outcomes = [
        outcome.outcome
        for start in range(0, len(messages), batch)
        for outcome in post(books, arrivals(messages[start : start + batch]), Policy(), start + 1).outcomes
    ]

    assert set(outcomes) == {ACCEPTED}
    assert sum(row.incoming_e4 for row in books.scan(AccountDay)) == round(house.dry_lb * 10_000)
    assert findings(books) == []


@settings(deadline=None, max_examples=50)
@given(files())
def test_messages_that_are_delivered_twice_change_nothing(exports: list[bytes]) -> None:
    house, books = ScaleHouse(**SETTINGS), MemoryBooks()
    for number, data in enumerate(exports):
        house.load_files((f"{number}.csv", data))

    post(books, arrivals([*world(), *house.sent]), Policy(), 1)
    again = post(books, arrivals(house.sent), Policy(), 2)

    assert {outcome.outcome for outcome in again.outcomes} <= {"duplicate"}
    assert sum(row.incoming_e4 for row in books.scan(AccountDay)) == round(house.dry_lb * 10_000)
