"""What the hub must find in the world, worked out from the world itself and not by the ledger."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from connectors.scale_tickets.world import planted
from connectors.scale_tickets.world.calendar import FIRST_DAY, PERIODS
from connectors.scale_tickets.world.harvest import CORN
from connectors.scale_tickets.world.model import World
from connectors.scale_tickets.world.papers import stocks_of
from connectors.scale_tickets.world.people import ILLINI, SALT_CREEK
from connectors.scale_tickets.world.scale_houses import ticket_no
from hub.messages import decimal_text

__all__ = ["expected_findings"]

Finding = dict[str, Any]


def expected_findings(world: World) -> list[Finding]:
    """Every finding after the last day, each with the fields that tell it from others, by code and subject."""
    found = [
        *_farm_gaps(world),
        *_dip(world),
        *_over_sale(world),
        *_load_findings(world),
        _carry_forward(world),
    ]
    return sorted(found, key=lambda item: [str(value) for value in item.values()])


def _farm_gaps(world: World) -> Iterator[Finding]:
    """No farm states its sales itself; some reported after they had hauled."""
    signed = {lot.ci: lot.signed for lot in world.fields}
    sold: dict[tuple[str, str], list[tuple[date, str]]] = {}
    for load in world.loads:
        for share in load.shares:
            if load.is_in and load.status != "void" and share.ci is not None:
                sold.setdefault((share.seller_id, load.elevator), []).append((load.day, share.ci))
    for (farm, elevator), loads in sold.items():
        who = {"farm_id": farm, "counterparty_id": elevator, "crop_year": 2026}
        yield {"code": "G_SALE_RECORD", "status": "open", **who}
        if any(day < signed[ci] for day, ci in loads):
            yield {"code": "G_BFR", "status": "cleared_late", **who}


def _dip(world: World) -> Iterator[Finding]:
    """The cooperative sold before it had enough, and had it later in the same period."""
    ci = planted.lot_of(world.fields, planted.DIP_FARM).ci
    account = world.books.accounts[ILLINI, CORN, ci]
    below = {day: left for day in account.days() if (left := account.balance(0, FIRST_DAY, day)) < 0}
    yield {
        "code": "A_OVERSALE_RUNNING",
        "status": "cleared",
        "entity_id": ILLINI,
        "ci_g_co2e_per_bu": ci,
        "period_id": "2026Q4",
        "date": min(below).isoformat(),
        "amount_dry_lb": decimal_text(-min(below.values()), 4),
    }


def _over_sale(world: World) -> Iterator[Finding]:
    """Salt Creek sold more than ever came: a running over-sale until the period closed with it."""
    ci = planted.lot_of(world.fields, planted.OVERSALE_FARM).ci
    account = world.books.accounts[SALT_CREEK, CORN, ci]
    last = PERIODS["2026Q4"][1] - timedelta(1)
    amount = decimal_text(-account.balance(0, FIRST_DAY, last), 4)
    day = min(day for day in account.days() if account.balance(0, FIRST_DAY, day) < 0)
    who = {"entity_id": SALT_CREEK, "ci_g_co2e_per_bu": ci, "period_id": "2026Q4"}
    yield {"code": "A_OVERSALE", "status": "open", **who, "amount_dry_lb": amount}
    running = {**who, "date": day.isoformat(), "amount_dry_lb": amount}
    yield {"code": "A_OVERSALE_RUNNING", "status": "escalated", **running}


def _load_findings(world: World) -> Iterator[Finding]:
    """One load without moisture, one of which the refiner received less."""
    dry = planted.without_moisture(world.loads)
    ((share, amount),) = dry.dry_lb_e4()
    yield {
        "code": "G_MOISTURE",
        "status": "open",
        "entity_id": share.seller_id,
        "counterparty_id": dry.elevator,
        "ticket_no": ticket_no(dry),
        "amount_dry_lb": decimal_text(amount, 4),
    }
    short = planted.received_short(world.loads)
    ((_, sold),) = short.dry_lb_e4()
    ((_, received),) = replace(short, net=short.net - planted.SHORT_LB).dry_lb_e4()
    yield {
        "code": "A_COUNTERPARTY_AMOUNT",
        "status": "open",
        "entity_id": short.elevator,
        "counterparty_id": short.shares[0].seller_id,
        "ticket_no": ticket_no(short),
        "amount_dry_lb": decimal_text(sold - received, 4),
    }


def _carry_forward(world: World) -> Finding:
    """Havana begins the second quarter with less of one CI than it ended the first with."""
    holder, crop, ci = planted.gap_key(stocks_of(world.books, "2026Q4"))
    return {
        "code": "A_CARRY_FORWARD",
        "status": "open",
        "entity_id": holder,
        "commodity": crop,
        "ci_g_co2e_per_bu": ci,
        "period_id": "2027Q1",
        "amount_dry_lb": decimal_text(planted.GAP_DRY_LB_E4, 4),
    }
