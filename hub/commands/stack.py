"""`hub up`, `hub down` and `hub status`: the local stack from the command line."""

import json
import re
import sys
import time

import click

from hub import stack
from hub.errors import RetryLater
from hub.settings import Settings

__all__ = ["down", "status", "up"]

_SHOW_EVERY_SECONDS = 2.0
_BYTES_PER_MEGABYTE = 1_000_000
_PASSWORD = re.compile(r"(://[^:/@]*:)[^@]*@")


class Lines:
    """Shows progress as lines on standard error: a new step at once, a moving one every few seconds."""

    def __init__(self) -> None:
        self._step = ""
        self._shown_at = 0.0

    def __call__(self, step: str, done: int = 0, total: int = 0) -> None:
        """Show a step (see `hub.stack.Progress`)."""
        now = time.monotonic()
        moving = total > 0 and now - self._shown_at > _SHOW_EVERY_SECONDS
        if step == self._step and not moving:
            return
        self._step, self._shown_at = step, now
        share = f" ({done / _BYTES_PER_MEGABYTE:.0f} of {total / _BYTES_PER_MEGABYTE:.0f} MB)" if total else ""
        click.echo(f"{step}{share} ...", err=True)


@click.command()
@click.pass_obj
def up(settings: Settings) -> None:
    """Start the local broker and database; at once if they run already, and exit status 1 if one does not answer."""
    engines = stack.up(settings, Lines())
    found = stack.status(settings)
    for name, engine in (("broker", found.broker), ("database", found.database)):
        if engine.condition is not stack.Condition.ANSWERING:
            address = _without_password(engine.address)
            raise RetryLater(f"the {name} at {address} does not answer: start it, or correct its variable")
    click.echo(f"broker    {engines.kafka_bootstrap}")
    click.echo(f"database  {_without_password(engines.database_url)}")


@click.command()
@click.pass_obj
def down(settings: Settings) -> None:
    """Stop the local broker and database; their data is kept."""
    stack.down(settings, Lines())
    click.echo(f"stopped; the data is kept in {settings.data_dir}")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs; the database's address has its password.")
@click.pass_obj
def status(settings: Settings, *, as_json: bool) -> None:
    """Show how the broker and the database are; exit status 1 unless both answer."""
    found = stack.status(settings)
    click.echo(_as_json(found) if as_json else _as_text(found))
    sys.exit(0 if found.answering else 1)


def _as_json(found: stack.Status) -> str:
    return json.dumps(
        {
            "answering": found.answering,
            "data_dir": str(found.data_dir),
            "broker": _engine_as_json(found.broker),
            "database": _engine_as_json(found.database),
        },
        indent=2,
    )


def _engine_as_json(engine: stack.EngineStatus) -> dict[str, str | int | bool | None]:
    return {
        "condition": engine.condition.value,
        "address": engine.address or None,
        "pid": engine.pid,
        "given": engine.given,
    }


def _as_text(found: stack.Status) -> str:
    return "\n".join(
        [
            _engine_as_text("broker", found.broker, found.broker.address),
            _engine_as_text("database", found.database, _without_password(found.database.address)),
            f"data      {found.data_dir}",
        ]
    )


def _engine_as_text(name: str, engine: stack.EngineStatus, address: str) -> str:
    origin = "given by a setting" if engine.given else f"process {engine.pid}" if engine.pid else "no process"
    return f"{name:<8}  {engine.condition.value}  {address or '-'}  ({origin})"


def _without_password(url: str) -> str:
    return _PASSWORD.sub(r"\1***@", url)
