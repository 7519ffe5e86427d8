"""The ledger says what an independent reading of the rule says (design D3, invariant 2)."""

from random import Random

from helpers.arrivals import World, cut, interleaved
from helpers.mill_strategies import every_world
from helpers.oracle import truth_of
from helpers.oracle_admission import Message, admit
from helpers.profiles import tries
from helpers.snapshot import differences, told_by_books, told_by_oracle
from hypothesis import given, note
from hypothesis import strategies as st

from hub.ledger.admission import Arrival
from hub.ledger.policy import Policy
from hub.ledger.post import post
from hub.memory import MemoryBooks


@tries(900)
@given(every_world, st.integers(0, 2**32))
def test_outcomes_balances_findings_lines_and_draws_are_the_oracles(world: World, seed: int):
    random = Random(seed)
    arrivals = interleaved(world, random)
    books, outcomes = MemoryBooks(), []

    for number, batch in enumerate(cut(arrivals, random), 1):
        outcomes += post(books, batch, Policy(), number).outcomes

    found = differences(told_by_oracle(truth_of(world.accepted)), told_by_books(books))
    note("\n".join(found))
    assert found == []
    assert [(outcome.outcome, set(outcome.codes)) for outcome in outcomes] == _verdicts(arrivals)


def _verdicts(arrivals: list[Arrival]) -> list[tuple[str, set[str]]]:
    """The oracle's verdicts, each author judged alone, in the order of arrival."""
    by_author: dict[str, list[Message]] = {}
    for stated in arrivals:
        by_author.setdefault(stated.fact.author_id, []).append((stated.fact, stated.body_sha256))
    verdicts = {author: iter(admit(messages)) for author, messages in by_author.items()}
    found = [next(verdicts[stated.fact.author_id]) for stated in arrivals]
    return [(verdict.outcome, set(verdict.codes)) for verdict in found]
