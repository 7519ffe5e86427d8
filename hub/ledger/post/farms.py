"""What farms owe their buyers: sale records and reports, counted per farm, buyer and crop year (model.md 7, 8)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from hub.ledger.keys import Key
from hub.ledger.post.standing import know_ci
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.rows import Contribution, FarmSales, Line
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Commodity, ReportState, Status

__all__ = ["Owed", "judge_farm_sales"]


@dataclass(slots=True)
class _Group:
    """One batch's lines of one group: those that came, and those that left or changed."""

    came: list[Line] = field(default_factory=list)
    went: list[Line] = field(default_factory=list)

    def may_move_first_day(self, row: FarmSales) -> bool:
        """Whether a line went that a first day may rest on: only then must all the group's lines be read."""
        return any(line.day in (row.unstated_from, row.reported_from) for line in self.went)


class Owed:
    """Gathers what a batch's lines change in what farms owe."""

    def __init__(self, touched: Touched) -> None:
        self._touched = touched
        self._waiting: dict[tuple[Commodity, int], int] = {}
        self._groups: dict[Key, _Group] = {}

    def exchange(self, old: Line | None, new: Line | None, causes: Causes) -> None:
        """A line in place of another; None = there was, or is, none."""
        for sign, line in ((-1, old), (1, new)):
            if line is not None and line.waits_ci_e6 is not None:
                ci = (line.commodity, line.waits_ci_e6)
                self._waiting[ci] = self._waiting.get(ci, 0) + sign
            if line is not None and line.sales_group is not None and _says(old) != _says(new):
                group = self._groups.setdefault(line.sales_group, _Group())
                (group.came if sign > 0 else group.went).append(line)
                self._touched.groups[line.sales_group] |= causes

    def settle_ci(self) -> None:
        """Count the lines that wait with a CI; what becomes known or unknown touches further loads."""
        for (commodity, ci_e6), waiting in self._waiting.items():
            if waiting:
                know_ci(self._touched, commodity, ci_e6, waiting=waiting)
        self._waiting.clear()

    def write(self) -> None:
        """Bring the counts up to date."""
        ws = self._touched.workspace
        stored = ws.get(FarmSales, [(key,) for key in self._groups])
        rows = {key: stored.get((key,)) or _empty(key, *group.came, *group.went) for key, group in self._groups.items()}
        anew = {key for key, group in self._groups.items() if group.may_move_first_day(rows[key])}
        ws.find(Line, "group", [(key,) for key in anew])
        for key, group in self._groups.items():
            if key in anew:
                row = _counted(_empty(key, *group.came, *group.went), ws.find(Line, "group", [(key,)]))
            else:
                row = _counted(_counted(rows[key], group.went, -1), group.came)
            ws.put(row._replace(due=_due(self._touched, row))) if row.loads else ws.drop(row)


def _says(line: Line | None) -> tuple[object, ...]:
    """What of a line its group counts."""
    return () if line is None else (line.sales_group, line.day, line.unstated, line.report)


def _empty(key: Key, line: Line, *_others: Line) -> FarmSales:
    assert line.seller_id is not None
    assert line.buyer_id is not None
    assert line.crop_year is not None
    return FarmSales(key, line.seller_id, line.buyer_id, line.crop_year)


def _counted(row: FarmSales, lines: Sequence[Line], sign: int = 1) -> FarmSales:
    """The counts with these lines added; with sign -1 taken away, none of which a first day rests on."""
    unstated = [line.day for line in lines if line.unstated]
    reported = [line.day for line in lines if line.report is not None]
    return row._replace(
        loads=row.loads + sign * len(lines),
        unstated=row.unstated + sign * len(unstated),
        unstated_from=_first(row.unstated_from, unstated),
        waiting=row.waiting + sign * sum(line.report is ReportState.WAITING for line in lines),
        late=row.late + sign * sum(line.report is ReportState.LATE for line in lines),
        reported_from=_first(row.reported_from, reported),
    )


def _first(known: date | None, days: Sequence[date]) -> date | None:
    return min([*days, *([known] if known else [])], default=None)


def _due(touched: Touched, row: FarmSales) -> date | None:
    """When the missing sale record becomes a gap, while that lies ahead."""
    if row.unstated_from is None:
        return None
    due = row.unstated_from + timedelta(touched.policy.receipt_days + 1)
    return due if due > touched.day else None


def judge_farm_sales(touched: Touched) -> None:
    """Open, clear or update what each touched farm owes each buyer."""
    ws = touched.workspace
    rows = ws.get(FarmSales, [(key,) for key in touched.groups])
    ws.find(Contribution, "source", [(key,) for key in touched.groups])
    for key, causes in touched.groups.items():
        row = rows.get((key,))
        if row is not None and row.due is not None and row.due <= touched.day:
            ws.put(row._replace(due=None))
        touched.contribute(key, list(_owes(touched, row)) if row else [], causes)


def _owes(touched: Touched, row: FarmSales) -> Iterator[Contribution]:
    if row.unstated_from and touched.day > row.unstated_from + timedelta(touched.policy.receipt_days):
        yield _gap(row, "G_SALE_RECORD", Status.OPEN, row.unstated_from, row.unstated)
    if row.waiting:
        yield _gap(row, "G_BFR", Status.OPEN, row.reported_from, row.waiting)
    elif row.late:
        yield _gap(row, "G_BFR", Status.CLEARED_LATE, row.reported_from, row.late)


def _gap(row: FarmSales, code: str, status: Status, day: date | None, lines: int) -> Contribution:
    subject = Subject(farm_id=row.farm_id, counterparty_id=row.buyer_id, crop_year=row.crop_year, day=day)
    name = finding_id(code, row.farm_id, row.buyer_id, row.crop_year)
    return Contribution(row.group_key, name, code, subject, status, None, day, lines=lines)
