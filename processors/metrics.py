"""The worker's Prometheus metrics, all of them; label sets are bounded by the hub's own vocabularies."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

__all__ = ["Metrics"]

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_RECORDS: Final = (1, 10, 100, 1_000, 10_000, 100_000)


class Metrics:
    """Every metric of one worker, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.messages = Counter(
            "hub_messages",
            "Records in the journal, by outcome",
            ["outcome"],
            registry=self.registry,
        )
        self.intake_lag_records = Gauge(
            "hub_intake_lag_records",
            "Records on the broker that are not in the journal yet",
            registry=self.registry,
        )
        self.batch_seconds = Histogram(
            "hub_batch_seconds", "From a batch read to its commit", buckets=_SECONDS, registry=self.registry
        )
        self.batch_records = Histogram(
            "hub_batch_records", "Records of a committed batch", buckets=_RECORDS, registry=self.registry
        )
        self.end_to_end_seconds = Histogram(
            "hub_end_to_end_seconds",
            "From a record's time on the broker to what it led to being published; not what is held back on purpose",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.intake_failures = Counter(
            "hub_intake_failures", "Batches that had to be tried again", ["reaction"], registry=self.registry
        )
        self.findings_open = Gauge("hub_findings_open", "Open findings", ["code", "blocks"], registry=self.registry)
        self.balance_dry_lb = Gauge(
            "hub_balance_dry_lb",
            "Computed stock of an account in its latest period",
            ["org", "commodity", "ci"],
            registry=self.registry,
        )
        self.balance_series_left_out = Gauge(
            "hub_balance_series_left_out", "Accounts beyond the limit on series", registry=self.registry
        )
        self.outbox_records = Gauge(
            "hub_outbox_records", "Records committed and not published yet", registry=self.registry
        )
