"""Measured stock against the books: what lies in the bins covers what is held under all CIs (domain.md 3.1, #49)."""

from collections.abc import Iterator
from datetime import date, timedelta

from hub.ledger.account import Balance, beginning_of, carry_of, ending
from hub.ledger.facts import PhysicalStock
from hub.ledger.keys import Key, physical_source
from hub.ledger.period import Period
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.rows import Account, AccountDay, Close, Contribution, Holder, Statement
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Form, Status

__all__ = ["judge_physical"]

CODE = "A_PHYSICAL_SHORT"


def judge_physical(touched: Touched) -> None:
    """Judge the closes of every touched holder from the first touched day on that state a measured stock."""
    since, causes = _since(touched)
    ws = touched.workspace
    holders = ws.get(Holder, [(entity,) for entity in since])
    ws.get(Close, [(name, p.period_id) for (name,), row in holders.items() for p in _closable(row, since[name])])
    for (entity,), holder in holders.items():
        for period in _closable(holder, since[entity]):
            close = ws.one(Close, entity, period.period_id)
            if (close is not None and close.physical) or (entity, period.period_id) in touched.closes:
                source = physical_source(entity, period.start)
                stocks = close.physical if close is not None else ()
                found = [item for stock in stocks for item in _short(touched, source, holder, period, stock)]
                touched.contribute(source, found, causes[entity])


def _since(touched: Touched) -> tuple[dict[str, date], dict[str, Causes]]:
    """From which day on each holder's stock may have changed, and why; a new calendar changes all of it."""
    since: dict[str, date] = {}
    causes: dict[str, Causes] = {}
    for account in touched.workspace.get(Account, [(key,) for key in touched.accounts]).values():
        days = touched.accounts[account.account_key]
        since[account.entity_id] = min(since.get(account.entity_id, days.first), days.first)
        causes.setdefault(account.entity_id, set()).update(days.causes)
    for entity, why in touched.holders.items():
        since[entity] = date.min
        causes.setdefault(entity, set()).update(why)
    return since, causes


def _closable(holder: Holder, since: date) -> list[Period]:
    return [period for period in holder.periods if period.period_id is not None and period.end_exclusive > since]


def _short(
    touched: Touched, source: Key, holder: Holder, period: Period, stock: PhysicalStock
) -> Iterator[Contribution]:
    day = stock.measured_on or period.end_exclusive - timedelta(1)
    held = sum(_held(touched, account, holder, day, stock.form) for account in _accounts(touched, holder, stock))
    short = held - stock.measured_dry_lb_e4
    if short * 1_000_000 > touched.policy.physical_ppm * stock.measured_dry_lb_e4:
        subject = Subject(
            entity_id=holder.entity_id,
            commodity=stock.commodity,
            period_start=period.start,
            period_id=period.period_id,
            form=stock.form,
            day=stock.measured_on,
        )
        name = finding_id(CODE, holder.entity_id, stock.commodity, stock.form, period.start)
        yield Contribution(source, name, CODE, subject, Status.OPEN, short, period.start)


def _accounts(touched: Touched, holder: Holder, stock: PhysicalStock) -> list[Account]:
    rows = touched.workspace.find(Account, "entity", [(holder.entity_id,)])
    return [row for row in rows if row.commodity is stock.commodity and row.ci_e6 is not None]


def _held(touched: Touched, account: Account, holder: Holder, day: date, form: Form) -> int:
    """What the books hold of one account in one form at the end of a day; below zero is none."""
    now = _balance(touched, account, holder, day)
    return max(now.crop_e4 if form is Form.CROP else now.oil_e4, 0)


def _balance(touched: Touched, account: Account, holder: Holder, day: date) -> Balance:
    """By the statement of the day's period, or what the last one before it carried."""
    ws = touched.workspace
    for period in reversed([period for period in holder.periods if period.start <= day]):
        row = ws.one(Statement, account.account_key, period.start)
        if row is not None and day >= period.end_exclusive:
            return carry_of(row)
        if row is not None:
            months = [(account.account_key, month) for month in period.months]
            days = [item for item in ws.find(AccountDay, "month", months) if period.start <= item.day <= day]
            days.sort(key=lambda item: item.day)
            return ending(beginning_of(row), days)
    return Balance()
