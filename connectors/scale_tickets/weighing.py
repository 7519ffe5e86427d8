"""What a ticket weighs: scale net and measured moisture before anything an elevator's shrink table made of them.

net 50,000 lb, moisture 20.0, net units 46,850     50,000 lb at 20 %, 40,000 dry; the units are left out
net units 836.61, the profile's table goes to 15   836.61 bu_at_moisture 15 %, derived from shrink
"""

from dataclasses import dataclass
from typing import Final

from connectors.base import CellError
from connectors.scale_tickets.cells import Cells, Oddity
from connectors.scale_tickets.figures import WHOLE_PCT_E3
from connectors.scale_tickets.numbers import Figures
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.trade import Moisture
from hub.ledger.quantity import dry_lb_e4
from hub.ledger.terms import Commodity, Unit
from hub.messages import decimal_text
from hub.views.text import lb_text

__all__ = ["ImplausibleError", "Load", "moisture_pct_e3", "weighed"]

_WET_PCT_E3: Final = {
    Commodity.FIELD_CORN: 30_000,
    Commodity.SOYBEANS: 15_000,
    Commodity.SORGHUM: 25_000,
    Commodity.SPRING_CANOLA: 12_000,
}
"""Above this the crop is so wet that the figure deserves a look; it is taken all the same."""


class ImplausibleError(CellError):
    """A weight no truck has; too many of them and the unit is wrong, for light trucks as well."""


@dataclass(frozen=True, slots=True)
class Load:
    """An amount as stated; `moisture_pct_e3` None = not measured; of shrunk bushels it is the table's base."""

    amount_e6: int
    unit: Unit
    moisture_pct_e3: int | None
    commodity: Commodity

    def wet_lb_e4(self, amount_e6: int) -> int:
        """Pounds as weighed, of a share of the load."""
        return dry_lb_e4(amount_e6, self.unit, 0, self.commodity)

    def dry_lb_e4(self, amount_e6: int) -> int:
        """Pounds without water as the hub will book them, of a share of the load."""
        return dry_lb_e4(amount_e6, self.unit, self.moisture_pct_e3, self.commodity)


def weighed(cells: Cells, profile: ScaleTickets, figures: Figures, commodity: Commodity) -> Load | None:
    """The load of a row; None where its cells do not tell, which is then among the faults."""
    has_weight = any(cells.text(name) for name in ("gross", "tare", "net"))
    read = _shrunk if cells.text("shrunk_bushels") and not has_weight else _as_scaled
    load = read(cells, profile, figures, commodity)
    if load is not None:
        _check_plausible(cells, profile, load)
    return load


def _net_e6(cells: Cells, figures: Figures) -> int | None:
    """The net weight; gross less tare must say the same where all three are there."""
    gross, tare, net = (_figure(cells, figures, name) for name in ("gross", "tare", "net"))
    if (gross is None) != (tare is None):
        name = "gross" if gross is None else "tare"
        if net is None:
            cells.refuse(name, "is empty", "the truck is not weighed out: leave the ticket in the yard or complete it")
        return net
    if gross is None or tare is None:
        return net
    if net is not None and net != gross - tare:
        text = f"is not gross less tare, which is {decimal_text(gross - tare, 6)}"
        cells.refuse("net", text, "correct the ticket: nobody can tell which of the three is wrong")
    return gross - tare


def _figure(cells: Cells, figures: Figures, name: str) -> int | None:
    return cells.take(name, lambda cell: figures.read(cell, 6)) if cells.text(name) else None


def _as_scaled(cells: Cells, profile: ScaleTickets, figures: Figures, commodity: Commodity) -> Load | None:
    """Net weight and measured moisture; all cells are read, so that all their faults are told."""
    faults = len(cells.faults)
    amount_e6 = _net_e6(cells, figures)
    if amount_e6 is None and len(cells.faults) == faults:
        cells.refuse("net", "there is no weight", "the ticket needs a net weight, or gross and tare")
    unit = cells.find("unit", profile.weights.unit.find)
    moisture = cells.take("moisture", lambda cell: moisture_pct_e3(cell, profile.moisture, figures))
    if len(cells.faults) > faults or amount_e6 is None or unit is None:
        return None
    if moisture is None:
        text = f"is empty: booked at the standard moisture of {commodity}, provisionally"
        cells.oddities.append(Oddity("moisture", text, "state it in the next export: lines wait for it (G_MOISTURE)"))
    elif moisture > _WET_PCT_E3[commodity]:
        text = f"is high for {commodity}"
        cells.oddities.append(Oddity("moisture", text, "check the ticket", decimal_text(moisture, 3)))
    return Load(amount_e6, unit, moisture, commodity)


def _shrunk(cells: Cells, profile: ScaleTickets, figures: Figures, commodity: Commodity) -> Load | None:
    """Bushels after the shrink table, which are commercial and only used where there is no weight at all."""
    base = profile.weights.shrunk_base_moisture_pct
    if base is None:
        remedy = "state weights.shrunk_base_moisture_pct in the profile, or export the scale's net weight"
        cells.refuse("shrunk_bushels", "shrunk bushels without the moisture they are shrunk to", remedy)
        return None
    bushels = _figure(cells, figures, "shrunk_bushels")
    if bushels is None:
        return None
    text = "derived from shrink: there is no scale weight"
    cells.oddities.append(Oddity("shrunk_bushels", text, "export the scale's net weight and moisture"))
    return Load(bushels, Unit.BU_AT_MOISTURE, base, commodity)


def _check_plausible(cells: Cells, profile: ScaleTickets, load: Load) -> None:
    wet = load.wet_lb_e4(load.amount_e6)
    low, high = profile.weights.net_lb_min, profile.weights.net_lb_max
    if load.amount_e6 <= 0:
        cells.refuse("net", "is not above zero", "correct the ticket, or void it")
    elif not low <= wet < high:
        text = f"is {lb_text(wet)} lb: no truck weighs that, {lb_text(low)} to {lb_text(high)} would be one"
        remedy = "correct the unit, the marks or the bounds in the profile, or the ticket"
        cells.faults.append(("net", ImplausibleError(text, remedy, cells.text("net") or None)))


def moisture_pct_e3(cell: str, moisture: Moisture, figures: Figures) -> int | None:
    """Moisture in 0.001 %; None where none is measured.

    Raises:
        CellError: a fraction where the profile says percent, or no moisture grain can have.
    """
    text = cell.strip()
    if not text:
        return None
    in_percent = text.endswith("%")
    scale = 3 if in_percent or not moisture.fraction else 5
    read = figures.read(text.removesuffix("%"), scale)
    if not 0 <= read < WHOLE_PCT_E3:
        raise CellError("is impossible: moisture is from 0 to below 100 %", "correct the ticket", cell)
    if not moisture.pct_min <= read <= moisture.pct_max:
        low, high = decimal_text(moisture.pct_min, 3), decimal_text(moisture.pct_max, 3)
        text = f"is not plausible for grain: {decimal_text(read, 3)} % is not within {low} to {high}"
        raise CellError(text, "correct it; a column of fractions is declared by moisture.fraction", cell)
    return read
