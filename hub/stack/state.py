"""What one `hub` leaves for the next: the ports of the local stack, in ``stack.json``."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from hub.errors import InvalidInput
from hub.stack.failures import at
from hub.stack.files import write_whole

__all__ = ["State", "read", "write"]


@dataclass(frozen=True)
class State:
    """Ports of the last start; 0 where there is none.

    They stay when the stack is stopped, so that the next start listens where the last one did.
    """

    kafka_port: int = 0
    controller_port: int = 0
    database_port: int = 0


def read(path: Path) -> State:
    """The state written last; an empty one if there is none.

    Raises:
        InvalidInput: the file is not one this module wrote.
    """
    with at(path):
        if not path.exists():
            return State()
        text = path.read_text(encoding="utf-8")
    try:
        stored = json.loads(text)
        return State(**{field.name: int(stored[field.name]) for field in fields(State)})
    except (ValueError, KeyError, TypeError) as error:
        raise InvalidInput(f"{path} cannot be read ({error!r}): delete it and run hub up") from error


def write(path: Path, state: State) -> None:
    """Put a state in the place of the last one, in one step: a reader sees the old or the new, never a half.

    Raises:
        HubError: the folder cannot be written.
    """
    write_whole(path, json.dumps(asdict(state), indent=2))
