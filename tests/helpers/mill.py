"""The hub's books of an oil mill: crush-1 buys soybeans of farm-1, presses them and sells the oil.

    mill = Mill().buys("10-03", 10_000, "3150")
    mill.crushes("run-1", "10-15", {"3150": 6_000, None: 9_000}, at="11.4")
    mill.sells("O-1", "11-01", "57000", "3150", "run-1", "11.4")
    assert mill.forms() == (dry(4_000), dry(1_000))

Crop is in standard bushels of 52.2 dry pounds, oil in pounds; run-1 makes 11.4 lb of oil a bushel, 68,400 lb of 3150.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from helpers.book import NEXT_QUARTER, QUARTER, Book
from helpers.builders import (
    SOY,
    close,
    confirmed,
    crush_run,
    declare,
    draw,
    line,
    oil,
    registered,
    report,
    scaled,
    transfer,
)

from hub.ledger.facts import Fact, StatedLine
from hub.ledger.keys import account_key
from hub.ledger.rows import ProductStock, Statement
from hub.ledger.terms import Commodity, Form, Unit

__all__ = ["CI", "OTHER", "Mill", "bushels", "dry", "made_of"]

CI, OTHER = "3150", "3475"
HOLDERS = ("crush-1", "crush-2", "elev-1", "trader-1")
DRY_LB_PER_BU = Fraction("52.2")


def dry(amount: str | int) -> Decimal:
    """Dry pounds of so many standard bushels of soybeans."""
    pounds = Fraction(amount) * DRY_LB_PER_BU
    return Decimal(pounds.numerator) / Decimal(pounds.denominator)


def bushels(amount: str | int, ci: str | None = None, **more: Any) -> StatedLine:
    """So many standard bushels under a CI, or conventional."""
    return line(str(amount), ci, unit=Unit.BU_STANDARD, **more)


def made_of(at: str, inputs: dict[str | None, Any]) -> str:
    """The pounds of oil a yield makes of all the bushels crushed."""
    return str(sum(Decimal(str(amount)) for amount in inputs.values()) * Decimal(at))


def _lb(amount_e4: int) -> Decimal:
    return Decimal(amount_e4) / 10_000


class Mill(Book):
    """Two crushers, an elevator and a trader with two quarters each; the refiners are off-stage."""

    def __init__(self) -> None:
        super().__init__()
        self.tell(*(registered(name, books_here=False) for name in ("ref-1", "ref-2")), registered("farm-1"))
        for name in HOLDERS:
            self.tell(registered(name), declare(f"{name}/q4", name, *QUARTER))
            self.tell(declare(f"{name}/q1", name, *NEXT_QUARTER))
        self.tell(report("bfr-1", "farm-1", {"F1": CI, "F2": OTHER}, commodity=SOY))

    def buys(self, on: str, amount: str | int, ci: str = CI, buyer: str = "crush-1", name: str | None = None) -> "Mill":
        """Soybeans of farm-1 in standard bushels."""
        lot = draw("farm-1/F1" if ci == CI else "farm-1/F2")
        name = name or f"farm-1-{on}-{buyer}-{ci}-{amount}"
        load = transfer(name, f"farm-1 > {buyer}", on, bushels(amount, ci, draws=[lot]), commodity=SOY)
        self.tell(*confirmed(load))
        return self

    def crushes(
        self,
        run: str,
        on: str,
        inputs: dict[str | None, Any],
        at: str,
        made: str | None = None,
        crusher: str = "crush-1",
        **more: Any,
    ) -> Fact:
        """A run; unless told otherwise it makes exactly what its yield says."""
        lines = [bushels(amount, ci) for ci, amount in inputs.items()]
        stated = crush_run(run, crusher, on, *lines, at=at, made=made or made_of(at, inputs), **more)
        self.tell(stated)
        return stated

    def sells(
        self,
        name: str,
        on: str,
        amount: str,
        ci: str | None,
        run: str | None,
        at: str | None,
        parties: str = "crush-1 > ref-1",
        **more: Any,
    ) -> Fact:
        """Oil, confirmed by its buyer."""
        return self.sells_lines(name, on, oil(amount, ci, run, at, **more), parties=parties)

    def sells_lines(self, name: str, on: str, *lines: StatedLine, parties: str = "crush-1 > ref-1") -> Fact:
        """Oil of several lots at once."""
        sale = transfer(name, parties, on, *lines, commodity=SOY, form=Form.OIL)
        self.tell(*confirmed(sale))
        return sale

    def sells_crop(self, name: str, on: str, amount: str | int, ci: str = CI, parties: str = "crush-1 > ref-1") -> Fact:
        """Soybeans sold on as they came."""
        sale = transfer(name, parties, on, bushels(amount, ci), commodity=SOY)
        self.tell(*confirmed(sale))
        return sale

    def closes(self, stocks: dict[str, Any], name: str = "z", period: str = "2026Q4") -> "Mill":
        """The mill's close; `stocks` by CI for the crop and `CI oil` for the oil, in dry pounds."""
        self.tell(close(name, "crush-1", period, stocks, commodity=SOY))
        return self

    def statement(
        self, entity: str = "crush-1", ci: str = CI, start: str = "10-01", commodity: Commodity = SOY
    ) -> Statement:
        """The mill's statement of a CI of soybeans."""
        return super().statement(entity, ci, start, commodity)

    def forms(self, entity: str = "crush-1", ci: str = CI, start: str = "10-01") -> tuple[Decimal, Decimal]:
        """What a period ends with: dry pounds of crop, and of the crop behind the oil."""
        row = self.statement(entity, ci, start)
        return _lb(row.crop_end_e4), _lb(row.oil_end_e4)

    def carries(self, entity: str = "crush-1", ci: str = CI, start: str = "10-01") -> tuple[Decimal, Decimal]:
        """What a period hands to the next one: crop, oil."""
        row = self.statement(entity, ci, start)
        return _lb(row.carried_e4 - row.oil_carried_e4), _lb(row.oil_carried_e4)

    def begins(self, entity: str = "crush-1", ci: str = CI, start: str = "2027-01-01") -> tuple[Decimal, Decimal]:
        """What a period begins with: crop, oil."""
        row = self.statement(entity, ci, start)
        return _lb(row.beginning_e4 - row.oil_beginning_e4), _lb(row.oil_beginning_e4)

    def lots(
        self, entity: str = "crush-1", ci: str = CI, start: str = "10-01"
    ) -> dict[tuple[str, str], tuple[Decimal, Decimal]]:
        """By (run, yield): pounds of oil left of each product lot, and the dry pounds of crop behind them."""
        return {lot: (_lb(row.ending_lb_e4), _lb(row.ending_e4)) for lot, row in self._stocks(entity, ci, start)}

    def lots_carried(
        self, entity: str = "crush-1", ci: str = CI, start: str = "10-01"
    ) -> dict[tuple[str, str], tuple[Decimal, Decimal]]:
        """By (run, yield): the pounds of oil a lot hands to the next period, and the crop behind them."""
        return {
            lot: (_lb(row.carried_lb_e4), _lb(row.carried_e4))
            for lot, row in self._stocks(entity, ci, start)
            if row.carried_lb_e4
        }

    def _stocks(self, entity: str, ci: str, start: str) -> list[tuple[tuple[str, str], ProductStock]]:
        key = account_key(entity, SOY, scaled(ci, 6))
        rows = [
            row for row in self.books.scan(ProductStock, account_key=key) if row.start.isoformat()[-5:] == start[-5:]
        ]
        return [((row.crush_run_id, f"{_lb(row.crushing_yield_e4):f}"), row) for row in rows]
