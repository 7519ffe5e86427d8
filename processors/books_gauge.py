"""Gauges read from the database when Prometheus asks: balances within a limit on series, and the outbox."""

import logging
from typing import Final

from hub.errors import RetryLater
from hub.store.unit import Ledger
from hub.views.balances import latest_balances
from processors.metrics import Metrics

__all__ = ["BooksGauge"]

_LOG: Final = logging.getLogger(__name__)


class BooksGauge:
    """Reads the books for the metrics; with the database away the last figures stay."""

    def __init__(self, ledger: Ledger, metrics: Metrics, series_max: int) -> None:
        self._ledger, self._metrics, self._series_max = ledger, metrics, series_max

    def read(self) -> None:
        """Set the gauges once."""
        try:
            with self._ledger.reading() as unit:
                balances = latest_balances(unit.books)
                self._metrics.outbox_records.set(unit.outbox.count())
        except RetryLater as error:
            _LOG.warning("metrics: %s", error)
            return
        shown = balances[: self._series_max]
        self._metrics.balance_dry_lb.clear()
        for (entity, commodity, ci), dry_lb in shown:
            self._metrics.balance_dry_lb.labels(entity, commodity, ci).set(dry_lb)
        self._metrics.balance_series_left_out.set(len(balances) - len(shown))
