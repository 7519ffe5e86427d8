"""`hub demo`: the sample world through the whole hub, on the local stack; ends with what the hub found."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from connectors.scale_tickets import world
from hub import stack
from hub.bootstrap import Hub
from hub.commands.imports import import_files
from hub.commands.stack import Lines
from hub.commands.summary import summary
from hub.errors import Fatal, InvalidInput
from hub.ledger.refusals import HUB
from hub.ledger.rows import Organisation
from hub.messages import DayOpened, OrganisationRegistered
from hub.settings import Settings
from hub.views.day import hub_day

__all__ = ["demo_command"]

_POLL_SECONDS: Final = 0.1
_LOG_LINES: Final = 20


@click.command("demo")
@click.pass_obj
def demo_command(settings: Settings) -> None:
    """Run the sample world through broker, worker and database, and print what the hub found.

    A second run finds the world loaded and only prints.
    """
    settings = settings.model_copy(update={"clock": "messages"})
    engines = stack.up(settings, Lines())
    hub = Hub(settings, engines.kafka_bootstrap, engines.database_url)
    hub.migrate()
    hub.create_topics(_with_topics())
    if not _is_loaded(hub):
        began = time.monotonic()
        with _worker(hub) as process:
            _load(hub, process)
        click.echo(f"loaded in {time.monotonic() - began:.0f} s", err=True)
    with hub.reading() as unit:
        summary(unit.books)


def _registrations() -> list[OrganisationRegistered]:
    messages = (message for step in world.steps() for message in step.messages)
    return [message for message in messages if isinstance(message, OrganisationRegistered)]


def _with_topics() -> list[str]:
    """The sample organisations that have topics of their own."""
    return [message.organisation_id for message in _registrations() if message.outbox is not None]


def _is_loaded(hub: Hub) -> bool:
    """Whether the whole world is in the books.

    Raises:
        InvalidInput: the books hold somebody else's organisations.
    """
    ours = {message.organisation_id for message in _registrations()}
    with hub.reading() as unit:
        others = [row.organisation_id for row in unit.books.scan(Organisation) if row.organisation_id not in ours]
        day = hub_day(unit.books)
    if others:
        raise InvalidInput(
            f"this hub has books of its own ({others[0]} and {len(others) - 1} more); keep the sample apart from "
            "them: HUB_DATA_DIR=/tmp/hub-demo hub demo"
        )
    return day == list(world.steps())[-1].day and hub.pending() == 0


def _load(hub: Hub, worker: "subprocess.Popen[bytes]") -> None:
    """Load step by step, each committed before the next: the hub's day moves as it would have."""
    for step in world.steps():
        click.echo(f"{step.day}  {step.title} ...", nl=False, err=True)
        day = DayOpened(event_id=f"day/{step.day}", author_id=HUB, day=step.day)
        hub.sender().send([hub.outgoing(day)])
        count = 1 + len(step.messages)
        for profile, files in step.imports:
            report = import_files(hub, profile, files, today=step.day)
            if report.failed:
                raise Fatal(f"{profile}: a file of the sample was refused; the sample and its profile do not agree")
            count += len(report.plan.messages)
        hub.sender().send(map(hub.outgoing, step.messages))
        _wait(hub, worker)
        click.echo(f" {count} messages", err=True)


def _wait(hub: Hub, worker: "subprocess.Popen[bytes]") -> None:
    """Until everything sent is in the journal."""
    while hub.pending():
        if worker.poll() is not None:
            raise Fatal("the worker ended; its last words stand above")
        time.sleep(_POLL_SECONDS)


@contextmanager
def _worker(hub: Hub) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker process for the length of the load; its log is shown only if it fails."""
    log = hub.settings.data_dir / "demo-worker.log"
    environment = {
        **os.environ,
        "HUB_KAFKA_BOOTSTRAP": hub.kafka_bootstrap,
        "HUB_DATABASE_URL": hub.database_url,
        "HUB_CLOCK": "messages",
    }
    with log.open("wb") as out:
        command = [sys.executable, "-m", "hub", "worker", "--log-level", "WARNING"]
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=out)  # noqa: S603 - ourselves
    try:
        yield process
    except Fatal:
        click.echo(_tail(log), err=True)
        raise
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            process.wait()


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LOG_LINES:])
