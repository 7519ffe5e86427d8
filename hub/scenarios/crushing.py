"""A scenario's crush run as a message, and its quantities judged alone."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from hub.ledger.quantity import dry_lb_e4, std_bu_e4
from hub.ledger.terms import Commodity, Product, Unit
from hub.messages import CrushRun, scaled
from hub.messages.crushing import Allocation, CrushInput
from hub.messages.movements import Draw
from hub.scenarios.file import Event, Scenario
from hub.views.text import lb_text

__all__ = ["conversions", "crush_run"]


def crush_run(envelope: dict[str, Any], body: Event) -> CrushRun:
    """A `crush_run` event as its crusher's message."""
    return CrushRun(
        **envelope,
        run_id=body["run_id"],
        entity_id=body["entity_id"],
        owner_id=body.get("owner_id"),
        run_date=date.fromisoformat(body["run_date"]),
        commodity=Commodity(body["commodity"]),
        inputs=tuple(_input(line) for line in body["inputs"]),
        product=Product(body["product"]),
        product_amount_e6=scaled(body["product_lb"], 6),
        product_unit=Unit.LB,
        crushing_yield_lb_per_std_bu_e4=scaled(body["crushing_yield_lb_per_std_bu"], 4),
        yield_id=body.get("yield_id"),
        allocations=tuple(
            Allocation(ci_g_co2e_per_bu_e6=_ci(item), product_amount_e6=scaled(item["product_lb"], 6))
            for item in body.get("allocations") or ()
        ),
    )


def _input(line: Event) -> CrushInput:
    lot = line.get("lot")
    return CrushInput(
        ci_g_co2e_per_bu_e6=_ci(line),
        amount_e6=scaled(line["weight_lb"], 6),
        unit=Unit.LB,
        moisture_pct_e3=scaled(line["moisture_pct"], 3) if line.get("moisture_pct") is not None else None,
        draws=(Draw(**lot),) if lot else (),
    )


def _ci(item: Event) -> int | None:
    ci = item.get("ci_g_co2e_per_bu")
    return None if ci is None else scaled(ci, 6)


def conversions(scenario: Scenario) -> Iterator[dict[str, Any]]:
    """Each `convert` event as dry pounds and standard bushels."""
    for event in scenario.events:
        if event["type"] == "convert":
            commodity = Commodity(event["commodity"])
            moisture = scaled(event["moisture_pct"], 3)
            dry = dry_lb_e4(scaled(event["amount"], 6), Unit(event["unit"]), moisture, commodity)
            yield {
                "seq": event["seq"],
                "case": event.get("case"),
                "dry_lb": lb_text(dry),
                "std_bu": lb_text(std_bu_e4(dry, commodity)),
            }
