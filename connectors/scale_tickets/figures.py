"""Exact figures of a profile and what they are parts of: decimal text or whole numbers, never YAML's floats."""

from typing import Annotated, Final

from pydantic import BeforeValidator

from hub.errors import InvalidInput
from hub.messages import scaled

__all__ = ["WHOLE_PCT_E3", "WHOLE_PCT_E6", "PctE3", "PoundsE4"]

WHOLE_PCT_E3: Final = 100_000
WHOLE_PCT_E6: Final = 100_000_000
"""All of it, 100 %, in the units of moisture and of shares."""


def _decimal(scale: int) -> BeforeValidator:
    """Reads a figure of the profile exactly; YAML's own floats are refused, because they are not."""

    def read(value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise ValueError('a figure is written in quotes, such as "15.5"')  # noqa: TRY004 - pydantic reads ValueErrors
        try:
            return scaled(str(value), scale)
        except InvalidInput as error:
            raise ValueError(str(error)) from error

    return BeforeValidator(read)


PctE3 = Annotated[int, _decimal(3)]
"""A percentage, kept in 0.001 %."""

PoundsE4 = Annotated[int, _decimal(4)]
"""Pounds, kept in 0.0001 lb."""
