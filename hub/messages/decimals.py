"""Decimal strings of people and files, exactly to and from the scaled integers of the wire.

    >>> scaled("24176.473", 6)
    24176473000
    >>> decimal_text(-1205, 1)
    '-120.5'

Nothing is rounded: what does not fit its scale is refused where it enters (domain.md 3.2).
"""

import re

from hub.errors import InvalidInput

__all__ = ["decimal_text", "scaled"]

_DECIMAL = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9]*)(?:\.(?P<fraction>[0-9]*))?(?:[eE](?P<exponent>[+-]?[0-9]{1,9}))?"
)
_LONG_MIN, _LONG_MAX = -(2**63), 2**63 - 1
_LONG_DIGITS_MAX = 19
_SHOWN_MAX = 60


def scaled(text: str, scale: int) -> int:
    """Read a decimal string as an integer of ``10 ** -scale`` units.

    Plain digits, a sign, a point and an exponent are read; blanks, commas, units and other alphabets are not,
    because each of them means different numbers to different people.

    Args:
        text: the figure as written, such as ``"1.2300"`` or ``"1E+3"``.
        scale: decimals the field keeps, 0 or more.

    Returns:
        The figure times ``10 ** scale``, always exact; ``-0`` is 0.

    Raises:
        InvalidInput: no decimal number, more decimals than the scale keeps, or too large for a long.
    """
    match = _DECIMAL.fullmatch(text)
    digits = (match["whole"] + (match["fraction"] or "")) if match else ""
    if match is None or not digits:
        raise InvalidInput(
            f"{_shown(text)} is no decimal number; write digits with a point, such as 24176.473, without "
            "blanks, commas or a unit"
        )
    significant = digits.strip("0")
    if not significant:
        return 0
    trailing_zeros = len(digits) - len(digits.rstrip("0"))
    power = scale + int(match["exponent"] or "0") - len(match["fraction"] or "") + trailing_zeros
    if power < 0:
        raise InvalidInput(
            f"{_shown(text)} has more than {scale} decimals; state the figure as its source prints it, with "
            f"at most {scale}"
        )
    return _long(text, match["sign"], significant, power, scale)


def _long(text: str, sign: str, significant: str, power: int, scale: int) -> int:
    """The signed number ``significant * 10 ** power``, if a long holds it; never builds a huge one."""
    if len(significant) + power <= _LONG_DIGITS_MAX:
        value = int(sign + significant + "0" * power)
        if _LONG_MIN <= value <= _LONG_MAX:
            return value
    raise InvalidInput(
        f"{_shown(text)} is out of range; the field holds {decimal_text(_LONG_MIN, scale)} to "
        f"{decimal_text(_LONG_MAX, scale)}: check the unit"
    )


def decimal_text(value: int, scale: int) -> str:
    """Write an integer of ``10 ** -scale`` units with exactly ``scale`` decimals.

    Args:
        value: the scaled integer.
        scale: decimals to show, 0 or more.
    """
    if scale == 0:
        return str(value)
    digits = str(abs(value)).zfill(scale + 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-scale]}.{digits[-scale:]}"


def _shown(text: str) -> str:
    """The text as Python writes it, shortened, so that a strange blank or a BOM shows."""
    return repr(text if len(text) <= _SHOWN_MAX else text[:_SHOWN_MAX] + "…")
