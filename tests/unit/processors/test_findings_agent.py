"""The findings agent where a record cannot be read at once."""

import asyncio
from datetime import date

import pytest

from hub.codec import Decoded, codec_for
from hub.errors import RetryLater
from hub.messages import DayOpened
from processors.findings import agent
from processors.findings.agent import read


class RegistryAwayAtFirst:
    """A codec that fails twice."""

    def __init__(self) -> None:
        self.failures = 2

    def decode(self, value: bytes | None) -> Decoded:
        if self.failures:
            self.failures -= 1
            raise RetryLater("the registry is away")
        return codec_for().decode(value)


def test_a_registry_that_is_away_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent, "_AWAY_SECONDS", 0.0)
    message = DayOpened(event_id="day", author_id="hub", day=date(2026, 10, 1))

    assert asyncio.run(read(RegistryAwayAtFirst(), codec_for().encode(message))) == message


def test_a_stray_record_is_nobodys_finding() -> None:
    assert asyncio.run(read(codec_for(), b"\x07")) is None
