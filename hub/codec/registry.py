"""A Confluent-compatible schema registry over HTTP.

What the registry says for certain goes with the message (an id nobody registered); what it cannot say now
makes the intake wait. A registry that is down must never send good messages to quarantine.
"""

import http.client
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlsplit

from hub.codec.foreign import recognise
from hub.codec.lock import Lock, LockedSchema
from hub.errors import InvalidInput, InvalidMessage, RetryLater

__all__ = ["RegistrySchemas"]

_HTTP_NOT_FOUND = 404
_CODES_NOT_FOUND = (40401, 40402, 40403)  # of subject, version and schema
_TIMEOUT_SECONDS = 5.0
_UNKNOWN_SECONDS = 5.0
_UNKNOWN_MAX = 10_000
_MEDIA_TYPE = "application/vnd.schemaregistry.v1+json"
_SHOWN_MAX = 120


class _NotFoundError(Exception):
    """The registry is up and has no such thing."""


class RegistrySchemas:
    """Locked schemas under the ids of a registry; each id is asked for once.

    An unknown id is asked for again after a few seconds, so that a message is readable soon after its schema
    was registered, and a stream of such messages does not become a stream of requests.
    """

    def __init__(
        self,
        url: str,
        lock: Lock,
        *,
        timeout_seconds: float = _TIMEOUT_SECONDS,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        parts = urlsplit(url)
        if "@" in parts.netloc:
            raise InvalidInput("the registry URL names a user; the hub sends no credentials, leave them out")
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise InvalidInput(f"registry {url!r} is no http or https URL, such as http://HOST:8081")
        self._url = url.rstrip("/")
        self._lock = lock
        self._timeout_seconds = timeout_seconds
        self._monotonic = monotonic
        self._known: dict[int, LockedSchema | InvalidMessage] = {}
        self._unknown_until: dict[int, float] = {}
        self._ids: dict[str, int] = {}
        self._asking = threading.Lock()
        # No proxy from the environment: the registry is one of the hub's own parts.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def schema(self, schema_id: int) -> LockedSchema:
        """The locked schema a registered one equals; see `SchemaSource`."""
        found = self._known.get(schema_id)
        if found is None:
            with self._asking:
                found = self._known.get(schema_id) or self._ask(schema_id)
        if isinstance(found, InvalidMessage):
            raise InvalidMessage(*found.args)
        return found

    def schema_id(self, schema: LockedSchema) -> int:
        """The registry's id of a locked schema, which must be registered; see `SchemaSource`."""
        found = self._ids.get(schema.fingerprint)
        if found is None:
            found = self._ids[schema.fingerprint] = self._ask_id(schema)
        return found

    def _ask(self, schema_id: int) -> LockedSchema | InvalidMessage:
        refusal = InvalidMessage(f"unknown schema id {schema_id}; register the schema in the registry")
        if self._monotonic() < self._unknown_until.get(schema_id, 0.0):
            return refusal
        try:
            answer = self._request(f"/schemas/ids/{schema_id}")
        except _NotFoundError:
            if len(self._unknown_until) >= _UNKNOWN_MAX:
                self._unknown_until.clear()  # garbage bytes can name any id
            self._unknown_until[schema_id] = self._monotonic() + _UNKNOWN_SECONDS
            return refusal
        self._known[schema_id] = found = self._recognised(schema_id, answer)
        return found

    def _recognised(self, schema_id: int, answer: dict[str, Any]) -> LockedSchema | InvalidMessage:
        kind = answer.get("schemaType", "AVRO")
        if kind != "AVRO":
            return InvalidMessage(f"schema id {schema_id} is of type {kind}, not AVRO")
        text = answer.get("schema")
        if not isinstance(text, str):
            raise RetryLater(f"the registry {self._url} answered without a schema for id {schema_id}")
        try:
            return recognise(text, self._lock)
        except InvalidMessage as error:
            return InvalidMessage(f"schema id {schema_id}: {error}")

    def _ask_id(self, schema: LockedSchema) -> int:
        subject = quote(schema.subject, safe="")
        try:
            answer = self._request(f"/subjects/{subject}", {"schema": schema.text})
        except _NotFoundError as error:
            what = f"{schema.name} v{schema.version} under subject {schema.subject}"
            raise RetryLater(f"the registry {self._url} does not have {what}; register it") from error
        found = answer.get("id")
        if not isinstance(found, int):
            raise RetryLater(f"the registry {self._url} answered without an id for {schema.subject}")
        return found

    def _request(self, path: str, body: dict[str, str] | None = None) -> dict[str, Any]:
        """The registry's JSON answer; posts the body where there is one."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Accept": _MEDIA_TYPE, "Content-Type": _MEDIA_TYPE}
        request = urllib.request.Request(self._url + path, data, headers)  # noqa: S310  # checked at the start
        try:
            with self._opener.open(request, timeout=self._timeout_seconds) as response:
                return self._object(response.read())
        except urllib.error.HTTPError as error:
            raise self._refused(error, path) from error
        except (OSError, http.client.HTTPException) as error:
            raise RetryLater(f"the registry {self._url} is away: {error}; start it") from error

    def _refused(self, error: urllib.error.HTTPError, path: str) -> Exception:
        """A 404 counts as no only with the registry's own code: any web server answers 404 to a wrong URL."""
        try:
            text = error.read()
        except (OSError, http.client.HTTPException) as broken:
            text = repr(broken).encode()  # the status alone already says that it cannot be known now
        if error.code == _HTTP_NOT_FOUND and _error_code(text) in _CODES_NOT_FOUND:
            return _NotFoundError(path)
        answer = f"{error.code} to {path}: {text[:_SHOWN_MAX]!r}"
        return RetryLater(f"the registry {self._url} answered {answer}; check it and its URL")

    def _object(self, text: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RetryLater(f"the registry {self._url} answered no JSON: {text[:_SHOWN_MAX]!r}") from error
        if not isinstance(answer, dict):
            raise RetryLater(f"the registry {self._url} answered no JSON object: {text[:_SHOWN_MAX]!r}")
        return answer


def _error_code(text: bytes) -> object:
    """The registry's own error code, None where the text has none."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return answer.get("error_code") if isinstance(answer, dict) else None
