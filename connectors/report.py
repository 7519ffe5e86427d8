"""What became of files, for programs as JSON and for people short: counts first, then what needs a person."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from connectors.base import Kind, Mapped, Result
from connectors.planning import Plan
from hub.views.tables import Heading, table_text

__all__ = ["ImportReport", "printed"]

_ROWS_SHOWN_MAX: Final = 6
_SHOWN_SINGLY_MAX: Final = 20
_VALUES_SHOWN_MAX: Final = 3
_GROUPED: Final = (Kind.ERROR, Kind.WARNING, Kind.SKIPPED)
_SINGLY: Final = (Kind.CORRECTION, Kind.REVERSAL, Kind.VANISHED)
_NO_FILE: Final = "in none of the files"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of one partner's files.

    `topic` is where the messages went or would go. `not_looked_up` says why nobody knows what was imported
    before, on a dry run without a database.
    """

    profile: str
    partner: str
    files: tuple[Mapped, ...]
    plan: Plan
    dry_run: bool
    topic: str | None = None
    not_looked_up: str | None = None

    @property
    def failed(self) -> bool:
        """Whether any row or file is refused."""
        return any(result.kind is Kind.ERROR for result in self.plan.results)

    def as_json(self) -> dict[str, Any]:
        """The report for programs."""
        return {
            "profile": self.profile,
            "partner": self.partner,
            "dry_run": self.dry_run,
            "not_looked_up": self.not_looked_up,
            "topic": self.topic,
            "messages": len(self.plan.messages),
            "counts": _counts(self.plan.results),
            "files": [_file(file) for file in self.files],
            "results": [asdict(result) for result in self.plan.results],
        }


def _counts(results: Iterable[Result]) -> dict[str, int]:
    """How many results there are of each kind; an error or a warning is not a row of its own."""
    found = [result.kind for result in results]
    return {kind.value: found.count(kind) for kind in Kind}


def _file(file: Mapped) -> dict[str, Any]:
    return {
        "file": file.file,
        "rows": file.rows,
        "refused": file.refused,
        "exported_at": file.exported_at.isoformat() if file.exported_at else None,
        "columns_not_read": list(file.unread_columns),
    }


def printed(report: ImportReport) -> str:
    """The report for people."""
    parts = [_summary(report), _counted(report), _grouped(report), _singly(report.plan.results)]
    return "\n\n".join(part for part in parts if part)


def _summary(report: ImportReport) -> str:
    done = "would go" if report.dry_run else "went"
    lines = [f"{len(report.plan.messages)} messages of {report.partner} {done} to {report.topic or 'the broker'}"]
    if report.not_looked_up is not None:
        lines.append(f"what was imported before is not known: {report.not_looked_up}")
    replaced = sum(result.replaced for result in report.plan.results)
    if replaced:
        lines.append(
            f"{replaced} rows say what a later revision has replaced and change nothing; had the partner gone back to "
            "it, it would void the ticket and issue another"
        )
    lines += [
        f"{file.file}: columns nobody reads: {', '.join(file.unread_columns)}"
        for file in report.files
        if file.unread_columns
    ]
    return "\n".join(lines)


def _counted(report: ImportReport) -> str:
    """One line per file, one column per kind that occurs; what no file has on a line of its own."""
    results = report.plan.results
    kinds = [kind for kind in Kind if any(result.kind is kind for result in results)]
    headings = [Heading("file"), *(Heading(name, figures=True) for name in ("rows", *kinds))]
    names: list[str | None] = list(dict.fromkeys(file.file for file in report.files))
    if any(result.file is None for result in results):
        names.append(None)
    rows = []
    for name in names:
        count = sum(file.rows for file in report.files if file.file == name)
        counts = _counts(result for result in results if result.file == name)
        rows.append([name or _NO_FILE, str(count), *(str(counts[kind.value]) for kind in kinds)])
    return table_text(headings, rows)


def _grouped(report: ImportReport) -> str:
    """What is the matter with how many rows, errors first; rows of a file with the same trouble stand together."""
    groups: dict[tuple[object, ...], list[Result]] = {}
    for result in report.plan.results:
        if result.kind in _GROUPED:
            trouble = (result.kind, result.file, result.field, result.text, result.remedy)
            groups.setdefault(trouble, []).append(result)
    table = []
    for group in sorted(groups.values(), key=lambda group: _GROUPED.index(group[0].kind)):
        rows = f"{group[0].file}: {_places(group)}" if len(report.files) > 1 else _places(group)
        table.append([group[0].kind.value, rows, _what(group), group[0].remedy or ""])
    return _words(("", "rows", "what", "what to do"), table)


def _words(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of words behind a first column that is one; nothing without rows."""
    first, *others = headings
    columns = [Heading(first), *(Heading(heading, folds=True) for heading in others)]
    return table_text(columns, rows) if rows else ""


def _what(group: Sequence[Result]) -> str:
    """The column, the cells as Python writes them, so that a strange blank shows, and what is wrong with them."""
    first = group[0]
    if first.row is None:
        return f"{first.text}. {first.value}" if first.value else first.text
    values = dict.fromkeys(repr(result.value) for result in group if result.value)
    shown = [*list(values)[:_VALUES_SHOWN_MAX], *(["..."] if len(values) > _VALUES_SHOWN_MAX else [])]
    cell = " ".join(part for part in (first.field, ", ".join(shown)) if part)
    return f"{cell}: {first.text}" if cell else first.text


def _places(group: Sequence[Result]) -> str:
    """Which rows, the first few of them."""
    rows = [str(result.row) for result in group if result.row is not None]
    if not rows:
        return "the whole file"
    more = len(rows) - _ROWS_SHOWN_MAX
    return ", ".join(rows[:_ROWS_SHOWN_MAX]) + (f" and {more} more" if more > 0 else "")


def _singly(results: Sequence[Result]) -> str:
    """What changes something that was there, ticket by ticket."""
    chosen = [result for result in results if result.kind in _SINGLY]
    rows = [[result.kind.value, result.label or "", result.text] for result in chosen[:_SHOWN_SINGLY_MAX]]
    if len(chosen) > _SHOWN_SINGLY_MAX:
        rows.append(["", "", f"and {len(chosen) - _SHOWN_SINGLY_MAX} more: see --json"])
    return _words(("", "what", "difference"), rows)
