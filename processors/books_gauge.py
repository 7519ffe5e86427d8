"""Gauges read from the database now and then: balances within a limit on series, and the outbox."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import faust
from mode import Service

from hub.errors import RetryLater
from hub.store.outbox import Outbox
from hub.store.stocks import largest_stocks
from hub.store.unit import Ledger
from hub.views.text import ci_text
from processors.metrics import Metrics

__all__ = ["BooksGauge", "attach"]

_LOG: Final = logging.getLogger(__name__)
_READ_SECONDS: Final = 15.0


class BooksGauge:
    """Reads the books for the metrics; with the database away the last figures stay."""

    def __init__(self, ledger: Ledger, metrics: Metrics, series_max: int) -> None:
        self._ledger, self._metrics, self._series_max = ledger, metrics, series_max

    def read(self) -> None:
        """Set the gauges once."""
        try:
            with self._ledger.snapshot() as connection:
                shown, count = largest_stocks(connection, self._series_max)
                self._metrics.outbox_records.set(Outbox(connection).count())
        except RetryLater as error:
            _LOG.warning("metrics: %s", error)
            return
        self._metrics.balance_dry_lb.clear()
        for stock in shown:
            labels = stock.entity_id, stock.commodity, ci_text(stock.ci_e6) or ""
            self._metrics.balance_dry_lb.labels(*labels).set(stock.amount_e4 / 10_000)
        self._metrics.balance_series_left_out.set(count - len(shown))

    def close(self) -> None:
        """Give the connection back."""
        self._ledger.close()


def attach(app: faust.App, gauge: BooksGauge) -> None:
    """Put the gauges on an app."""
    thread = ThreadPoolExecutor(1, thread_name_prefix="gauge")

    @app.service
    class GaugeService(Service):
        """Reads the books for as long as the app runs."""

        @Service.task
        async def _read(self) -> None:
            while not self.should_stop:
                await asyncio.get_running_loop().run_in_executor(thread, gauge.read)
                await self.sleep(_READ_SECONDS)

        async def on_shutdown(self) -> None:
            thread.shutdown()
            gauge.close()
