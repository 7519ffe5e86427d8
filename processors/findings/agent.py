"""The Faust shell of the findings agent: one table of absolute values, rebuilt from the compacted topic's changelog."""

from typing import Any, Final

import faust

from hub.codec import Codec
from hub.errors import InvalidMessage
from hub.messages import Finding
from processors.findings.step import counts, shown
from processors.metrics import Metrics

__all__ = ["attach"]

_SHOW_SECONDS: Final = 1.0


def attach(app: faust.App, codec: Codec, metrics: Metrics, *, prefix: str, partitions: int) -> None:
    """Put the findings agent on an app."""
    topic = app.topic(f"{prefix}hub.findings", key_type=bytes, value_type=bytes, value_serializer="raw", internal=False)
    table: Any = app.Table("findings", partitions=partitions, key_type=str)

    @app.agent(topic, name="findings")
    async def count_findings(records: Any) -> None:
        async for value in records:
            _take(table, codec, value)

    @app.timer(interval=_SHOW_SECONDS)  # type: ignore[untyped-decorator]  # Faust leaves it so
    async def show() -> None:
        for labels, count in counts(table.values()).items():
            metrics.findings_open.labels(*labels).set(count)


def _take(table: Any, codec: Codec, value: bytes | None) -> None:
    try:
        message = codec.decode(value).message
    except InvalidMessage:
        return  # only the relay writes here; an operator's stray record is nobody's finding
    if isinstance(message, Finding):
        before = table.get(message.finding_id)
        table[message.finding_id] = shown(message.code, message.status, message.version, before)
