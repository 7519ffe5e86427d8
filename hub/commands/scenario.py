"""`hub scenario`: acceptance scenarios fed through the hub and compared."""

import json
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path

import click

from hub.bootstrap import hub_for
from hub.scenarios.kafka_feed import KafkaFeeds
from hub.scenarios.runner import Feed, MemoryFeed, run_scenario
from hub.settings import Settings

__all__ = ["scenario_command"]


@click.command("scenario")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--through",
    type=click.Choice(["memory", "kafka"]),
    default="memory",
    show_default=True,
    help="memory: the core alone; kafka: broker, worker and database.",
)
@click.pass_obj
def scenario_command(settings: Settings, *, files: tuple[Path, ...], through: str) -> None:
    """Feed scenario FILES through the hub; one JSON object per file; exit status 1 if any differs."""
    good = True
    with ExitStack() as stack:
        feeds = stack.enter_context(KafkaFeeds(hub_for(settings))) if through == "kafka" else None
        for file in files:
            feeding: AbstractContextManager[Feed] = feeds.feed() if feeds else nullcontext(MemoryFeed())
            with feeding as feed:
                result = run_scenario(file, feed)
            click.echo(json.dumps(result))
            good = good and result["ok"]
    sys.exit(0 if good else 1)
