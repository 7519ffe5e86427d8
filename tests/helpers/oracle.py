"""An independent reading of the rule: from the accepted facts and the hub's day to everything that must follow.

Small and slow on purpose. It is written from the specification and shares nothing with `hub.ledger` but the facts
themselves; nothing is incremental, indexed or remembered. What it leaves out: field caps, reliance, documents, and
what is history (cleared, retracted and escalated findings, restatements).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from helpers.oracle_accounts import Judged, Stocks, judge
from helpers.oracle_crush import runs_of
from helpers.oracle_draws import Drawn, drawn
from helpers.oracle_lots import Lots
from helpers.oracle_moves import Move, Pool, moves
from helpers.oracle_periods import Span, calendar_of
from helpers.oracle_products import judge_products
from helpers.oracle_versions import effective

from hub.ledger.facts import (
    ConventionalMovement,
    CrushRun,
    DayOpened,
    Discard,
    Fact,
    OrganisationRegistered,
    PeriodClose,
    Receipt,
    Refined,
    Transfer,
)
from hub.ledger.terms import Claim, Form, Role

MOVEMENTS = (Transfer, Receipt, Discard, Refined, CrushRun, ConventionalMovement)


@dataclass
class Truth:
    """What the books must say."""

    facts: Sequence[Fact]
    day: date
    lots: Lots
    moves: list[Move]
    spans: dict[str, list[Span]] = field(default_factory=dict)
    """By holder whose books are here."""
    accounts: dict[Pool, Judged] = field(default_factory=dict)
    draws: Drawn = field(default_factory=dict)

    def blocked_by(self, move: Move) -> str | None:
        """The over-sale that blocks an outflow."""
        judged = self.accounts.get(move.debit) if move.debit else None
        return next((code for other, code in judged.blocked if other is move), None) if judged else None


def truth_of(facts: Sequence[Fact]) -> Truth:
    """Everything anew from the accepted facts, each author's in its own order."""
    day = max((fact.body.day for fact in facts if isinstance(fact.body, DayOpened)), default=date.min)
    registry = {fact.body.organisation_id: fact.body for fact in facts if isinstance(fact.body, OrganisationRegistered)}
    farms = frozenset(name for name, entry in registry.items() if set(entry.roles) == {Role.FARM})
    lots = Lots(facts)
    truth = Truth(facts, day, lots, moves(effective(facts, *MOVEMENTS), lots, farms, day, runs_of(facts)))
    for holder, entry in registry.items():
        if entry.books_here and holder not in farms:
            _judge_holder(truth, holder)
    return truth


def _judge_holder(truth: Truth, holder: str) -> None:
    stocks = _stocks(truth.facts, holder)
    pools = _pools(truth.moves, holder) | {pool for declared in stocks.values() for pool in declared}
    days = [move.day for move in truth.moves for pool in _touched(move) if pool in pools]
    spans = calendar_of(truth.facts, holder, days)
    truth.spans[holder] = spans
    for pool in pools:
        own = [move for move in truth.moves if pool in _touched(move)]
        judged = judge(pool, own, spans, stocks, truth.day)
        judge_products(pool, own, judged)
        truth.accounts[pool] = judged
        truth.draws |= drawn(pool, own, judged)


def _pools(found: Sequence[Move], holder: str) -> set[Pool]:
    """The holder's accounts that must balance: conventional crop has no equation."""
    return {pool for move in found for pool in _touched(move) if pool[0] == holder and pool[2] is not None}


def _touched(move: Move) -> list[Pool]:
    debit = [move.debit] if move.debit is not None and move.debits else []
    return debit + ([move.credit] if move.credit is not None and move.credits else [])


def _stocks(facts: Sequence[Fact], holder: str) -> Stocks:
    """The declared stocks of each period's close that counts: the last one unreversed in its author's order."""
    found: dict[str, dict[Pool, dict[Form, tuple[int, int | None]]]] = {}
    for _, version in effective(facts, PeriodClose):
        body = version.body
        if body.entity_id == holder:
            found[body.period_id] = {}
            for stock in body.stocks:
                own = found[body.period_id].setdefault((holder, stock.commodity, stock.ci_e6), {})
                own[stock.form] = (stock.ending_dry_lb_e4, stock.beginning_dry_lb_e4)
    return found


def is_pending(move: Move) -> bool:
    """Whether the amount is outside every CI account until its report comes (#46)."""
    return move.side.claim is Claim.PENDING
