"""The worked scenarios through memory: as the file tells them, and in other orders of arrival."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hub.errors import InvalidInput
from hub.messages import Message
from hub.scenarios.actual import state
from hub.scenarios.compare import differences
from hub.scenarios.file import read_scenario
from hub.scenarios.loader import steps
from hub.scenarios.runner import MemoryFeed, run_scenario

ROOT = Path(__file__).parents[3]
SCENARIOS = sorted((ROOT / "tests" / "scenarios").glob("*.json"))
SPECIFIED = ROOT.parent / "shared" / "scenarios"
SEEDS = range(12)

each_scenario = pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)


def test_there_are_scenarios():
    assert len(SCENARIOS) >= 18


@each_scenario
def test_a_scenario_comes_out_as_expected(path: Path):
    result = run_scenario(path, MemoryFeed())

    assert result["differences"] == []
    assert result["ok"]


@each_scenario
@pytest.mark.parametrize("seed", SEEDS)
def test_another_order_of_arrival_leaves_the_same_state(path: Path, seed: int):
    random = Random(seed)
    scenario = read_scenario(path)
    messages = [message for step in steps(scenario) for message in step.messages]
    feed = MemoryFeed()

    for batch in _batches(_repeated(_interleaved(messages, random), random), random):
        feed.send(tuple(batch))

    assert differences(_standing(scenario.expected), _standing(state(feed.books))) == []


@each_scenario
def test_the_copy_is_the_specified_file(path: Path):
    specified = SPECIFIED / path.name
    if not specified.exists():
        pytest.skip("the specification is not beside this repository")

    assert path.read_bytes() == specified.read_bytes()


def _interleaved(messages: list[Message], random: Random) -> list[Message]:
    """Each author's messages in its own order, the authors' mixed."""
    queues: dict[str, list[Message]] = {}
    for message in messages:
        queues.setdefault(message.author_id, []).append(message)
    turns = [author for author, own in queues.items() for _ in own]
    random.shuffle(turns)
    return [queues[author].pop(0) for author in turns]


def _repeated(messages: list[Message], random: Random) -> Iterator[Message]:
    """Now and then one that came already comes again."""
    for number, message in enumerate(messages, 1):
        yield message
        if random.random() < 0.3:
            yield random.choice(messages[:number])


def _batches(messages: Iterator[Message], random: Random) -> Iterator[list[Message]]:
    left = list(messages)
    while left:
        size = random.choice([1, 1, 2, 5, 50])
        yield left[:size]
        left = left[size:]


def _standing(view: dict[str, Any]) -> dict[str, Any]:
    """What no order of arrival may change: not outcomes, stages on the way, or alerts that have ended.

    A quantity converted alone is in no book.
    """
    kept = {name: value for name, value in view.items() if name not in {"after", "outcomes", "conversions"}}
    for key in ("alerts", "gaps"):
        kept[key] = [item for item in view.get(key, []) if _stands(item)]
    return kept


def _stands(item: dict[str, Any]) -> bool:
    return item["status"] in {"open", "cleared_late"} and item["code"] != "A_PERIOD_RESTATED"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"title": "x", "events": [], "expected": {}}',
        '{"title": "x", "events": [{"seq": 1, "type": "nope"}], "expected": {}}',
        '{"title": "x", "events": [{"seq": 1, "type": "transfer", "event_id": "e"}], "expected": {}, "as_of": "x"}',
        '{"title": "x", "events": [{"seq": 1, "type": "transfer", "event_id": "e"}], "expected": {}}',
    ],
    ids=lambda text: text[:60],
)
def test_what_is_no_scenario_is_refused(tmp_path: Path, text: str):
    (tmp_path / "s.json").write_text(text, encoding="utf-8")

    with pytest.raises(InvalidInput, match=r"s\.json: "):
        run_scenario(tmp_path / "s.json", MemoryFeed())
