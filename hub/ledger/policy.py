"""The figures the rule leaves to the hub's readings; each is configurable (domain.md 3.5)."""

from dataclasses import dataclass

__all__ = ["Policy"]


@dataclass(frozen=True, slots=True)
class Policy:
    """Days, in whole days after the date they count from; shares in parts per million."""

    receipt_days: int = 14
    """G_RECEIPT and G_SALE_RECORD open when the hub's day passes this (#29, model.md 7)."""
    unclosed_days: int = 30
    """A_PERIOD_UNCLOSED opens when a period with movement has no close this long after its end."""
    physical_ppm: int = 10_000
    """A measured stock is short where the books hold more than it by this share of it (#49)."""
    yield_drift_ppm: int = 5_000
    """Beyond this share of what the yield makes of the crop crushed, a yield drifts (domain.md 3.6)."""
    counterparty_ppm: int = 5_000
    """Below this share of the attested amount a difference is one info entry per pair and quarter (#29)."""
