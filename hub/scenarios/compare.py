"""What a scenario expects held against what the hub says (the format's README, "How it is compared")."""

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, Final

__all__ = ["differences"]

Items = Sequence[Any]

EXACT: Final = ("alerts", "gaps")
"""Keys whose lists must hold exactly what is expected; of the others the listed ones must be there."""

_FIGURES: Final = ("dry_lb", "product_lb", "ci_g_co2e_per_bu", "std_bu")
_NOT_JUDGED_YET: Final = {"RELIABLE": "NOT_JUDGED", "FINAL": "NOT_JUDGED"}


def differences(expected: Mapping[str, Any], actual: Mapping[str, Any]) -> list[str]:
    """Every way in which `actual` is not as expected; an absent key is not compared."""
    found: list[str] = []
    for key, value in expected.items():
        if key == "after":
            for seq, stage in value.items():
                found += [f"after {seq}: {text}" for text in differences(stage, actual["after"].get(seq, {}))]
        elif key == "outcomes":
            found += _outcomes(value, actual["outcomes"])
        elif isinstance(value, list):
            found += _lists(key, value, actual.get(key, []))
        elif isinstance(value, dict):
            for name, listed in value.items():
                if actual.get(key, {}).get(name) != listed:
                    found.append(f"{key}: expected {name}: {listed!r}, got {actual.get(key, {}).get(name)!r}")
        elif not _same(key, value, actual.get(key)):
            found.append(f"{key}: expected {value!r}, got {actual.get(key)!r}")
    return found


def _outcomes(expected: Items, actual: Items) -> list[str]:
    """Those listed match; every other event is accepted."""
    listed = {item["seq"]: item for item in expected}
    found = []
    for item in actual:
        want = listed.get(item["seq"], {"outcome": "accepted"})
        if any(item.get(name) != value for name, value in want.items() if name in ("outcome", "codes")):
            found.append(f"outcomes: seq {item['seq']}: expected {want}, got {item}")
    return found


def _lists(key: str, expected: Items, actual: Items) -> list[str]:
    """Each expected item has its own match; under an exact key nothing is left over."""
    if not all(isinstance(item, dict) for item in expected):
        return [] if list(expected) == list(actual) else [f"{key}: expected {expected}, got {actual}"]
    left, missing = list(actual), []
    for item in expected:
        match = next((other for other in left if _matches(item, other)), None)
        if match is None:
            missing.append(f"{key}: missing {item}; nearest: {_nearest(item, left)}")
        else:
            left.remove(match)
    surplus = [f"{key}: not expected {item}" for item in left] if key in EXACT else []
    return missing + surplus


def _matches(expected: Mapping[str, Any], actual: Mapping[str, Any]) -> bool:
    return all(_same(name, value, actual.get(name)) for name, value in expected.items())


def _nearest(expected: Mapping[str, Any], candidates: Items) -> Any:
    """The candidate that agrees on most, to say what differs."""
    agreeing = [(sum(_same(n, v, item.get(n)) for n, v in expected.items()), item) for item in candidates]
    return max(agreeing, key=lambda pair: pair[0], default=(0, None))[1]


def _same(name: str, expected: Any, actual: Any) -> bool:
    """Equal as decimals where the name says a figure; RELIABLE matches NOT_JUDGED until reliance is judged."""
    if name == "reliance":
        return actual in (expected, _NOT_JUDGED_YET.get(expected))
    if any(name.endswith(figure) for figure in _FIGURES) and None not in (expected, actual):
        return _decimal(expected) == _decimal(actual)
    return bool(expected == actual)


def _decimal(value: Any) -> Decimal | str:
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return str(value)
