"""`hub worker`, `hub migrate`, `hub topics apply`, `hub verify`: what operators run."""

import json
import logging
import sys
from contextlib import suppress
from dataclasses import asdict

import click
from prometheus_client import start_http_server

from hub.bootstrap import hub_for
from hub.commands.show import json_option
from hub.errors import InvalidInput, RetryLater
from hub.settings import Settings
from processors.metrics import Metrics
from processors.run import serve

__all__ = ["migrate_command", "topics", "verify_command", "worker_command"]


@click.command("worker")
@click.option(
    "--log-level",
    type=click.Choice(["DEBUG", "INFO", "WARNING", "ERROR"], case_sensitive=False),
    default="INFO",
    show_default=True,
    help="How much is told.",
)
@click.pass_obj
def worker_command(settings: Settings, *, log_level: str) -> None:
    """Run a worker until it is stopped; several share the work."""
    hub, metrics = hub_for(settings), Metrics()
    with suppress(RetryLater):  # a worker waits for a database that is away, but not for tables nobody makes
        hub.today()
    logging.basicConfig(level=log_level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    if settings.metrics_port:
        try:
            start_http_server(settings.metrics_port, registry=metrics.registry)
        except OSError as error:
            raise InvalidInput(f"HUB_METRICS_PORT {settings.metrics_port}: {error.strerror}; choose another") from error
    serve(hub.app(metrics), log_level=log_level)


@click.command("migrate")
@click.pass_obj
def migrate_command(settings: Settings) -> None:
    """Bring the database's tables to this version."""
    before, after = hub_for(settings).migrate()
    click.echo(
        f"the tables are at {after}"
        if before == after
        else f"migrated the tables from {before or 'nothing'} to {after}"
    )


@click.group("topics")
def topics() -> None:
    """The broker's topics."""


@topics.command("apply")
@click.pass_obj
def apply_command(settings: Settings) -> None:
    """Create the topics that are missing, for every registered organisation too."""
    made = hub_for(settings).apply_topics()
    click.echo("\n".join(f"created {name}" for name in made) or "every topic is there")


@click.command("verify")
@json_option
@click.pass_obj
def verify_command(settings: Settings, *, as_json: bool) -> None:
    """Derive the books again from the journal beside those that stand; exit status 1 if they differ."""
    result = hub_for(settings).verify()
    if as_json:
        click.echo(json.dumps({"equal": result.equal, **asdict(result)}))
    else:
        verdict = "equal" if result.equal else "DIFFERENT"
        click.echo(
            f"{result.messages} messages up to journal number {result.last_seq}: live and rebuilt books are {verdict}"
        )
        for text in result.breaks:
            click.echo(f"  journal  {text}")
        for text in result.outcomes:
            click.echo(f"  outcome  {text}")
        for difference in result.rows:
            click.echo(f"  {difference.table}: {difference.count} rows differ")
            click.echo("".join(f"    live     {row}\n" for row in difference.live), nl=False)
            click.echo("".join(f"    rebuilt  {row}\n" for row in difference.rebuilt), nl=False)
    sys.exit(0 if result.equal else 1)
