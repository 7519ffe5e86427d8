"""Scale tickets as JSON: a list of flat objects, one a ticket, as the lines of a table.

[{"Ticket #": "4101", "Net": 24176.473}]   ->  (0, ["Ticket #", "Net"]), (1, ["4101", "24176.473"])

Numbers are taken as they are written, never through a float.
"""

import json
from collections.abc import Iterator
from typing import Any

from connectors.base import CellError

__all__ = ["json_lines"]

_REMEDY = "export a list of flat objects, one for each ticket"


def json_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The headers as line 0, then each object by its number; a member an object lacks is empty.

    Raises:
        CellError: no JSON, no list of objects, a member named twice, or one that is a list or an object.
    """
    tickets = _tickets(text)
    headers = list(dict.fromkeys(name for ticket in tickets for name in ticket))
    yield 0, headers
    for number, ticket in enumerate(tickets, 1):
        yield number, [_cell(number, name, ticket.get(name)) for name in headers]


def _tickets(text: str) -> list[dict[str, Any]]:
    try:
        data = json.loads(text, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise CellError(f"is no JSON: {error}", "export the file again") from error
    if isinstance(data, dict):
        lists = [value for value in data.values() if isinstance(value, list)]
        data = lists[0] if len(lists) == 1 else None
    if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
        raise CellError("is no list of objects, nor an object with one such list", _REMEDY)
    return data


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = next(name for number, (name, _) in enumerate(pairs) if name in dict(pairs[:number]))
        raise CellError(f"member {twice!r} stands twice in one object", "export the file again", twice)
    return members


def _cell(number: int, name: str, value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).lower()
    if isinstance(value, str):
        return value
    raise CellError(f"object {number}: {name} is a list or an object", _REMEDY, name)
