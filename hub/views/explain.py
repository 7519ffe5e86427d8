"""What stands behind a finding: its history, the lines and statements it rests on, and what was stated."""

from collections.abc import Iterable, Iterator

from hub.ledger.account_findings import period_source
from hub.ledger.books import Books
from hub.ledger.keys import Key
from hub.ledger.rows import Account, Contribution, Event, Finding, FindingChange, Line, Statement
from hub.views.findings import finding_view
from hub.views.lines import line_view
from hub.views.text import View, lb_text

__all__ = ["explained"]


def explained(books: Books, name: str) -> View | None:
    """The finding whose id begins with `name`, with all it rests on; None if none does, or several."""
    rows = [row for row in books.scan(Finding) if row.finding_id.hex().startswith(name.lower())]
    if len(rows) != 1:
        return None
    (finding,) = rows
    sources = [row.source for row in books.find(Contribution, "finding", [(finding.finding_id,)])]
    lines = list(_lines(books, finding, sources))
    return {
        "finding": finding_view(finding),
        "history": [_change(row) for row in books.scan(FindingChange, finding_id=finding.finding_id)],
        "entries": [line_view(line) for line in lines],
        "statements": [_statement(event) for event in _events(books, lines)],
    }


def _change(row: FindingChange) -> View:
    return {
        "date": row.on_day.isoformat(),
        "status": row.status.value,
        "reason": row.reason,
        "amount_dry_lb": lb_text(row.amount_e4),
        "because_of": list(row.causes),
    }


def _lines(books: Books, finding: Finding, sources: Iterable[Key]) -> Iterator[Line]:
    """The load a finding is about; of an account's finding the lines it blocks, or all that moved in the period."""
    for source in sources:
        own = [*books.find(Line, "load", [(source,)]), *books.find(Line, "blocked", [(source,)])]
        yield from own or _of_period(books, finding, source)


def _of_period(books: Books, finding: Finding, source: Key) -> Iterator[Line]:
    subject = finding.subject
    for account in books.scan(Account, entity_id=subject.entity_id) if subject.entity_id else ():
        for statement in books.scan(Statement, account_key=account.account_key):
            if period_source(account.account_key, statement.start) == source:
                for column in ("debit_account", "credit_account"):
                    for line in books.scan(Line, **{column: account.account_key}):
                        if statement.start <= line.day < statement.end_exclusive:
                            yield line


def _events(books: Books, lines: Iterable[Line]) -> list[Event]:
    """The statements the lines were made of, corrections and reversals included, in order."""
    loads = {(line.load_key,) for line in lines}
    found = list(books.find(Event, "group", loads))
    versions = books.find(Event, "root", {(event.author_id, event.root_event_id) for event in found})
    return sorted(versions, key=lambda event: (event.author_id, event.author_seq))


def _statement(event: Event) -> View:
    return {
        "author_id": event.author_id,
        "event_id": event.event_id,
        "type": event.kind,
        "corrects_or_reverses": event.names_event_id,
        "counts": event.effective,
    }
