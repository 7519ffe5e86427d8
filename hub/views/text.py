"""Scaled integers as the decimal strings people read."""

from hub.messages.decimals import decimal_text

__all__ = ["ci_text", "lb_text"]


def lb_text(value_e4: int | None) -> str | None:
    """Dry pounds with four decimals, as statements print them."""
    if value_e4 is None:
        return None
    sign, digits = ("-" if value_e4 < 0 else ""), f"{abs(value_e4):05d}"
    return f"{sign}{digits[:-4]}.{digits[-4:]}"


def ci_text(ci_e6: int | None) -> str | None:
    """A CI in g CO2e per bushel, without trailing zeros."""
    return None if ci_e6 is None else decimal_text(ci_e6, 6).rstrip("0").rstrip(".")
