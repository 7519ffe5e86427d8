import socket
from collections.abc import Iterator

import pytest

from hub.errors import InvalidInput
from hub.stack.ports import LOOPBACK, choose, is_free, is_listening


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port another program listens on."""
    with socket.create_server((LOOPBACK, 0)) as server:
        yield server.getsockname()[1]


def test_a_taken_port_that_was_asked_for_is_refused_with_the_way_out(taken_port: int):
    with pytest.raises(InvalidInput) as refused:
        choose(taken_port, 0, "HUB_KAFKA_PORT")

    assert str(refused.value) == (
        f"port {taken_port} of HUB_KAFKA_PORT is taken by another program: "
        "stop that, or set HUB_KAFKA_PORT to another port (0: any free one)"
    )


def test_a_free_port_that_was_asked_for_is_taken(taken_port: int):
    free = choose(0, 0, "")

    assert choose(free, taken_port, "HUB_KAFKA_PORT") == free


def test_the_remembered_port_is_taken_again():
    remembered = choose(0, 0, "")

    assert choose(0, remembered, "HUB_KAFKA_PORT") == remembered


def test_another_one_is_taken_when_the_remembered_port_is_gone(taken_port: int):
    assert choose(0, taken_port, "HUB_KAFKA_PORT") != taken_port


def test_free_and_listening_are_opposites(taken_port: int):
    free = choose(0, 0, "")

    assert is_listening(taken_port)
    assert not is_free(taken_port)
    assert is_free(free)
    assert not is_listening(free)
