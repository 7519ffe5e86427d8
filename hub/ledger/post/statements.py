"""Statements put in the place of those that stood; of closed ones every version is kept (design invariant 7)."""

from hub.ledger.keys import digest
from hub.ledger.post.touched import Causes, Touched
from hub.ledger.rows import Account, Contribution, Statement, StatementVersion
from hub.ledger.subject import Subject, finding_id
from hub.ledger.terms import Status

__all__ = ["put_statement"]


def put_statement(touched: Touched, account: Account, old: Statement | None, now: Statement, causes: Causes) -> None:
    """Keep the statement; what was published of a closed period stands, and a change of it is a new version."""
    if old is not None:
        now = now._replace(versions=old.versions)
    if now == old:
        return
    if now.closed and (old is None or not old.closed or _said(old) != _said(now)):
        now = now._replace(versions=now.versions + 1)
        touched.workspace.put(_version(touched, now, causes))
    touched.workspace.put(now)
    if old is not None and old.closed and now.closed and old.figures != now.figures:
        _restated(touched, account, now, causes)


def _said(statement: Statement) -> tuple[object, ...]:
    """What a reader of the statement sees of it."""
    return (*statement.figures, statement.declared_end_e4, statement.carried_e4)


def _version(touched: Touched, statement: Statement, causes: Causes) -> StatementVersion:
    return StatementVersion(
        account_key=statement.account_key,
        start=statement.start,
        number=statement.versions,
        on_day=touched.day,
        causes=tuple(sorted(causes)),
        beginning_e4=statement.beginning_e4,
        incoming_e4=statement.incoming_e4,
        sold_e4=statement.sold_e4,
        sold_as_conventional_e4=statement.sold_as_conventional_e4,
        discarded_e4=statement.discarded_e4,
        refined_e4=statement.refined_e4,
        computed_end_e4=statement.computed_end_e4,
        declared_end_e4=statement.declared_end_e4,
        carried_e4=statement.carried_e4,
        version=touched.version,
    )


def _restated(touched: Touched, account: Account, statement: Statement, causes: Causes) -> None:
    """A closed period's figures changed: open until a verifier acknowledges (#37)."""
    entity = account.entity_id
    source = digest("restated", entity, statement.start)
    subject = Subject(entity_id=entity, period_start=statement.start, period_id=statement.period_id)
    name = finding_id("A_PERIOD_RESTATED", entity, statement.start)
    row = Contribution(source, name, "A_PERIOD_RESTATED", subject, Status.OPEN, None, statement.start)
    touched.contribute(source, [row], causes)
