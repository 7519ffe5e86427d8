"""Nothing is made and nothing is lost (design section 6, invariant 1), read from the rows of the books alone."""

from collections import defaultdict
from datetime import date

from helpers.arrivals import World, feed
from helpers.profiles import tries
from helpers.strategies import worlds
from hypothesis import given

from hub.ledger.books import Books
from hub.ledger.rows import (
    Account,
    AccountDay,
    Edge,
    FarmSales,
    Finding,
    Holder,
    HubDay,
    Line,
    Statement,
)
from hub.ledger.terms import Claim, State, Status
from hub.memory import MemoryBooks

AccountId = bytes
LineId = tuple[bytes, int]


@tries(500)
@given(worlds())
def test_a_world_keeps_every_invariant_of_the_books(world: World):
    books = MemoryBooks()

    feed(books, iter([world.in_order]))

    days_are_the_sums_of_their_lines(books)
    statements_are_the_sums_of_their_days(books)
    each_period_begins_with_what_the_one_before_carried(books)
    what_the_seller_lost_and_the_buyer_did_not_get_is_named(books)
    nobody_is_credited_more_than_was_attested_or_received(books)
    a_claim_never_changes_on_its_way(books)
    draws_take_no_more_than_there_is(books)
    what_is_blocked_has_an_open_finding(books)
    nothing_is_overdue(books)


def days_are_the_sums_of_their_lines(books: Books) -> None:
    incoming: dict[tuple[AccountId, date], int] = defaultdict(int)
    outgoing: dict[tuple[AccountId, date], int] = defaultdict(int)
    for line in books.scan(Line):
        if line.debit_account is not None and line.debit_dry_lb_e4:
            outgoing[line.debit_account, line.day] += line.debit_dry_lb_e4
        if line.credit_account is not None and line.credit_dry_lb_e4:
            incoming[line.credit_account, line.day] += line.credit_dry_lb_e4
    days = {(row.account_key, row.day): row for row in books.scan(AccountDay)}
    assert {key: row.incoming_e4 for key, row in days.items() if row.incoming_e4} == dict(incoming)
    assert {key: row.outgoing_e4 for key, row in days.items() if row.outgoing_e4} == dict(outgoing)


def statements_are_the_sums_of_their_days(books: Books) -> None:
    days: dict[AccountId, list[AccountDay]] = defaultdict(list)
    for day in books.scan(AccountDay):
        days[day.account_key].append(day)
    for row in books.scan(Statement):
        inside = [day for day in days[row.account_key] if row.start <= day.day < row.end_exclusive]
        assert row.incoming_e4 == sum(day.incoming_e4 for day in inside)
        assert row.sold_e4 == sum(day.sold_e4 for day in inside)
        assert row.sold_as_conventional_e4 == sum(day.sold_as_conventional_e4 for day in inside)
        assert row.discarded_e4 == sum(day.discarded_e4 for day in inside)
        assert row.refined_e4 == sum(day.refined_e4 for day in inside)
        out = row.sold_e4 + row.sold_as_conventional_e4 + row.discarded_e4 + row.refined_e4
        assert row.beginning_e4 + row.incoming_e4 == out + row.computed_end_e4


def each_period_begins_with_what_the_one_before_carried(books: Books) -> None:
    judged = {holder.entity_id: holder.periods for holder in books.scan(Holder)}
    for account in books.scan(Account):
        statements = sorted(books.scan(Statement, account_key=account.account_key), key=lambda row: row.start)
        carried = 0
        for row in statements:
            assert row.beginning_e4 == carried
            carried = row.carried_e4
            assert 0 <= carried <= max(row.computed_end_e4, 0)
        starts = [period.start for period in judged.get(account.entity_id, ())]
        assert [row.start for row in statements] == [
            start for start in starts if statements and statements[0].start <= start <= statements[-1].start
        ]


def what_the_seller_lost_and_the_buyer_did_not_get_is_named(books: Books) -> None:
    """Debit - credit = unreceived + the lower amount + a CI nobody may claim, line by line."""
    for line in books.scan(Line):
        if line.seller_id is None or line.buyer_id is None or not line.debit_dry_lb_e4:
            continue
        received = line.buyer_stated_dry_lb_e4
        unreceived = line.debit_dry_lb_e4 if received is None else 0
        lower = 0 if received is None else max(line.debit_dry_lb_e4 - received, 0)
        missing = line.debit_dry_lb_e4 - line.credit_dry_lb_e4 - unreceived - lower
        is_about_the_ci = {"A_CI_NOT_HELD", "A_COUNTERPARTY_CI"} & set(line.codes)
        assert missing == 0 or (missing > 0 and is_about_the_ci and not line.credit_dry_lb_e4), line


def nobody_is_credited_more_than_was_attested_or_received(books: Books) -> None:
    for line in books.scan(Line):
        stated = [line.seller_stated_dry_lb_e4, line.buyer_stated_dry_lb_e4]
        is_trade = line.buyer_stated_dry_lb_e4 is not None
        if is_trade:
            assert line.credit_dry_lb_e4 <= min(amount for amount in stated if amount is not None)
        if is_trade and line.seller_stated_dry_lb_e4 is None and line.credit_dry_lb_e4:
            claims = line.claim in {Claim.REDUCED, Claim.PENDING}
            assert line.unstated or not claims, "only a farm's lot is a claim by its receipt alone"


def a_claim_never_changes_on_its_way(books: Books) -> None:
    """What reaches an account of a CI left under that CI: from the seller's account of it, or from a lot of it."""
    cis = {row.account_key: row.ci_e6 for row in books.scan(Account)}
    for line in books.scan(Line):
        if line.credit_account in cis and line.credit_dry_lb_e4 and cis[line.credit_account] is not None:
            assert (line.claim, line.ci_e6) == (Claim.REDUCED, cis[line.credit_account])
            if line.debit_account in cis and line.debit_dry_lb_e4:
                assert cis[line.debit_account] == line.ci_e6


def draws_take_no_more_than_there_is(books: Books) -> None:
    lines = {(row.load_key, row.line_no): row for row in books.scan(Line)}
    taken: dict[LineId, int] = defaultdict(int)
    given_by: dict[LineId, int] = defaultdict(int)
    for edge in books.scan(Edge):
        taken[edge.load_key, edge.line_no] += edge.dry_lb_e4
        if edge.parent_load_key is not None and edge.parent_line_no is not None:
            given_by[edge.parent_load_key, edge.parent_line_no] += edge.dry_lb_e4
            parent = lines[edge.parent_load_key, edge.parent_line_no]
            assert parent.credit_account == lines[edge.load_key, edge.line_no].debit_account
    assert all(amount <= lines[name].credit_dry_lb_e4 for name, amount in given_by.items())
    for name, amount in taken.items():
        stated = max(lines[name].seller_stated_dry_lb_e4 or 0, lines[name].buyer_stated_dry_lb_e4 or 0)
        assert amount <= max(lines[name].debit_dry_lb_e4, stated)
    _whole_supply_is_drawn(books, list(lines.values()), taken)


def _whole_supply_is_drawn(books: Books, lines: list[Line], taken: dict[LineId, int]) -> None:
    """Where no outflow names its lots, a period's outflows draw the lower of what there was and what left."""
    for row in books.scan(Statement):
        out = [
            line
            for line in lines
            if line.debit_account == row.account_key and row.start <= line.day < row.end_exclusive
        ]
        if not any(line.names_lots for line in out):
            drawn = sum(taken[line.load_key, line.line_no] for line in out)
            supply, outgoing = row.beginning_e4 + row.incoming_e4, sum(line.debit_dry_lb_e4 for line in out)
            assert drawn == min(supply, outgoing)


def what_is_blocked_has_an_open_finding(books: Books) -> None:
    """A line's state follows its codes, and each of them stands open somewhere."""
    open_codes = {row.code for row in books.scan(Finding) if row.status is Status.OPEN}
    on_stage = {row.entity_id for row in books.scan(Holder)}
    for line in books.scan(Line):
        codes = {*line.codes, *([line.block_code] if line.block_code else [])}
        is_suspended = any(code.startswith("A_") for code in codes)
        assert line.state is (State.SUSPENDED if is_suspended else State.PENDING if codes else State.NOT_JUDGED)
        is_own_affair = line.buyer_id is None and line.seller_id not in on_stage
        assert is_own_affair or codes <= open_codes, line


def nothing_is_overdue(books: Books) -> None:
    day = next((row.day for row in books.scan(HubDay)), date.min)
    for kind in (Line, Statement, FarmSales):
        assert [row for row in books.scan(kind) if row.due is not None and row.due <= day] == []
