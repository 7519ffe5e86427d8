"""The acceptance scenarios through the broker, a worker and the database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.bootstrap import Hub
from hub.scenarios.kafka_feed import KafkaFeeds
from hub.scenarios.runner import run_scenario
from hub.settings import Settings
from hub.stack import Engines

FILES = sorted((Path(__file__).parents[2] / "scenarios").glob("*.json"))


@pytest.fixture(scope="module")
def feeds(engines: Engines) -> Iterator[KafkaFeeds]:
    with KafkaFeeds(Hub(Settings(), engines.kafka_bootstrap, engines.database_url)) as feeds:
        yield feeds


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_scenario_comes_out_as_expected(feeds: KafkaFeeds, file: Path) -> None:
    with feeds.feed() as feed:
        result = run_scenario(file, feed)

    assert result["differences"] == []
