"""Why a record is no message, in one line for the person who sent it."""

from pydantic import ValidationError

__all__ = ["refusal"]

_SHOWN_FAULTS_MAX = 5
_SHOWN_VALUE_MAX = 60


def refusal(error: ValidationError) -> str:
    """Name each faulty field with its place and its fault, the first five of them.

    Returns:
        For instance ``lines.0.ci_g_co2e: not a field of this message; check the spelling``.
    """
    faults = error.errors(include_url=False, include_context=False)
    told = [_fault(fault["type"], fault["loc"], fault["msg"], fault["input"]) for fault in faults]
    more = len(told) - _SHOWN_FAULTS_MAX
    shown = told[:_SHOWN_FAULTS_MAX] + ([f"and {more} more"] if more > 0 else [])
    return "; ".join(shown)


def _fault(kind: str, place: tuple[int | str, ...], text: str, value: object) -> str:
    where = ".".join(str(step) for step in place) or "the whole"
    if kind == "extra_forbidden":
        return f"{where}: not a field of this message; check the spelling"
    if kind == "missing":
        return f"{where}: is missing"
    if isinstance(value, dict | list | tuple):
        return f"{where}: {text}"
    return f"{where}: {text}, not {repr(value)[:_SHOWN_VALUE_MAX]}"
