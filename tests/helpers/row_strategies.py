"""Any row of any kind, for hypothesis, built from the kinds' own type hints."""

import typing
from datetime import date
from types import NoneType, UnionType
from typing import Any

from hypothesis import strategies as st

from hub.ledger import facts
from hub.ledger.rows import SHAPES, Row

__all__ = ["KINDS", "rows_of"]

KINDS = sorted(SHAPES, key=lambda kind: kind.__name__)

LONG = st.integers(-(2**63), 2**63 - 1)
TEXT = st.text(st.characters(exclude_characters="\x00", exclude_categories=("Cs",)), max_size=12)
DAYS = st.dates(date(1, 1, 1), date(9999, 12, 31))


def rows_of(kind: type[Row]) -> st.SearchStrategy[Any]:
    """Rows of one kind: every field drawn from what its type allows, long integers and odd texts included."""
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{name: _of(hint) for name, hint in hints.items()})


def _of(hint: Any) -> st.SearchStrategy[Any]:
    if hint == facts.Body:
        return st.one_of(*(_of(body) for body in typing.get_args(facts.Body)))
    if typing.get_origin(hint) is UnionType:
        parts = typing.get_args(hint)
        some = st.one_of(*(_of(part) for part in parts if part is not NoneType))
        return st.none() | some if NoneType in parts else some
    return _plain(hint)


def _plain(hint: Any) -> st.SearchStrategy[Any]:
    if typing.get_origin(hint) is tuple:
        item, *rest = typing.get_args(hint)
        assert rest == [...], hint
        return st.lists(_of(item), max_size=2).map(tuple)
    simple = {bool: st.booleans(), int: LONG, str: TEXT, date: DAYS, bytes: st.binary(max_size=20)}
    if hint in simple:
        return simple[hint]
    if hasattr(hint, "__members__"):
        return st.sampled_from(hint)
    return st.builds(hint, **{name: _of(part) for name, part in typing.get_type_hints(hint).items()})
