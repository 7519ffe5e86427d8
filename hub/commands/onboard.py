"""`hub onboard`: an organisation registered, with topics of its own if it has a Kafka client."""

import re
import time
from datetime import UTC, datetime
from typing import Final

import click

from hub.bootstrap import Hub, hub_for
from hub.errors import InvalidInput, RetryLater
from hub.ledger.refusals import HUB
from hub.ledger.rows import Organisation
from hub.ledger.terms import LotLink, Role
from hub.messages import OrganisationRegistered
from hub.settings import Settings

__all__ = ["onboard_command"]

_ORG: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")
_RESERVED: Final = (HUB, "gateway")
_PATIENCE_SECONDS: Final = 30.0
_POLL_SECONDS: Final = 0.2


@click.command("onboard")
@click.argument("org")
@click.option("--name", required=True, help="The organisation's name.")
@click.option("--role", "roles", multiple=True, required=True, type=click.Choice([role.value for role in Role]))
@click.option(
    "--books-here/--off-stage", default=None, help="Whether its balances are kept here; of a new one they are."
)
@click.option(
    "--lot-link",
    type=click.Choice([link.value for link in LotLink]),
    help=f"How its outgoing lines are linked to lots (2100.032(a)); of a new one {LotLink.PROVISIONAL_FIFO}.",
)
@click.option("--own-topics", is_flag=True, help="It has a Kafka client: org.ORG.outbox, .notices and .lots are made.")
@click.pass_obj
def onboard_command(
    settings: Settings,
    *,
    org: str,
    name: str,
    roles: tuple[str, ...],
    books_here: bool | None,
    lot_link: str | None,
    own_topics: bool,
) -> None:
    """Register ORG, or change its entry; what is not named stays as it is. Needs a running worker."""
    _check(org, name)
    hub = hub_for(settings)
    known = _known(hub, org)
    if known is not None:
        books_here = known.books_here if books_here is None else books_here
        lot_link = lot_link or known.lot_link
        own_topics = own_topics or known.outbox is not None
    message = OrganisationRegistered(
        event_id=f"registered/{org}/{datetime.now(UTC):%Y%m%dT%H%M%S.%f}",
        author_id=HUB,
        organisation_id=org,
        name=name,
        roles=tuple(Role(role) for role in roles),
        books_here=books_here is not False,
        lot_link=LotLink(lot_link or LotLink.PROVISIONAL_FIFO),
        outbox=f"org.{org}.outbox" if own_topics else None,
        registered_on=hub.today(),
    )
    if own_topics:
        hub.create_topics([org])
    hub.sender().send([hub.outgoing(message)])
    _wait(hub, message)
    click.echo(f"{org} is registered" + (f" and writes to {message.outbox}" if own_topics else ""))


def _check(org: str, name: str) -> None:
    if not _ORG.fullmatch(org):
        raise InvalidInput(f"ORG {org!r}: write 1 to 128 letters, digits, - and _, for topics are named after it")
    if org in _RESERVED:
        raise InvalidInput(f"ORG {org!r}: the name is taken, for the hub itself speaks under it; choose another")
    if not name.strip():
        raise InvalidInput("--name: is empty; write the organisation's name")


def _known(hub: Hub, org: str) -> Organisation | None:
    with hub.reading() as unit:
        return next(iter(unit.books.get(Organisation, [(org,)])), None)


def _wait(hub: Hub, message: OrganisationRegistered) -> None:
    """Until the entry is in the books: only then is what the organisation sends judged by it."""
    wanted = (message.roles, message.books_here, message.lot_link, message.outbox)
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until:
        row = _known(hub, message.organisation_id)
        if row is not None and (row.roles, row.books_here, row.lot_link, row.outbox) == wanted:
            return
        time.sleep(_POLL_SECONDS)
    raise RetryLater(f"{message.organisation_id} is sent, but no worker has taken it up yet; start one: hub worker")
