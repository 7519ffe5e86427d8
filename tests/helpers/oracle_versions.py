"""Which version of a statement counts (model.md 6): the last unreversed correction in author order, else the original.

Corrections and reversals name events of their own author and may come before what they name. A reversal of the
original takes the whole statement back, corrections included: model.md leaves that open, and what did not happen has
no right figures either.
"""

from collections.abc import Sequence

from hub.ledger.facts import CrushRun, Fact, Reversal, Transfer


def own(fact: Fact, facts: Sequence[Fact]) -> list[Fact]:
    """The facts of the same author, in its order."""
    return [other for other in facts if other.author_id == fact.author_id]


def named(fact: Fact, facts: Sequence[Fact]) -> Fact | None:
    """The event a correction or reversal names, if it is there and can be named by it."""
    found = next((other for other in own(fact, facts) if other.event_id == fact.names), None)
    return found if found is not None and fits(fact, found) else None


def fits(fact: Fact, target: Fact) -> bool:
    """A reversal stands; a correction keeps type, and transfer_id or run_id."""
    if isinstance(target.body, Reversal):
        return False
    if isinstance(fact.body, Reversal):
        return True
    if isinstance(fact.body, Transfer) and isinstance(target.body, Transfer):
        return fact.body.transfer_id == target.body.transfer_id
    if isinstance(fact.body, CrushRun) and isinstance(target.body, CrushRun):
        return fact.body.run_id == target.body.run_id
    return fact.kind == target.kind


def root_of(fact: Fact, facts: Sequence[Fact]) -> Fact | None:
    """The original of a statement; None while it, or a correction on the way to it, is not there."""
    passed: list[Fact] = []
    step: Fact | None = fact
    while step is not None and step.names is not None:
        passed.append(step)
        step = named(step, facts)
        if step in passed:
            return None
    return step


def is_reversed(fact: Fact, facts: Sequence[Fact]) -> bool:
    """Whether its author has taken this very event back."""
    reversals = [other for other in own(fact, facts) if isinstance(other.body, Reversal)]
    return any(named(other, facts) is fact for other in reversals)


def effective_of(root: Fact | None, facts: Sequence[Fact]) -> Fact | None:
    """The version of a statement that counts."""
    if root is None or is_reversed(root, facts):
        return None
    corrections = [other for other in own(root, facts) if other.is_correction and root_of(other, facts) is root]
    return [root, *(version for version in corrections if not is_reversed(version, facts))][-1]


def effective(facts: Sequence[Fact], *kinds: type) -> list[tuple[Fact, Fact]]:
    """Each statement of some kinds that counts, as (original, version that counts)."""
    roots = [fact for fact in facts if fact.names is None and isinstance(fact.body, kinds)]
    found = [(root, effective_of(root, facts)) for root in roots]
    return [(root, version) for root, version in found if version is not None]


def waiting(facts: Sequence[Fact]) -> list[Fact]:
    """Corrections and reversals whose original is not there."""
    return [fact for fact in facts if fact.names is not None and root_of(fact, facts) is None]
