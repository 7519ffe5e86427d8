"""Profiles from YAML files: those of `connectors/profiles` by name, others by path.

What is wrong with one is told by its place in the file, all of it at once.
"""

from collections.abc import Hashable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml
from pydantic import BaseModel, ValidationError

from connectors.base import AnyConnector, Profile
from connectors.registry import connector
from hub.errors import InvalidInput

__all__ = ["PROFILES", "Loaded", "load_profile", "profile_of"]

PROFILES: Final = Path(__file__).parent / "profiles"

_NO_YAML: Final = (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What PyYAML raises; the others for a value that is not what it is marked as, such as the date 2026-13-01."""

_SHOWN_MAX: Final = 10
_SUFFIXES: Final = (".yaml", ".yml")


class Loaded(NamedTuple):
    """A profile with the connector that reads its partner's files."""

    connector: AnyConnector
    profile: Profile


def load_profile(name: str) -> Loaded:
    """The profile of a name or a path.

    Raises:
        InvalidInput: there is none, or it is wrong; the text says where and how.
    """
    path = _path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path}: cannot be read: {error}") from error
    return profile_of(path.name, path.stem, text)


def _path(name: str) -> Path:
    if name.endswith(_SUFFIXES):
        return Path(name)
    path = PROFILES / f"{name}.yaml"
    if path.parent != PROFILES or not path.is_file():
        known = ", ".join(sorted(file.stem for file in PROFILES.glob("*.yaml")))
        raise InvalidInput(f"no profile {name!r}; there are {known}, or give the path of a .yaml file")
    return path


def profile_of(file: str, name: str, text: str) -> Loaded:
    """A profile from its YAML text.

    Args:
        file: where it comes from, for messages.
        name: its name unless it says one.
        text: YAML.

    Raises:
        InvalidInput: as `load_profile`.
    """
    data = _mapping(file, text)
    try:
        found = connector(str(data.get("connector", "")))
        return Loaded(found, found.profile.model_validate({"name": name, **data}))
    except InvalidInput as error:
        raise InvalidInput(f"{file}: {error}") from error
    except ValidationError as error:
        raise InvalidInput(f"{file}: {_told(error, found.profile)}") from error


def _mapping(file: str, text: str) -> dict[str, Any]:
    try:
        data = yaml.load(text, Loader=_EachOnce)  # noqa: S506 - a safe loader that is stricter
    except _NO_YAML as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InvalidInput(f"{file}: is no YAML: {reason}") from error
    if not isinstance(data, dict):
        raise InvalidInput(f"{file}: is no profile; begin with `connector: scale_tickets`")
    return data


class _EachOnce(yaml.SafeLoader):
    """Refuses a key that stands twice, of which YAML would keep the last without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 - YAML's signature
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise yaml.constructor.ConstructorError(None, None, f"{twice!r} stands twice", node.start_mark)
        return super().construct_mapping(node, deep)


def _told(error: ValidationError, model: type[BaseModel]) -> str:
    """Every fault with its place and, of a misspelt setting, what it may have been meant to be."""
    faults = error.errors(include_url=False, include_context=False)
    told = [_fault(fault["type"], fault["loc"], fault["msg"], fault["input"], model) for fault in faults]
    more = len(told) - _SHOWN_MAX
    return "; ".join(told[:_SHOWN_MAX] + ([f"and {more} more"] if more > 0 else []))


def _fault(kind: str, place: tuple[int | str, ...], text: str, value: object, model: type[BaseModel]) -> str:
    where = ".".join(str(step) for step in place if step != "[key]") or "the whole"
    if kind == "missing":
        return f"{where}: is missing"
    if kind == "extra_forbidden":
        near = get_close_matches(str(place[-1]), _settings(model.model_json_schema()), n=1)
        return f"{where}: no such setting" + (f"; did you mean {near[0]}?" if near else "")
    if kind == "string_type":
        return f"{where}: {value!r} is no text; write it in quotes, or YAML reads a figure, a day, yes or no"
    if kind == "tuple_type":
        return f"{where}: {value!r} is no list; write it in brackets"
    return f"{where}: {text.removeprefix('Value error, ')}"


def _settings(schema: object) -> set[str]:
    """The names of all settings of a profile, wherever they stand."""
    if isinstance(schema, list):
        return {name for item in schema for name in _settings(item)}
    if not isinstance(schema, dict):
        return set()
    below = {name for item in schema.values() for name in _settings(item)}
    return below | set(schema.get("properties", {}))
