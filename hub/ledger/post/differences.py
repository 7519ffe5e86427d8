"""Small differences between two parties, summed per quarter: one entry a person reads, not one per load (#29)."""

from hub.ledger.keys import digest
from hub.ledger.period import quarter_of
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.rows import Contribution, Line, SmallDifferences
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Status

__all__ = ["Differences"]

CODE = "A_COUNTERPARTY_AMOUNT"


class Differences:
    """Gathers what a batch's lines add to the sums and take from them."""

    def __init__(self, touched: Touched) -> None:
        self._touched = touched
        self._sums: dict[SmallDifferences, tuple[int, int, Causes]] = {}

    def exchange(self, old: Line | None, new: Line | None, causes: Causes) -> None:
        """A line in place of another; None = there was, or is, none."""
        for sign, line in ((-1, old), (1, new)):
            if line is not None and line.small_difference_e4:
                empty = _empty(line)
                amount, lines, known = self._sums.get(empty, (0, 0, set()))
                self._sums[empty] = (amount + sign * line.small_difference_e4, lines + sign, known | causes)

    def write(self) -> None:
        """Bring the sums up to date, and tell each as one finding."""
        ws = self._touched.workspace
        stored = ws.get(SmallDifferences, [(empty.group_key,) for empty in self._sums])
        ws.find(Contribution, "source", [(empty.group_key,) for empty in self._sums])
        for empty, (amount, lines, causes) in self._sums.items():
            before = stored.get((empty.group_key,)) or empty
            now = before._replace(amount_e4=before.amount_e4 + amount, lines=before.lines + lines)
            ws.put(now) if now.lines else ws.drop(now)
            self._touched.contribute(now.group_key, [_finding(now)] if now.lines else [], causes)


def _empty(line: Line) -> SmallDifferences:
    quarter = quarter_of(line.day)
    name = digest("small differences", line.seller_id, line.buyer_id, quarter)
    return SmallDifferences(name, line.seller_id, line.buyer_id, quarter)


def _finding(row: SmallDifferences) -> Contribution:
    subject = Subject(entity_id=row.seller_id, counterparty_id=row.buyer_id, day=row.quarter)
    name = finding_id(CODE, row.seller_id, row.buyer_id, row.quarter)
    return Contribution(row.group_key, name, CODE, subject, Status.OPEN, row.amount_e4, row.quarter, lines=row.lines)
