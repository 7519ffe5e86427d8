"""A Confluent-compatible schema registry, played by a real server on the loopback."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from hub.codec import RegistrySchemas
from hub.codec.lock import Lock, locked_schemas

__all__ = ["NOT_FOUND", "Registry", "serving", "with_every_schema"]

NOT_FOUND = (404, {"error_code": 40403, "message": "Schema not found"})


@dataclass
class Registry:
    """What the server answers, and what it was asked."""

    answers: dict[str, tuple[int, object]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    posted: list[dict[str, str]] = field(default_factory=list)
    url: str = ""
    seconds: float = 0.0

    def source(self, **options: float) -> RegistrySchemas:
        return RegistrySchemas(self.url, locked_schemas(), monotonic=lambda: self.seconds, **options)


def with_every_schema(lock: Lock) -> Registry:
    """A registry that knows each locked schema under the lock's own id."""
    registry = Registry()
    for schema in lock.schemas:
        registry.answers[f"/schemas/ids/{schema.schema_id}"] = (200, {"schema": schema.text})
        registry.answers[f"/subjects/{schema.subject}"] = (200, {"id": schema.schema_id})
    return registry


@contextmanager
def serving(state: Registry, port: int = 0) -> Iterator[Registry]:
    """The registry on this port, or on a free one, for the length of a block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.asked.append(f"{self.command} {self.path}")
            status, answer = state.answers.get(self.path, NOT_FOUND)
            body = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            state.posted.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.do_GET()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
