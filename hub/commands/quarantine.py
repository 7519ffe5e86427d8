"""`hub quarantine list`: records nobody could read, with their place and the reason."""

import base64
from typing import Final

import click

from hub.bootstrap import hub_for
from hub.commands.show import Column, emit, json_option
from hub.settings import Settings

__all__ = ["quarantine"]

_COLUMNS: Final[tuple[Column, ...]] = (
    ("recorded", "recorded_at"),
    ("topic", "topic"),
    ("partition", "partition"),
    ("offset", "offset"),
    ("bytes", "bytes"),
    ("reason", "reason"),
)


@click.group("quarantine")
def quarantine() -> None:
    """Records that could not be read."""


@quarantine.command("list")
@json_option
@click.pass_obj
def list_command(settings: Settings, *, as_json: bool) -> None:
    """List them, oldest first; the JSON has the bytes in base64."""
    with hub_for(settings).reading() as unit:
        views = [
            {
                "recorded_at": at.isoformat(timespec="seconds"),
                "topic": entry.input.topic,
                "topic_id": entry.input.topic_id,
                "partition": entry.input.partition,
                "offset": entry.first_offset,
                "bytes": len(entry.value or b""),
                "reason": entry.reason,
                "value_base64": base64.b64encode(entry.value or b"").decode(),
            }
            for _, at, entry in unit.journal.read(outcome="quarantined")
        ]
    emit(views, _COLUMNS, as_json=as_json, empty="nothing is in quarantine")
