"""Ports on the loopback interface."""

import secrets
import socket
import time

from hub.errors import InvalidInput, RetryLater

__all__ = ["LOOPBACK", "choose", "is_free", "is_listening"]

LOOPBACK = "127.0.0.1"
# Below every system's range for outgoing connections, so that none of those takes a remembered port.
_LOWEST, _HIGHEST = 20_000, 32_000
_LOOKS = 20
_LOOK_SECONDS = 0.1
_ATTEMPTS = 200
_CONNECT_SECONDS = 1.0


def is_free(port: int) -> bool:
    """Whether a server could listen on this port now."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


def is_listening(port: int) -> bool:
    """Whether a server accepts connections on this port; unlike `is_free`, this never takes the port."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(_CONNECT_SECONDS)
        return probe.connect_ex((LOOPBACK, port)) == 0


def choose(wanted: int, remembered: int, setting: str) -> int:
    """The port a server shall listen on.

    Args:
        wanted: The port a person asked for; 0: any.
        remembered: The port of the last start, taken again if it can be; 0: none.
        setting: Name of the setting, for the error.

    Raises:
        InvalidInput: the wanted port is taken.
        RetryLater: no port at all was free.
    """
    if wanted:
        if not is_free(wanted):
            raise InvalidInput(
                f"port {wanted} of {setting} is taken by another program: "
                f"stop that, or set {setting} to another port (0: any free one)"
            )
        return wanted
    if remembered and _becomes_free(remembered):
        return remembered
    return _any_free()


def _becomes_free(port: int) -> bool:
    """Whether a port is free now or soon: a server that was just killed holds it until its last thread is gone."""
    for _ in range(_LOOKS):
        if is_free(port):
            return True
        time.sleep(_LOOK_SECONDS)
    return False


def _any_free() -> int:
    for _ in range(_ATTEMPTS):
        port = _LOWEST + secrets.randbelow(_HIGHEST - _LOWEST)
        if is_free(port):
            return port
    raise RetryLater(f"no free port found between {_LOWEST} and {_HIGHEST}: close some programs and try again")
