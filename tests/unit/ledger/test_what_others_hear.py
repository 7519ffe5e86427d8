"""What a batch says to others: the last word on each finding, and on each line to everyone who has or had it."""

from helpers.book import CI, Book
from helpers.builders import arrival, close, confirmed, correct, draw, line, reverse, transfer

from hub.ledger.facts import Fact
from hub.ledger.policy import Policy
from hub.ledger.post import Batch, post

OTHERS_CLOSE = close("z2", "elev-2", "2026Q4", {})


def told() -> Book:
    book = Book().with_elevator("elev-1", "elev-2")
    return book.play(f"10-05 farm-1 > elev-1 1000 of {CI}")


def hear(book: Book, *facts: Fact) -> Batch:
    return post(book.books, [arrival(fact) for fact in facts], Policy(), 1_000)


def sale(event_id: str, buyer: str = "ref-1", amount: str = "100", ticket: str | None = None) -> Fact:
    return transfer(event_id, f"elev-1 > {buyer}", "10-10", line(amount, CI), ticket=ticket)


def states(batch: Batch) -> dict[str, list[str]]:
    """The last state each buyer hears of, by buyer."""
    found: dict[str, list[str]] = {}
    for row in batch.lines.values():
        found.setdefault(str(row.buyer_id), []).append(str(row.state))
    return found


def test_a_line_reversed_and_stated_again_around_anothers_close_is_live():
    book = told()
    first = sale("s1", ticket="7")
    book.tell(first)

    batch = hear(book, reverse("r", "elev-1", "s1"), OTHERS_CLOSE, sale("s2", ticket="7"))

    assert [outcome.outcome for outcome in batch.outcomes] == ["accepted"] * 3
    assert states(batch)["ref-1"] == ["NOT_JUDGED"]


def test_a_line_stated_and_reversed_around_anothers_close_is_gone():
    book = told()

    batch = hear(book, sale("s1"), OTHERS_CLOSE, reverse("r", "elev-1", "s1"))

    assert states(batch)["ref-1"] == ["REVERSED"]


def test_an_over_sale_cured_around_anothers_close_is_told_once_as_it_ends():
    book = told()
    more = transfer("in", "farm-1 > elev-1", "10-06", line("500", CI, draws=[draw("farm-1/F1")]))

    batch = hear(book, sale("s1", amount="1400"), OTHERS_CLOSE, *confirmed(more))

    over = [found for found in batch.findings.values() if found.code == "A_OVERSALE_RUNNING"]
    assert [found.status for found in over] == ["retracted"]


def test_the_former_buyer_hears_that_the_line_is_no_longer_its_own():
    book = told()
    book.tell(sale("s1", "ref-1"))

    batch = hear(book, correct("c", sale("s1", "ref-1"), buyer_id="ref-2"))

    assert states(batch) == {"ref-1": ["REVERSED"], "ref-2": ["NOT_JUDGED"]}


def test_a_buyer_who_gets_the_line_back_in_the_same_batch_has_it():
    book = told()
    first = sale("s1", "ref-1")
    book.tell(first)
    to_other, back = correct("c1", first, buyer_id="ref-2"), correct("c2", first, buyer_id="ref-1")

    batch = hear(book, to_other, OTHERS_CLOSE, back)

    assert states(batch) == {"ref-1": ["NOT_JUDGED"], "ref-2": ["REVERSED"]}
