"""Connectors by name: the project's own, and those other packages bring under the entry point group.

The project's own are listed here as well as in its metadata, so that a source tree works without being installed.
"""

from importlib.metadata import EntryPoint, entry_points
from typing import Final

from connectors.base import AnyConnector, Connector
from hub.errors import Fatal, InvalidInput

__all__ = ["GROUP", "OWN", "connector", "connectors"]

GROUP: Final = "hub.connectors"

OWN: Final = (EntryPoint("scale_tickets", "connectors.scale_tickets:CONNECTOR", GROUP),)
"""The connectors of this project."""


def connectors() -> dict[str, EntryPoint]:
    """Every connector that is installed; one of another package does not replace one of the project's own."""
    return {point.name: point for point in (*entry_points(group=GROUP), *OWN)}


def connector(name: str) -> AnyConnector:
    """The connector of a name.

    Raises:
        InvalidInput: there is none.
        Fatal: what a package brings under this name is no connector.
    """
    found = connectors()
    if name not in found:
        raise InvalidInput(f"connector: no connector {name!r}; there are {', '.join(sorted(found))}")
    loaded = found[name].load()
    if not isinstance(loaded, Connector):
        raise Fatal(f"{found[name].value} is no connector but a {type(loaded).__name__}: see connectors.base")
    return loaded
