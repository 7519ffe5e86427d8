"""The command `hub`: thin, every command lives in `hub.commands`."""

import io
import sys

import click

from hub.commands import books, demo, drafts, imports, onboard, operate, quarantine, scenario, stack, trace
from hub.errors import HubError, InvalidInput
from hub.settings import read_settings, unknown_variables

__all__ = ["main"]

_USAGE_STATUS = 2
_FAILURE_STATUS = 1


class _Hub(click.Group):
    """Turns the hub's errors into one line and an exit status."""

    def invoke(self, context: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(context)
        except HubError as error:
            click.echo(f"hub: {error}", err=True)
            sys.exit(_USAGE_STATUS if isinstance(error, InvalidInput) else _FAILURE_STATUS)


@click.group(cls=_Hub)
@click.pass_context
def main(context: click.Context) -> None:
    """A hub for reduced carbon intensity feedstocks under 7 CFR Part 2100."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a window that cannot show a mark still gets every figure
    for name in unknown_variables():
        click.echo(f"hub: {name} is no setting and counts for nothing; see Settings in the README", err=True)
    context.obj = read_settings()


for _command in (
    demo.demo_command,
    stack.up,
    stack.down,
    stack.status,
    operate.worker_command,
    operate.migrate_command,
    operate.topics,
    onboard.onboard_command,
    imports.import_command,
    scenario.scenario_command,
    books.balance_command,
    books.findings_command,
    books.headroom_command,
    books.lots_command,
    trace.trace_command,
    trace.explain_command,
    drafts.reconcile_command,
    drafts.close,
    drafts.crush,
    operate.verify_command,
    quarantine.quarantine,
):
    main.add_command(_command)
