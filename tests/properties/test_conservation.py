"""Nothing is made and nothing is lost (design section 6, invariant 1), read from the rows of the books alone."""

from collections import defaultdict
from datetime import date
from typing import Any

from helpers.arrivals import World, feed
from helpers.mill_strategies import every_world
from helpers.profiles import tries
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
    ProductDay,
    ProductStock,
    Statement,
)
from hub.ledger.terms import Claim, Flow, Form, State, Status
from hub.memory import MemoryBooks

AccountId = bytes
LineId = tuple[bytes, int]


@tries(500)
@given(every_world)
def test_a_world_keeps_every_invariant_of_the_books(world: World):
    books = MemoryBooks()

    feed(books, iter([world.in_order]))

    days_are_the_sums_of_their_lines(books)
    crushing_leaves_the_key_as_it_was(books)
    product_lots_are_the_sums_of_their_lines(books)
    product_lots_begin_with_what_they_carried(books)
    statements_are_the_sums_of_their_days(books)
    each_period_begins_with_what_the_one_before_carried(books)
    what_the_seller_lost_and_the_buyer_did_not_get_is_named(books)
    nobody_is_credited_more_than_was_attested_or_received(books)
    a_claim_never_changes_on_its_way(books)
    draws_take_no_more_than_there_is(books)
    what_is_blocked_has_an_open_finding(books)
    nothing_is_overdue(books)


def days_are_the_sums_of_their_lines(books: Books) -> None:
    names = ("incoming_e4", "outgoing_e4", "processed_e4", "oil_incoming_e4", "oil_outgoing_e4")
    sums: dict[str, dict[tuple[AccountId, date], int]] = {name: defaultdict(int) for name in names}
    for line in books.scan(Line):
        debit, credit = (line.debit_account, line.day), (line.credit_account, line.day)
        oil = "oil_" if line.form is not Form.CROP else ""
        if line.debit_account is not None and line.flow is Flow.PROCESSED:
            sums["processed_e4"][debit] += line.debit_dry_lb_e4
            continue
        for what in {"", oil} if line.debit_account is not None else ():
            sums[f"{what}outgoing_e4"][debit] += line.debit_dry_lb_e4
        for what in {"", oil} if line.credit_account is not None else ():
            sums[f"{what}incoming_e4"][credit] += line.credit_dry_lb_e4
    for name in names:
        said = {(row.account_key, row.day): getattr(row, name) for row in books.scan(AccountDay)}
        assert _not_zero(said) == _not_zero(sums[name])


def _not_zero(sums: dict[Any, int]) -> dict[Any, int]:
    return {key: amount for key, amount in sums.items() if amount}


def crushing_leaves_the_key_as_it_was(books: Books) -> None:
    """What goes in of a CI as crop is its oil in the same account; what goes in of none is nobody's claim."""
    for line in books.scan(Line):
        if line.flow is Flow.PROCESSED and line.credit_account is not None:
            assert (line.debit_account, line.debit_dry_lb_e4) == (line.credit_account, line.credit_dry_lb_e4)
            assert line.claim is Claim.REDUCED


def product_lots_are_the_sums_of_their_lines(books: Books) -> None:
    names = ("incoming_lb_e4", "incoming_e4", "outgoing_lb_e4", "outgoing_e4")
    sums: dict[Any, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for line in books.scan(Line):
        sides = (
            (line.credit_account, line.credit_pool, line.credit_product_lb_e4, line.credit_dry_lb_e4),
            (line.debit_account, line.debit_pool, line.debit_product_lb_e4, line.debit_dry_lb_e4),
        )
        for number, (account, pool, pounds, dry) in enumerate(sides):
            if account is not None and pool is not None and None not in pool and dry:
                sums[account, *pool, line.day][2 * number] += pounds
                sums[account, *pool, line.day][2 * number + 1] += dry
    days = {
        (row.account_key, row.crush_run_id, row.crushing_yield_e4, row.day): [getattr(row, name) for name in names]
        for row in books.scan(ProductDay)
    }
    assert days == dict(sums)


def product_lots_begin_with_what_they_carried(books: Books) -> None:
    """Each lot adds up from period to period; together they never hand on more than the account does as oil."""
    lots: dict[AccountId, list[ProductStock]] = defaultdict(list)
    days: dict[AccountId, list[ProductDay]] = defaultdict(list)
    for stock in books.scan(ProductStock):
        lots[stock.account_key].append(stock)
    for day in books.scan(ProductDay):
        days[day.account_key].append(day)
    for account in books.scan(Account):
        handed_on: dict[Any, tuple[int, int]] = {}
        for row in sorted(books.scan(Statement, account_key=account.account_key), key=lambda row: row.start):
            own = [stock for stock in lots[account.account_key] if stock.start == row.start]
            inside = [day for day in days[account.account_key] if row.start <= day.day < row.end_exclusive]
            begins = {_lot(stock): (stock.beginning_lb_e4, stock.beginning_e4) for stock in own}
            assert {lot: sums for lot, sums in begins.items() if sums != (0, 0)} == handed_on
            for stock in own:
                assert stock.incoming_lb_e4 == sum(day.incoming_lb_e4 for day in inside if _lot(day) == _lot(stock))
                assert stock.outgoing_lb_e4 == sum(day.outgoing_lb_e4 for day in inside if _lot(day) == _lot(stock))
                assert 0 <= stock.carried_lb_e4 <= max(stock.ending_lb_e4, 0)
                assert 0 <= stock.carried_e4 <= max(stock.ending_e4, 0)
            assert sum(stock.carried_e4 for stock in own) <= row.oil_carried_e4
            handed_on = {_lot(s): (s.carried_lb_e4, s.carried_e4) for s in own if s.carried_e4}


def _lot(row: ProductStock | ProductDay) -> tuple[str, int]:
    return row.crush_run_id, row.crushing_yield_e4


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
        assert row.processed_e4 == sum(day.processed_e4 for day in inside)
        came = sum(day.oil_incoming_e4 for day in inside) + row.processed_e4
        assert row.oil_beginning_e4 + came == sum(day.oil_outgoing_e4 for day in inside) + row.oil_end_e4


def each_period_begins_with_what_the_one_before_carried(books: Books) -> None:
    judged = {holder.entity_id: holder.periods for holder in books.scan(Holder)}
    for account in books.scan(Account):
        statements = sorted(books.scan(Statement, account_key=account.account_key), key=lambda row: row.start)
        carried = (0, 0)
        for row in statements:
            assert (row.beginning_e4, row.oil_beginning_e4) == carried
            carried = (row.carried_e4, row.oil_carried_e4)
            assert 0 <= row.carried_e4 <= max(row.computed_end_e4, 0)
            assert 0 <= row.oil_carried_e4 <= max(row.oil_end_e4, 0)
            assert 0 <= row.carried_e4 - row.oil_carried_e4 <= max(row.crop_end_e4, 0)
        starts = [period.start for period in judged.get(account.entity_id, ())]
        assert [row.start for row in statements] == [
            start for start in starts if statements and statements[0].start <= start <= statements[-1].start
        ]


def what_the_seller_lost_and_the_buyer_did_not_get_is_named(books: Books) -> None:
    """Debit - credit = unreceived + the lower amount + a CI nobody may claim, line by line."""
    for line in books.scan(Line):
        is_sale = line.flow in {Flow.SOLD, Flow.SOLD_AS_CONVENTIONAL}
        if line.seller_id is None or line.buyer_id is None or not line.debit_dry_lb_e4 or not is_sale:
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
            assert line.credit_product_lb_e4 <= line.debit_product_lb_e4 or not line.debit_dry_lb_e4
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
            child = lines[edge.load_key, edge.line_no]
            assert (parent.credit_account, parent.credit_pool) == (child.debit_account, child.debit_pool)
    assert all(amount <= lines[name].credit_dry_lb_e4 for name, amount in given_by.items())
    for name, amount in taken.items():
        stated = max(lines[name].seller_stated_dry_lb_e4 or 0, lines[name].buyer_stated_dry_lb_e4 or 0)
        assert amount <= max(lines[name].debit_dry_lb_e4, stated)
    _whole_supply_is_drawn(books, list(lines.values()), taken)


def _whole_supply_is_drawn(books: Books, lines: list[Line], taken: dict[LineId, int]) -> None:
    """Where no outflow names its lots, a period's outflows draw the lower of what there was and what left."""
    for row in books.scan(Statement):
        inside = [line for line in lines if row.start <= line.day < row.end_exclusive]
        out = [line for line in inside if line.debit_account == row.account_key and line.debit_pool is None]
        came = [line for line in inside if line.credit_account == row.account_key and line.credit_pool is None]
        if not any(line.names_lots for line in out):
            drawn = sum(taken[line.load_key, line.line_no] for line in out)
            supply = row.beginning_e4 - row.oil_beginning_e4 + sum(line.credit_dry_lb_e4 for line in came)
            assert drawn == min(supply, sum(line.debit_dry_lb_e4 for line in out))
    for stock in books.scan(ProductStock):
        pool = (stock.account_key, _lot(stock))
        (period,) = books.scan(Statement, account_key=stock.account_key, start=stock.start)
        inside = [line for line in lines if period.start <= line.day < period.end_exclusive]
        out = [line for line in inside if (line.debit_account, line.debit_pool) == pool]
        if not any(line.names_lots for line in out):
            drawn = sum(taken[line.load_key, line.line_no] for line in out)
            assert drawn == min(stock.beginning_e4 + stock.incoming_e4, stock.outgoing_e4)


def what_is_blocked_has_an_open_finding(books: Books) -> None:
    """A line's state follows its codes, and each of them stands open somewhere."""
    open_codes = {row.code for row in books.scan(Finding) if row.status is Status.OPEN}
    on_stage = {row.entity_id for row in books.scan(Holder)}
    for line in books.scan(Line):
        codes = {*line.codes, *([line.block_code] if line.block_code else [])}
        is_suspended = any(code.startswith("A_") for code in codes)
        assert line.state is (State.SUSPENDED if is_suspended else State.PENDING if codes else State.NOT_JUDGED)
        is_own = line.buyer_id is None or line.flow is Flow.PROCESSED
        is_own_affair = is_own and line.seller_id not in on_stage
        assert is_own_affair or codes <= open_codes, line


def nothing_is_overdue(books: Books) -> None:
    day = next((row.day for row in books.scan(HubDay)), date.min)
    for kind in (Line, Statement, FarmSales):
        assert [row for row in books.scan(kind) if row.due is not None and row.due <= day] == []
