"""Seller against buyer (domain.md 3.5 #29, #30): who is debited, who is credited, and what opens.

Both stand on stage with plenty of A and B in the seller's books. A = 5125.4 and B = 4980 are on farm-1's report; X is
on nobody's. `conv` is conventional crop, `down A` is sold without its claim, `F1?` waits for the report of field F1.
In the last column AMOUNT and CI stand for A_COUNTERPARTY_AMOUNT and A_COUNTERPARTY_CI.
"""

import pytest
from helpers.book import CI, OTHER_CI, Book
from helpers.builders import ci_e6, draw, line, receipt, transfer

from hub.ledger.facts import StatedLine
from hub.ledger.keys import account_key
from hub.ledger.rows import Line

CIS = {"A": CI, "B": OTHER_CI, "X": "777"}

TABLE = """
seller states        | buyer states | seller debited       | buyer credited | opens
A 174000             | A 174000     | A 174000             | A 174000       |
A 174000             | A 172732     | A 174000             | A 172732       | AMOUNT 1268
A 87000              | A 87870      | A 87000              | A 87000        | AMOUNT 870
A 43500              | B 43500      | A 43500              | A 43500        | CI 43500
A 43500              | B 43000      | A 43500              | A 43000        | CI 43000, AMOUNT 500
X 43500              | A 43500      | X 43500              |                | CI 43500, A_CI_NOT_HELD 43500
X 43500              | X 43500      | X 43500              |                | A_CI_NOT_HELD 43500
A 100                | conv 100     | A 100                | A 100          | CI 100
conv 100             | A 100        | conv 100             | conv 100       | CI 100
conv 100             | conv 90      | conv 100             | conv 90        | AMOUNT 10
down A 100           | conv 100     | A 100                | conv 100       |
down A 100           | down A 100   | A 100                | conv 100       |
down A 100, conv 50  | conv 140     | A 100, conv 50       | conv 140       | AMOUNT 10
A 100, B 50          | B 50, A 100  | A 100, B 50          | A 100, B 50    |
A 60, A 40           | A 100        | A 100                | A 100          |
A 100                | A 60, A 40   | A 100                | A 100          |
A 60, A 40           | A 90         | A 100                | A 90           | AMOUNT 10
A 60, A 40           | A 120        | A 100                | A 100          | AMOUNT 20
A 100, B 50          | A 100        | A 100, B 50          | A 100          | AMOUNT 50
A 100                | A 100, B 50  | A 100                | A 100          | AMOUNT 50
A 100, B 50          | conv 100     | A 100, B 50          | A 100          | CI 100, AMOUNT 50
A 100, B 50, conv 10 | B 50, X 100  | A 100, B 50, conv 10 | A 100, B 50    | CI 100, AMOUNT 10
F1? 100              | F1? 100      | A 100                | A 100          |
A 100                | F1? 100      | A 100                | A 100          |
B 100                | F1? 100      | B 100                | B 100          | CI 100
G9? 100              | G9? 90       |                      |                | G_BFR 100, AMOUNT 10
A 100                | G9? 90       | A 100                | A 90           | AMOUNT 10
A 100000             | A 99500      | A 100000             | A 99500        | AMOUNT 500
A 100000             | A 99501      | A 100000             | A 99501        | info 499
A 100000             | A 100499     | A 100000             | A 100000       | info 499
A 100                |              | A 100                |                |
                     | A 100        |                      |                | G_ATTESTATION 100
                     | conv 100     |                      | conv 100       |
                     | down A 100   |                      | conv 100       |
                     | down X 100   |                      |                | A_CI_NOT_HELD 100
                     | F1? 100      |                      |                | G_ATTESTATION 100
"""
ROWS = [[cell.strip() for cell in row.split("|")] for row in TABLE.strip().splitlines()[1:]]


@pytest.mark.parametrize(
    ("sold", "got", "debited", "credited", "opens"), ROWS, ids=[" > ".join(row[:2]) for row in ROWS]
)
def test_what_two_statements_of_one_load_come_to(sold: str, got: str, debited: str, credited: str, opens: str):
    book = _stocked()
    statements = [transfer("t", "elev-1 > elev-2", "10-20", *_lines(sold), transfer_id="T-1")] if sold else []
    statements += [receipt("r", "elev-1 > elev-2", "10-20", *_lines(got), transfer_id="T-1")] if got else []

    book.tell(*statements)

    lines = [row for row in book.lines() if row.order_event_id in {"t", "r"}]
    assert _sums(lines, "debit") == debited
    assert _sums(lines, "credit") == credited
    assert _opened(book) == sorted(opens.split(", ") if opens else [])


@pytest.mark.parametrize("order", ["seller first", "buyer first", "together"])
def test_which_statement_comes_first_does_not_matter(order: str):
    book = _stocked()
    sale = transfer("t", "elev-1 > elev-2", "10-20", *_lines("A 174000, B 50"), transfer_id="T-1")
    got = receipt("r", "elev-1 > elev-2", "10-21", *_lines("A 172732, X 50"), transfer_id="T-1")

    {"seller first": lambda: book.tell(sale, got), "buyer first": lambda: book.tell(got, sale)}.get(
        order, lambda: book.tell_together(sale, got)
    )()

    assert _sums(book.lines(order_event_id="t"), "credit") == "A 172732, B 50"
    assert _opened(book) == ["AMOUNT 1268", "CI 50"]


@pytest.mark.parametrize(
    ("ticket_and_transfer", "meets"),
    [
        ({"ticket": "7"}, True),
        ({"transfer_id": "T-1"}, True),
        ({"ticket": "7", "transfer_id": "T-1"}, True),
        ({"ticket": "8", "transfer_id": "T-1"}, True),
        ({"ticket": "8"}, False),
        ({"transfer_id": "T-2"}, False),
    ],
)
def test_a_receipt_finds_its_sale_by_ticket_or_transfer_id(ticket_and_transfer: dict[str, str], *, meets: bool):
    book = _stocked()
    book.tell(transfer("t", "elev-1 > elev-2", "10-20", *_lines("A 100"), transfer_id="T-1", ticket="7"))

    book.tell(receipt("r", "elev-1 > elev-2", "10-20", *_lines("A 100"), **ticket_and_transfer))

    assert _opened(book) == ([] if meets else ["G_ATTESTATION 100"])


@pytest.mark.parametrize(
    ("parties", "on"),
    [("elev-1 > elev-3", "10-20"), ("elev-2 > elev-3", "10-20"), ("elev-1 > elev-2", "2027-01-02")],
)
def test_a_ticket_names_one_load_of_one_pair_in_one_year(parties: str, on: str):
    book = _stocked()
    book.tell(transfer("t", "elev-1 > elev-2", "10-20", *_lines("A 100"), ticket="7"))

    book.tell(receipt("r", parties, on, *_lines("A 100"), ticket="7"))

    assert "G_ATTESTATION 100" in _opened(book)


def test_two_receipts_of_one_ticket_are_summed():
    book = _stocked()
    book.tell(transfer("t", "elev-1 > elev-2", "10-20", *_lines("A 100"), ticket="7"))

    book.tell(receipt("r1", "elev-1 > elev-2", "10-20", *_lines("A 60"), ticket="7"))
    book.tell(receipt("r2", "elev-1 > elev-2", "10-21", *_lines("A 40"), ticket="7"))

    assert _sums(book.lines(order_event_id="t"), "credit") == "A 100"
    assert _opened(book) == []


def test_a_ticket_used_again_on_another_day_is_debited_again():
    book = _stocked()

    book.tell(transfer("t1", "elev-1 > elev-2", "10-20", *_lines("A 100"), ticket="7"))
    book.tell(transfer("t2", "elev-1 > elev-2", "10-25", *_lines("A 100"), ticket="7"))

    assert _sums(book.lines(seller_id="elev-1"), "debit") == "A 200"


@pytest.mark.parametrize(
    ("received", "transaction", "opens"),
    [
        ("10-20", None, []),
        ("10-28", None, []),
        ("10-28", "10-20", []),
        ("10-20", "10-21", ["DATE"]),
    ],
)
def test_only_a_transaction_date_is_compared_and_the_sellers_counts(
    received: str, transaction: str | None, opens: list[str]
):
    book = _stocked()
    book.tell(transfer("t", "elev-1 > elev-2", "10-20", *_lines("A 100"), transfer_id="T-1"))

    book.tell(receipt("r", "elev-1 > elev-2", received, *_lines("A 100"), transfer_id="T-1", transaction=transaction))

    assert _opened(book) == opens
    assert [str(row.day) for row in book.lines(order_event_id="t")] == ["2026-10-20"]


def test_small_differences_of_a_pair_and_quarter_are_one_finding():
    book = _stocked()

    for number, on in enumerate(("10-05", "12-31", "2027-01-01")):
        sale = transfer(f"t{number}", "elev-1 > elev-2", on, *_lines("A 100000, B 100000"), transfer_id=f"T{number}")
        book.tell(
            sale, receipt(f"r{number}", "elev-1 > elev-2", on, *_lines("A 99999, B 99998"), transfer_id=f"T{number}")
        )

    assert _opened(book) == ["info 3", "info 6"]


@pytest.mark.parametrize(
    ("hub_day", "opens"), [("11-03", []), ("11-04", ["G_RECEIPT 100"]), ("12-01", ["G_RECEIPT 100"])]
)
def test_a_sale_nobody_received_is_a_gap_once_the_day_passes_14_days(hub_day: str, opens: list[str]):
    book = _stocked()
    book.tell(transfer("t", "elev-1 > elev-2", "10-20", *_lines("A 100"), transfer_id="T-1"))

    book.on(hub_day)

    assert _opened(book) == opens
    assert ("t" in book.pending) == bool(opens)


@pytest.mark.parametrize("sold", ["conv 100", "down A 100"])
def test_what_claims_no_ci_needs_no_receipt(sold: str):
    book = _stocked()
    book.tell(transfer("t", "elev-1 > elev-2", "10-20", *_lines(sold), transfer_id="T-1"))

    book.on("12-31")

    assert _opened(book) == []
    assert book.pending == set()


def test_a_receipt_that_comes_after_all_clears_the_gap():
    book = _stocked()
    book.tell(transfer("t", "elev-1 > elev-2", "10-20", *_lines("A 100"), transfer_id="T-1"))
    book.on("12-01")

    book.tell(receipt("r", "elev-1 > elev-2", "10-20", *_lines("A 100"), transfer_id="T-1"))

    assert book.only("G_RECEIPT").status == "cleared"
    assert _sums(book.lines(order_event_id="t"), "credit") == "A 100"


@pytest.mark.parametrize(
    ("sold", "got"),
    [("A 100 wet", "A 100"), ("A 100", "A 100 wet"), ("A 100, B 50 wet", "A 100, B 50"), ("A 100", "A 60, A 40 wet")],
)
def test_moisture_missing_on_either_side_is_a_gap_that_blocks(sold: str, got: str):
    book = _stocked()

    book.tell(transfer("t", "elev-1 > elev-2", "10-20", *_lines(sold), transfer_id="T-1"))
    book.tell(receipt("r", "elev-1 > elev-2", "10-20", *_lines(got), transfer_id="T-1"))

    assert "G_MOISTURE" in book.open_codes
    assert book.pending | book.suspended == {"t"}


def _stocked() -> Book:
    """elev-1 with two million pounds of A and of B."""
    return (
        Book()
        .with_elevator("elev-1", "elev-2", "elev-3")
        .play("""
        10-01  farm-1 > elev-1  2000000 of 5125.4
        10-01  farm-1 > elev-1  2000000 of 4980
    """)
    )


def _lines(text: str) -> list[StatedLine]:
    """`A 100, conv 50, down A 10, F1? 7, B 5 wet` as stated lines."""
    return [_stated(item.split()) for item in text.split(", ")]


def _stated(words: list[str]) -> StatedLine:
    without_moisture = words[-1] == "wet"
    words = words[:-1] if without_moisture else words
    moisture = None if without_moisture else "0"
    what, amount = words[-2], words[-1]
    if what.endswith("?"):
        return line(amount, pending=True, draws=[draw(f"farm-1/{what[:-1]}")])
    return line(amount, CIS.get(what), moisture=moisture, as_conventional=words[0] == "down")


def _sums(lines: list[Line], side: str) -> str:
    """What one side's accounts take or get, as `A 100, conv 50`."""
    sums: dict[str, int] = {}
    for row in lines:
        amount = row.debit_dry_lb_e4 if side == "debit" else row.credit_dry_lb_e4
        if getattr(row, f"{side}_account") is not None and amount:
            name = _account(row, side)
            sums[name] = sums.get(name, 0) + amount
    return ", ".join(f"{name} {amount // 10_000}" for name, amount in sorted(sums.items()))


def _account(row: Line, side: str) -> str:
    entity = row.seller_id if side == "debit" else row.buyer_id
    keys = {account_key(str(entity), row.commodity, None): "conv"}
    keys |= {account_key(str(entity), row.commodity, ci_e6(ci)): name for name, ci in CIS.items()}
    return keys[getattr(row, f"{side}_account")]


def _opened(book: Book) -> list[str]:
    """What is open, over-sales of the stage set-up apart; `info` = the one entry per pair and quarter."""
    found = []
    for finding in book.findings("open"):
        if finding.code == "A_OVERSALE_RUNNING":
            continue
        is_info = finding.code == "A_COUNTERPARTY_AMOUNT" and finding.subject.commodity is None
        amount = "" if finding.amount_e4 is None else f" {finding.amount_e4 // 10_000}"
        code = "info" if is_info else finding.code.removeprefix("A_COUNTERPARTY_")
        found.append(f"{code}{amount}")
    return sorted(found)
