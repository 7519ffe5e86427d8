"""`hub trace` and `hub explain`: what stands behind a line and behind a finding."""

import json

import click

from hub.bootstrap import hub_for
from hub.commands.show import figure, json_option
from hub.errors import InvalidInput
from hub.settings import Settings
from hub.views.explain import explained
from hub.views.lines import line_view
from hub.views.text import lb_text
from hub.views.trace import Node, could_be, downstream, flat, line_named, node_view, upstream, what

__all__ = ["explain_command", "trace_command"]


@click.command("trace")
@click.argument("line")
@json_option
@click.pass_obj
def trace_command(settings: Settings, *, line: str, as_json: bool) -> None:
    """Trace LINE, a line_id of `hub lots` or a transfer_id, to its fields and to its holders."""
    with hub_for(settings).reading() as unit:
        found = line_named(unit.books, line)
        if found is None:
            raise InvalidInput(f"{line}: no such line, or a transfer of several; `hub lots ORG --json` has the line_id")
        up, down = upstream(unit.books, found), downstream(unit.books, found)
        others = could_be(unit.books, found)
    if as_json:
        could = [line_view(other) for other in others]
        click.echo(json.dumps({"upstream": node_view(up), "downstream": node_view(down), "could_be": could}, indent=1))
        return
    _print("comes from", up)
    _print("went to", down)
    if others:
        click.echo(
            f"The seller names no lots: any of {len(others)} lines in its bin on that day could be in this one; those\n"
            "above are drawn first in, first out, provisionally. `--json` lists them all (could_be)."
        )


def _print(title: str, root: Node) -> None:
    click.echo(title)
    for depth, node in flat(root):
        click.echo(f"{figure(lb_text(node.dry_lb_e4) or ''):>18} dry lb  {'  ' * depth}{_words(node)}")


def _words(node: Node) -> str:
    found = what(node)
    parties = [found.get("seller_id"), found.get("buyer_id")]
    way = " > ".join(dict.fromkeys(party for party in parties if party))
    names = ("farm_id", "crop_year", "field_id", "bfr_id", "transfer_id", "crush_run_id", "date")
    words = [found["kind"], way, *(str(found[name]) for name in names if found.get(name))]
    ci = f"CI {found['ci_g_co2e_per_bu']}" if found.get("ci_g_co2e_per_bu") else ""
    return "  ".join(word for word in (*words, ci, f"({node.how})" if node.how else "") if word)


@click.command("explain")
@click.argument("finding")
@json_option
@click.pass_obj
def explain_command(settings: Settings, *, finding: str, as_json: bool) -> None:
    """Show the facts, entries and paragraph behind FINDING, a finding_id of `hub findings` or its beginning."""
    with hub_for(settings).reading() as unit:
        found = explained(unit.books, finding)
    if found is None:
        raise InvalidInput(f"{finding}: no finding's id begins so, or several do; `hub findings --json` has finding_id")
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    about = found["finding"]
    click.echo(f"{about['code']} {about['status']}: {about['says']} ({about['cites']})")
    for name, value in about.items():
        if name not in ("code", "status", "says", "cites"):
            click.echo(f"  {name:<24}{value}")
    for title in ("history", "entries", "statements"):
        click.echo(title)
        for row in found[title]:
            click.echo("  " + "  ".join(str(value) for value in row.values() if value not in (None, [], "")))
