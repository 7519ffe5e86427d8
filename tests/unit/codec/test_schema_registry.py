"""A Confluent-compatible registry, played by a real server on the loopback."""

import socket
import threading
from collections.abc import Iterator
from datetime import date

import pytest
from helpers.registry import Registry, serving

from hub.codec import Codec, RegistrySchemas
from hub.codec.lock import locked_schemas
from hub.errors import InvalidInput, InvalidMessage, RetryLater
from hub.messages import DayOpened

LOCK = locked_schemas()
DAY_SCHEMA = LOCK.version("DayOpened", 1)
DAY = DayOpened(event_id="day-1", author_id="hub", day=date(2026, 10, 3))


@pytest.fixture
def registry() -> Iterator[Registry]:
    with serving(Registry()) as state:
        yield state


def test_a_registered_schema_is_recognised_and_asked_for_once(registry: Registry) -> None:
    registry.answers["/schemas/ids/41"] = (200, {"schema": DAY_SCHEMA.text})
    source = registry.source()

    assert source.schema(41) is source.schema(41) is DAY_SCHEMA
    assert registry.asked == ["GET /schemas/ids/41"]


def test_messages_are_written_and_read_with_the_registrys_id(registry: Registry) -> None:
    registry.answers["/schemas/ids/41"] = (200, {"schema": DAY_SCHEMA.text, "schemaType": "AVRO"})
    registry.answers["/subjects/reducedci.DayOpened"] = (200, {"subject": "x", "version": 3, "id": 41})
    codec = Codec(registry.source(), LOCK)

    data = codec.encode(DAY)

    assert data[:5] == b"\x00\x00\x00\x00\x29"
    assert codec.decode(data).message == DAY
    assert codec.encode(DAY) == data
    assert registry.posted == [{"schema": DAY_SCHEMA.text}]


def test_an_unknown_id_is_the_messages_fault_and_not_asked_for_at_each_record(registry: Registry) -> None:
    source = registry.source()

    for _ in range(3):
        with pytest.raises(InvalidMessage, match="unknown schema id 7; register the schema"):
            source.schema(7)

    assert registry.asked == ["GET /schemas/ids/7"]


def test_a_schema_registered_later_is_found_after_some_seconds(registry: Registry) -> None:
    source = registry.source()
    with pytest.raises(InvalidMessage):
        source.schema(7)
    registry.answers["/schemas/ids/7"] = (200, {"schema": DAY_SCHEMA.text})

    registry.seconds = 5.0

    assert source.schema(7) is DAY_SCHEMA


def test_garbage_ids_do_not_fill_the_memory(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hub.codec.registry._UNKNOWN_MAX", 3)
    source = registry.source()

    for schema_id in range(10):
        with pytest.raises(InvalidMessage):
            source.schema(schema_id)

    assert len(source._unknown_until) <= 3


def test_a_misspelt_field_is_named_and_the_answer_kept(registry: Registry) -> None:
    text = DAY_SCHEMA.text.replace('"day"', '"dya"')
    registry.answers["/schemas/ids/9"] = (200, {"schema": text})
    source = registry.source()

    for _ in range(2):
        with pytest.raises(InvalidMessage, match=r"schema id 9: .*DayOpened v1 does not know: dya;"):
            source.schema(9)

    assert registry.asked == ["GET /schemas/ids/9"]


@pytest.mark.parametrize(
    "answer",
    [
        (200, {"schema": "syntax = 'proto3';", "schemaType": "PROTOBUF"}),
        (200, {"schema": "{}"}),
        (404, {"error_code": 40401, "message": "Subject not found"}),
    ],
)
def test_what_is_certain_goes_with_the_message(registry: Registry, answer: tuple[int, object]) -> None:
    registry.answers["/schemas/ids/5"] = answer

    with pytest.raises(InvalidMessage, match="schema id 5"):
        registry.source().schema(5)


@pytest.mark.parametrize(
    "answer",
    [
        (404, b"<html>nginx</html>"),  # a wrong URL answers 404 too
        (404, {"error_code": 404, "message": "HTTP 404 Not Found"}),
        (404, {"message": "no route"}),
        (404, []),
        (404, {"error_code": [40403]}),
        (404, b"[" * 100_000),
        (200, b"[" * 100_000),
        (500, {"error_code": 50001, "message": "Error in the backend data store"}),
        (503, b""),
        (429, b"slow down"),
        (401, {"error_code": 401, "message": "Unauthorized"}),
        (200, b"<html>log in here</html>"),
        (200, b""),
        (200, []),
        (200, {}),
        (200, {"schema": 7}),
    ],
)
def test_what_is_not_certain_is_waited_for(registry: Registry, answer: tuple[int, object]) -> None:
    registry.answers["/schemas/ids/5"] = answer
    source = registry.source()

    for _ in range(2):
        with pytest.raises(RetryLater, match=r"the registry http://127\.0\.0\.1"):
            source.schema(5)

    registry.answers["/schemas/ids/5"] = (200, {"schema": DAY_SCHEMA.text})
    assert source.schema(5) is DAY_SCHEMA


def test_a_schema_that_is_not_registered_yet_is_waited_for(registry: Registry) -> None:
    codec = Codec(registry.source(), LOCK)

    with pytest.raises(RetryLater, match=r"does not have DayOpened v1 under subject reducedci\.DayOpened; register it"):
        codec.encode(DAY)


@pytest.mark.parametrize("answer", [{"id": "41"}, {}])
def test_an_answer_without_an_id_is_waited_for(registry: Registry, answer: object) -> None:
    registry.answers["/subjects/reducedci.DayOpened"] = (200, answer)

    with pytest.raises(RetryLater, match="without an id"):
        registry.source().schema_id(DAY_SCHEMA)


def test_a_registry_that_is_down_is_waited_for() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        source = RegistrySchemas(f"http://127.0.0.1:{listener.getsockname()[1]}", LOCK)  # bound, nobody listens

        with pytest.raises(RetryLater, match=r"is away: .*; start it"):
            source.schema(5)


def test_a_registry_that_says_nothing_is_waited_for() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"

        with pytest.raises(RetryLater, match=r"is away: .*timed out"):
            RegistrySchemas(url, LOCK, timeout_seconds=0.05).schema(5)


@pytest.mark.parametrize("answer", [b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", b"rubbish\r\n\r\n", b""])
def test_an_answer_that_breaks_off_is_waited_for(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def reply() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(answer)

        thread = threading.Thread(target=reply)
        thread.start()
        source = RegistrySchemas(f"http://127.0.0.1:{listener.getsockname()[1]}/", LOCK, timeout_seconds=2)

        with pytest.raises(RetryLater):
            source.schema(5)
        thread.join()


@pytest.mark.parametrize("url", ["", "localhost:8081", "ftp://host", "file:///etc/passwd", "http://"])
def test_what_is_no_web_address_is_refused_at_once(url: str) -> None:
    with pytest.raises(InvalidInput, match="is no http or https URL"):
        RegistrySchemas(url, LOCK)


def test_credentials_in_the_address_are_refused_and_not_repeated() -> None:
    with pytest.raises(InvalidInput, match="names a user") as refused:
        RegistrySchemas("http://me:secret@registry:8081", LOCK)

    assert "secret" not in str(refused.value)


def test_many_threads_ask_once(registry: Registry) -> None:
    registry.answers["/schemas/ids/41"] = (200, {"schema": DAY_SCHEMA.text})
    source = registry.source()
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(source.schema(41))) for _ in range(8)]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert found == [DAY_SCHEMA] * 8
    assert registry.asked == ["GET /schemas/ids/41"]
