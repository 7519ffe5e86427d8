"""Scaled integers as the decimal strings people read."""

from typing import Any

from hub.messages.decimals import decimal_text

__all__ = ["View", "ci_text", "lb_text"]

View = dict[str, Any]
"""What people and programs read of a row, by name."""


def lb_text(value_e4: int | None) -> str | None:
    """Dry pounds with four decimals, as statements print them."""
    return None if value_e4 is None else decimal_text(value_e4, 4)


def ci_text(ci_e6: int | None) -> str | None:
    """A CI in g CO2e per bushel, without trailing zeros."""
    return None if ci_e6 is None else decimal_text(ci_e6, 6).rstrip("0").rstrip(".")
