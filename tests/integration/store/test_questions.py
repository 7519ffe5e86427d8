"""What a batch asks of the database does not grow with its size."""

from collections.abc import Collection
from typing import Any

from integration.intake.worlds import loads, world

from hub.ledger.admission import Arrival
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.messages import Message, body_sha256
from hub.messages.facts import fact_of
from hub.store.books import PostgresBooks
from hub.store.unit import Ledger


class Counting:
    """Books that count the questions put to them."""

    def __init__(self, books: PostgresBooks) -> None:
        self._books = books
        self.questions = 0

    def __getattr__(self, name: str) -> Any:
        self.questions += 1
        return getattr(self._books, name)


def questions(database: str, messages: Collection[Message]) -> int:
    arrivals = [Arrival(fact_of(message), body_sha256(message.model_dump())) for message in messages]
    ledger = Ledger(database)
    with ledger.locked() as unit:
        counting = Counting(unit.books)
        post(counting, arrivals, Policy(), 1)
    ledger.close()
    return counting.questions


def test_a_batch_asks_a_constant_number_of_questions(database: str) -> None:
    questions(database, list(world(8)))

    few = questions(database, loads(8, 16))
    many = questions(database, loads(8, 1_600)[16:])

    assert many <= few + 2
