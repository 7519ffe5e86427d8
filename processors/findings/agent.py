"""The Faust shell of the findings agent: one table of what is open, rebuilt from the table's changelog."""

import asyncio
import logging
from typing import Any, Final

import faust

from hub.codec import Codec
from hub.errors import InvalidMessage, RetryLater
from hub.messages import Finding, Message
from processors.findings.step import counts, take
from processors.metrics import Metrics

__all__ = ["attach", "read"]

_LOG: Final = logging.getLogger(__name__)
_SHOW_SECONDS: Final = 5.0
_AWAY_SECONDS: Final = 1.0


def attach(app: faust.App, codec: Codec, metrics: Metrics, *, prefix: str, partitions: int) -> None:
    """Put the findings agent on an app."""
    topic = app.topic(f"{prefix}hub.findings", key_type=bytes, value_type=bytes, value_serializer="raw", internal=False)
    table: Any = app.Table("findings", partitions=partitions, key_type=str)

    @app.agent(topic, name="findings")
    async def count_findings(records: Any) -> None:
        async for value in records:
            message = await read(codec, value)
            if isinstance(message, Finding):
                take(table, message.finding_id, message.code, message.status)

    @app.timer(interval=_SHOW_SECONDS)  # type: ignore[untyped-decorator]  # Faust leaves it so
    async def show() -> None:
        for labels, count in counts(table.values()).items():
            metrics.findings_open.labels(*labels).set(count)


async def read(codec: Codec, value: bytes | None) -> Message | None:
    """The message, waiting for a registry that is away: Faust would take the record for done.

    None if it is no message: only the relay writes here, and an operator's stray record is nobody's finding.
    """
    while True:
        try:
            return (await asyncio.to_thread(codec.decode, value)).message
        except InvalidMessage:
            return None
        except RetryLater as error:
            _LOG.warning("findings: %s", error)
            await asyncio.sleep(_AWAY_SECONDS)
