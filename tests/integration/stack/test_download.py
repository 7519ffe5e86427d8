"""Downloads from a Maven repository of our own on loopback, which can misbehave."""

import gc
import hashlib
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from hub.errors import Fatal, RetryLater
from hub.stack import download as download_module
from hub.stack.jar_lock import Jar
from hub.stack.jars import ensure_jars
from hub.stack.progress import silent

CONTENT = b"0123456789" * 1000
JAR = Jar("org.example:thing:1", hashlib.sha256(CONTENT).hexdigest(), len(CONTENT))
PATH = "/org/example/thing/1/thing-1.jar"


class Repository(ThreadingHTTPServer):
    """A Maven repository with one jar.

    Attributes:
        answers: What to do for the next requests of the jar, in order; the last one stays.
        served: How often the jar was asked for.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = ["whole"]
        self.served = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Repository

    def do_GET(self) -> None:
        if self.path != PATH:
            self.send_error(404)
            return
        self.server.served += 1
        answers = self.server.answers
        answer = answers.pop(0) if len(answers) > 1 else answers[0]
        body = {"whole": CONTENT, "half": CONTENT[:5000], "other": CONTENT[::-1]}.get(answer)
        if body is None:
            self.send_error(503)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    monkeypatch.setattr(download_module, "_PAUSE_SECONDS", 0.01)
    with Repository() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        gc.collect()  # jgo leaves the response of a refused request open for whoever collects next


def test_a_jar_arrives(repository: Repository, tmp_path: Path):
    [file] = ensure_jars(tmp_path, [JAR], repository.url, silent)

    assert file.read_bytes() == CONTENT


@pytest.mark.parametrize("trouble", ["half", "busy"])
def test_a_passing_trouble_is_tried_again(repository: Repository, tmp_path: Path, trouble: str):
    repository.answers = [trouble, "whole"]

    [file] = ensure_jars(tmp_path, [JAR], repository.url, silent)

    assert file.read_bytes() == CONTENT
    assert repository.served == 2


@pytest.mark.parametrize("trouble", ["half", "busy"])
def test_a_lasting_trouble_names_the_jar_and_what_to_do(repository: Repository, tmp_path: Path, trouble: str):
    repository.answers = [trouble]

    with pytest.raises(RetryLater) as failed:
        ensure_jars(tmp_path, [JAR], repository.url, silent)

    assert str(failed.value).startswith("cannot download org.example:thing:1 (")
    assert "check the network and run hub up again" in str(failed.value)
    assert list((tmp_path / "jars").glob("*")) == [tmp_path / "jars" / ".lock"]


def test_a_repository_that_is_away_names_the_jar(repository: Repository, tmp_path: Path):
    url = repository.url
    repository.server_close()

    with pytest.raises(RetryLater, match=r"cannot download org\.example:thing:1 \(ConnectionError\)"):
        ensure_jars(tmp_path, [JAR], url, silent)


def test_changed_bytes_are_refused_at_once(repository: Repository, tmp_path: Path):
    repository.answers = ["other"]

    with pytest.raises(Fatal, match="came with other bytes than the lock allows"):
        ensure_jars(tmp_path, [JAR], repository.url, silent)

    assert repository.served == 1


def test_two_at_once_download_once(repository: Repository, tmp_path: Path):
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(ensure_jars, tmp_path, [JAR], repository.url, silent) for _ in range(2)]

    assert {file.result()[0].read_bytes() for file in both} == {CONTENT}
    assert repository.served == 1
