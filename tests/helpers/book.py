"""The hub's books of a small world, told and asked in the domain's words."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from helpers.builders import (
    arrival,
    ci_e6,
    confirmed,
    day,
    day_opened,
    declare,
    draw,
    line,
    registered,
    report,
    transfer,
)

from hub.ledger.admission import Outcome
from hub.ledger.books import Books
from hub.ledger.facts import Fact
from hub.ledger.keys import account_key
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.ledger.rows import Edge, Finding, Line, Statement
from hub.ledger.terms import Commodity, State, Status
from hub.memory import MemoryBooks

__all__ = ["Book", "Sums"]

CI, OTHER_CI = "5125.4", "4980"
QUARTER = ("2026Q4", "10-01", "2027-01-01")
NEXT_QUARTER = ("2027Q1", "2027-01-01", "2027-04-01")


@dataclass(frozen=True)
class Sums:
    """A statement's figures in whole pounds, as a person would write them."""

    beginning: float
    incoming: float
    outgoing: float
    ending: float
    carried: float


class Book:
    """Books in memory with a growing world in front of them."""

    def __init__(self, books: Books | None = None) -> None:
        self.books = MemoryBooks() if books is None else books
        self.told: list[Fact] = []
        self._batch = 0

    def with_elevator(self, *names: str) -> "Book":
        """elev-1 (or others) with two quarters, refiners off-stage, and farm-1's report on fields F1 and F2."""
        holders = names or ("elev-1",)
        self.tell(registered("ref-1", books_here=False), registered("ref-2", books_here=False), registered("farm-1"))
        for name in holders:
            self.tell(registered(name))
            self.tell(declare(f"{name}/q4", name, *QUARTER), declare(f"{name}/q1", name, *NEXT_QUARTER))
        self.tell(report("bfr-1", "farm-1", {"F1": CI, "F2": OTHER_CI}))
        return self

    def tell(self, *facts: Fact) -> list[Outcome]:
        """Post facts, each in a batch of its own."""
        return [outcome for stated in facts for outcome in self.tell_together(stated)]

    def tell_together(self, *facts: Fact) -> list[Outcome]:
        """Post facts in one batch."""
        self._batch += 1
        self.told += facts
        return post(self.books, [arrival(stated) for stated in facts], Policy(), self._batch).outcomes

    def play(self, table: str) -> "Book":
        """Confirmed sales, one a row: `10-05  farm-1 > elev-1  43000 of 5125.4`; a farm's draw on its own field."""
        for row in (row.split() for row in table.strip().splitlines()):
            on, seller, _, buyer, amount, _, ci = row[:7]
            name = row[7] if len(row) > 7 else f"{seller}-{on}-{buyer}-{amount}"
            fields = {CI: "F1", OTHER_CI: "F2"}
            lots = [draw(f"{seller}/{fields[ci]}")] if seller.startswith("farm") and ci in fields else []
            self.tell(*confirmed(transfer(name, f"{seller} > {buyer}", on, line(amount, ci, draws=lots))))
        return self

    def on(self, today: str | date) -> "Book":
        """Open the hub's day."""
        self.tell(day_opened(today))
        return self

    @property
    def open(self) -> set[str]:
        """Open findings as `CODE amount`, pounds without trailing zeros, `CODE` where there is no amount."""
        return {_said(finding) for finding in self.findings(Status.OPEN)}

    @property
    def open_codes(self) -> list[str]:
        """Codes of open findings, sorted, each as often as it stands open."""
        return sorted(finding.code for finding in self.findings(Status.OPEN))

    def findings(self, status: Status | str | None = None, code: str | None = None) -> list[Finding]:
        """Findings by status and code."""
        rows = list(self.books.scan(Finding))
        return [row for row in rows if status in {None, row.status} and code in {None, row.code}]

    def only(self, code: str) -> Finding:
        """The one finding of a code, whatever its status."""
        (found,) = self.findings(code=code)
        return found

    def statement(
        self, entity: str = "elev-1", ci: str = CI, start: str = "10-01", commodity: Commodity = Commodity.FIELD_CORN
    ) -> Statement:
        """An account's statement of the period that begins on `start`."""
        key = account_key(entity, commodity, ci_e6(ci))
        (row,) = self.books.get(Statement, [(key, day(start))])
        return row

    def sums(self, entity: str = "elev-1", ci: str = CI, start: str = "10-01") -> Sums:
        """The statement in pounds."""
        row = self.statement(entity, ci, start)
        outgoing = row.sold_e4 + row.sold_as_conventional_e4 + row.discarded_e4 + row.refined_e4
        figures = (row.beginning_e4, row.incoming_e4, outgoing, row.computed_end_e4, row.carried_e4)
        return Sums(*(figure / 10_000 for figure in figures))

    def lines(self, **equal: object) -> list[Line]:
        """Lines by any field, in order of the day."""
        return sorted(self.books.scan(Line, **equal), key=lambda row: (row.day, row.order_event_id, row.line_no))

    @property
    def suspended(self) -> set[str]:
        """The events whose lines are SUSPENDED."""
        return {row.order_event_id for row in self.lines(state=State.SUSPENDED)}

    @property
    def pending(self) -> set[str]:
        """The events whose lines are PENDING."""
        return {row.order_event_id for row in self.lines(state=State.PENDING)}

    def edges(self) -> Iterable[Edge]:
        """Every draw."""
        return self.books.scan(Edge)


def _said(finding: Finding) -> str:
    if finding.amount_e4 is None:
        return finding.code
    return f"{finding.code} {finding.amount_e4 / 10_000:f}".rstrip("0").rstrip(".")
