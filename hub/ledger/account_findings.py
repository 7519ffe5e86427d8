"""What is open about one account in one period: over-sales, stock that does not agree, missing declarations.

A pure function of the period's statement, its dips, the statement before and the hub's day (domain.md 3.6).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from hub.ledger.account import Dip, epsilon_e4, whole_pounds_differ
from hub.ledger.keys import Key, digest
from hub.ledger.policy import Policy
from hub.ledger.rows import Account, Contribution, Line, Statement
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Form, Status

__all__ = ["PeriodView", "judge_period", "period_source", "unclosed_on"]


def period_source(account_key: Key, start: date) -> Key:
    """Under which name an account's period contributes to findings and blocks lines."""
    return digest("account period", account_key.hex(), start)


@dataclass(frozen=True, slots=True)
class PeriodView:
    """Everything the judgement of one account in one period rests on."""

    account: Account
    statement: Statement
    before: Statement | None
    dips: Sequence[Dip]
    first_line: Line | None
    """The account's first movement of the period, where the period is provisional."""
    not_held: Sequence[Line]
    """Outflows of the period whose CI nobody can hold."""
    day: date
    policy: Policy

    @property
    def is_unclosed(self) -> bool:
        """No close 30 days after the end of a period with movement."""
        due = unclosed_on(self.statement, self.policy)
        return due is not None and self.day >= due

    @property
    def is_over(self) -> bool:
        """Whether nothing dated in the period can be waited for any more."""
        return self.statement.closed or self.is_unclosed


def unclosed_on(statement: Statement, policy: Policy) -> date | None:
    """The day A_PERIOD_UNCLOSED opens; None where no close is needed or one is there."""
    if statement.closed or not statement.lines:
        return None
    return statement.end_exclusive + timedelta(policy.unclosed_days)


def judge_period(view: PeriodView) -> Iterator[Contribution]:
    """Every finding the account contributes to for the period."""
    yield from _over_sales(view)
    yield from _stock(view)
    yield from _beginning(view)
    yield from _period(view)
    if view.not_held:
        amount = sum(line.debit_dry_lb_e4 for line in view.not_held)
        yield _contribution(view, "A_CI_NOT_HELD", amount=amount, lines=len(view.not_held))


def _over_sales(view: PeriodView) -> Iterator[Contribution]:
    """A dip below zero; one that a period ends with is the over-sale itself (#7, #8, #55)."""
    statement = view.statement
    for dip in view.dips:
        if dip.cured_on is None and view.is_over:
            is_of_key = statement.computed_end_e4 < -epsilon_e4(statement.lines)
            short = statement.computed_end_e4 if is_of_key else statement.crop_end_e4
            yield _contribution(view, "A_OVERSALE", amount=-short)
        else:
            yield _contribution(
                view,
                "A_OVERSALE_RUNNING",
                amount=dip.deepest_e4,
                day=dip.first_day,
                form=dip.form,
                status=Status.CLEARED if dip.cured_on else Status.OPEN,
            )


def _stock(view: PeriodView) -> Iterator[Contribution]:
    """Declared against computed stock by form (3.1, #48); amounts exact, rounding only decides whether it opens."""
    statement = view.statement
    for form, declared, computed in (
        (Form.CROP, statement.declared_crop_end_e4, statement.crop_end_e4),
        (Form.OIL, statement.declared_oil_end_e4, statement.oil_end_e4),
    ):
        if declared is not None and whole_pounds_differ(computed, declared, statement.lines):
            difference = declared - max(computed, 0)
            code = "A_RESIDUAL_GAIN" if difference > 0 else "A_RESIDUAL_LOSS"
            yield _contribution(view, code, amount=abs(difference), form=form)


def _beginning(view: PeriodView) -> Iterator[Contribution]:
    """The declared beginning is compared by form, never used (#9, #16)."""
    now, before = view.statement, view.before
    for form, declared, ended in (
        (None, now.declared_crop_beginning_e4, before.declared_crop_end_e4 if before else None),
        (Form.OIL, now.declared_oil_beginning_e4, before.declared_oil_end_e4 if before else None),
    ):
        if declared is not None and before is None and declared > epsilon_e4(0):
            yield _contribution(view, "A_OPENING_STOCK", amount=declared, form=form)
        elif declared is not None and ended is not None and ended != declared:
            yield _contribution(view, "A_CARRY_FORWARD", amount=abs(declared - ended), form=form)


def _period(view: PeriodView) -> Iterator[Contribution]:
    if view.first_line is not None:
        yield _of_holder(view, "A_NO_PERIOD", view.first_line)
    if view.is_unclosed:
        yield _of_holder(view, "A_PERIOD_UNCLOSED", None)


def _contribution(
    view: PeriodView,
    code: str,
    *,
    amount: int,
    day: date | None = None,
    form: Form | None = None,
    status: Status = Status.OPEN,
    lines: int = 1,
) -> Contribution:
    account, statement = view.account, view.statement
    where = day or statement.start
    return Contribution(
        source=period_source(account.account_key, statement.start),
        finding_id=finding_id(code, account.account_key.hex(), form, where),
        code=code,
        subject=_subject(view, form=form, day=day),
        status=status,
        amount_e4=amount,
        first_day=where,
        lines=lines,
    )


def _of_holder(view: PeriodView, code: str, line: Line | None) -> Contribution:
    """What all accounts of a holder share for one period: its subject is (entity, start)."""
    account, statement = view.account, view.statement
    subject = Subject(
        entity_id=account.entity_id,
        period_start=statement.start,
        period_id=statement.period_id,
        transfer_id=line.transfer_id if line else None,
        ticket_no=line.ticket_no if line else None,
        day=line.day if line else None,
    )
    return Contribution(
        source=period_source(account.account_key, statement.start),
        finding_id=finding_id(code, account.entity_id, statement.start),
        code=code,
        subject=subject,
        status=Status.OPEN,
        first_day=line.day if line else statement.start,
        place=f"{line.order_event_id}/{line.line_no}" if line else "",
        lines=statement.lines,
    )


def _subject(view: PeriodView, *, form: Form | None, day: date | None) -> Subject:
    account, statement = view.account, view.statement
    return Subject(
        entity_id=account.entity_id,
        commodity=account.commodity,
        ci_e6=account.ci_e6,
        period_start=statement.start,
        period_id=statement.period_id,
        form=form,
        day=day,
    )
