"""The oracle's admission: one author's messages in its own order, each judged against those before it.

No other author is looked at, which is what makes admission free of arrival order (model.md 1, 2, 5, 6; domain.md
3.5 #38, #58). Every message is compared with all earlier ones; nothing is indexed or remembered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from helpers.oracle_crush import faults
from helpers.oracle_dry import plus_months
from helpers.oracle_versions import effective, effective_of, fits, root_of

from hub.ledger.facts import (
    CrushRun,
    DayOpened,
    Fact,
    OrganisationRegistered,
    PeriodClose,
    PeriodDeclaration,
    Receipt,
    Report,
    Reversal,
    StatedLine,
    Stock,
    Transfer,
)
from hub.ledger.terms import Form

ACCEPTED, DUPLICATE, REJECTED = "accepted", "duplicate", "rejected"
MOISTURE_LIMIT_E3 = 100_000

Message = tuple[Fact, bytes]


@dataclass(frozen=True)
class Verdict:
    """What becomes of one message."""

    outcome: str
    codes: frozenset[str] = frozenset()


def admit(messages: Sequence[Message]) -> list[Verdict]:
    """The verdicts on one author's messages, in order."""
    refused: list[Message] = []
    accepted: list[Message] = []
    verdicts = []
    for message in messages:
        verdict = _verdict(message, accepted, refused)
        verdicts.append(verdict)
        {ACCEPTED: accepted, REJECTED: refused, DUPLICATE: []}[verdict.outcome].append(message)
    return verdicts


def accepted_facts(messages: Sequence[Message]) -> list[Fact]:
    """The facts that count, each author's in its own order."""
    found = []
    for author in dict.fromkeys(fact.author_id for fact, _ in messages):
        own = [message for message in messages if message[0].author_id == author]
        verdicts = admit(own)
        found += [fact for (fact, _), verdict in zip(own, verdicts, strict=True) if verdict.outcome == ACCEPTED]
    return found


def _verdict(message: Message, accepted: Sequence[Message], refused: Sequence[Message]) -> Verdict:
    fact, sha = message
    came_before = [other_sha for other, other_sha in [*accepted, *refused] if fact.event_id == other.event_id]
    if sha in came_before:
        return Verdict(DUPLICATE)
    if came_before:
        return Verdict(REJECTED, frozenset({"E_DUP_CONFLICT"}))
    codes = _own_faults(fact) or _faults_among(fact, [other for other, _ in accepted])
    return Verdict(REJECTED, frozenset(codes)) if codes else Verdict(ACCEPTED)


def _own_faults(fact: Fact) -> set[str]:
    """What is wrong with the message whatever else there is."""
    body = fact.body
    codes = {code for line in getattr(body, "lines", ()) for code in _line_faults(body, line)}
    if isinstance(body, Transfer | Receipt) and body.seller_id == body.buyer_id:
        codes.add("E_SELF_TRANSFER")
    if isinstance(body, CrushRun):
        codes |= faults(body)
    if isinstance(body, PeriodClose) and any(_negative(stock) for stock in body.stocks):
        codes.add("E_AMOUNT")
    if isinstance(body, Report) and len({row.field_id for row in body.rows}) < len(body.rows):
        codes.add("E_FIELD_ID")
    if isinstance(body, Reversal) and body.reverses_author_id not in {None, fact.author_id}:
        codes.add("E_NOT_AUTHOR")
    if isinstance(body, DayOpened | OrganisationRegistered) and fact.author_id != "hub":
        codes.add("E_NOT_AUTHOR")
    if isinstance(body, PeriodDeclaration) and body.end_exclusive > plus_months(body.start, 3):
        codes.add("E_PERIOD_LONG")
    return codes


def _line_faults(body: object, line: StatedLine) -> set[str]:
    codes = set()
    if line.amount_e6 <= 0:
        codes.add("E_AMOUNT")
    if line.moisture_pct_e3 is not None and not 0 <= line.moisture_pct_e3 < MOISTURE_LIMIT_E3:
        codes.add("E_MOISTURE")
    if _lacks_yield(body, line):
        codes.add("E_SCHEMA")
    return codes


def _lacks_yield(body: object, line: StatedLine) -> bool:
    """Oil under a CI carries its yield, or at least the crop that went in (2100.033(b))."""
    is_claim = line.ci_e6 is not None and getattr(body, "form", None) is Form.OIL
    return is_claim and line.crushing_yield_e4 is None and line.input_dry_lb_e4 is None


def _negative(stock: Stock) -> bool:
    return min(stock.ending_dry_lb_e4, stock.beginning_dry_lb_e4 or 0) < 0


def _faults_among(fact: Fact, accepted: Sequence[Fact]) -> set[str]:
    """What stands against the version that would count, beside the author's other statements."""
    target = next((other for other in accepted if other.event_id == fact.names), None)
    if target is not None and not fits(fact, target):
        return {"E_SCHEMA"}
    together = [*accepted, fact]
    root = root_of(fact, together)
    counting = effective_of(root, together)
    codes = _reused(counting, root, together) if counting is not None else set()
    if root is not None and isinstance(root.body, PeriodDeclaration):
        codes |= _broken_row(together)
    return codes


def _reused(counting: Fact, root: Fact | None, facts: Sequence[Fact]) -> set[str]:
    """A document of another statement, or a scale ticket that one not reversed has (model.md 1, 2).

    What waits for its original takes none.
    """
    codes = set()
    for other in facts:
        original = root_of(other, facts)
        if other.kind != counting.kind or original is None or original is root:
            continue
        if _document(other) is not None and _document(other) == _document(counting):
            codes.add("E_DUP_CONFLICT")
        counts = effective_of(root_of(other, facts), facts) is other
        if counts and _ticket(other) is not None and _ticket(other) == _ticket(counting):
            codes.add("E_DUP_TICKET")
    return codes


def _document(fact: Fact) -> tuple[object, ...] | None:
    """transfer_id, run_id and versions of a bfr_id are unique per author."""
    body = fact.body
    if isinstance(body, Transfer):
        return (body.transfer_id,)
    if isinstance(body, CrushRun):
        return (body.run_id,)
    return (body.bfr_id, body.version) if isinstance(body, Report) else None


def _ticket(fact: Fact) -> tuple[object, ...] | None:
    body = fact.body
    if not isinstance(body, Transfer | Receipt) or body.ticket_no is None:
        return None
    return (body.seller_id, body.buyer_id, body.site_id, body.ticket_no, body.day)


def _broken_row(facts: Sequence[Fact]) -> set[str]:
    """Periods of one holder follow one another without gap or overlap, each with its own id (2100.034(b))."""
    bodies = [version.body for _, version in effective(facts, PeriodDeclaration)]
    rows = sorted((body.start, body.end_exclusive, body.period_id) for body in bodies)
    codes = {"E_DUP_CONFLICT"} if len({name for _, _, name in rows}) < len(rows) else set()
    for (_, end, _), (start, _, _) in pairwise(rows):
        codes |= {"E_PERIOD_OVERLAP"} if start < end else {"E_PERIOD_GAP"} if start > end else set()
    return codes
