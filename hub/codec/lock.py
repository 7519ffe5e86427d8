"""The locked schemas: each file of ``schemas/avro`` under its fixed id, checked against its fingerprints.

``ids.lock`` has one line per schema: id, file, subject, fingerprint, content hash, separated by blanks.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import fastavro

from hub.codec.datum import Reader, reader_of
from hub.codec.fingerprint import content_hash, fingerprint
from hub.errors import Fatal

__all__ = ["Entry", "Lock", "LockedSchema", "locked_schemas", "parse_lock", "split_name"]

_FILE_NAME = re.compile(r"(?P<name>[A-Za-z]+)\.v(?P<version>[1-9][0-9]*)\.avsc")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of ids.lock."""

    schema_id: int
    file: str
    subject: str
    fingerprint: str
    content_hash: str

    def line(self) -> str:
        """The line as it stands in the file, without its end."""
        return f"{self.schema_id} {self.file} {self.subject} {self.fingerprint} {self.content_hash}"


@dataclass(frozen=True, slots=True, eq=False)
class LockedSchema:
    """A schema of the hub in one version, ready to read and write with.

    Attributes:
        schema_id: its id without a registry; a registry gives it another.
        subject: full record name, its subject in a registry (RecordName strategy).
        text: the schema as JSON text, as a registry serves it.
        parsed: the schema as fastavro writes with it.
        read: its strict reader.
    """

    schema_id: int
    name: str
    version: int
    subject: str
    fingerprint: str
    text: str
    parsed: Any
    read: Reader


class Lock:
    """All locked schemas, by id, by fingerprint, and by name and version."""

    def __init__(self, schemas: Iterable[LockedSchema]) -> None:
        self.schemas = tuple(schemas)
        self._by_id = {schema.schema_id: schema for schema in self.schemas}
        self._by_fingerprint = {schema.fingerprint: schema for schema in self.schemas}
        self._by_name = {(schema.name, schema.version): schema for schema in self.schemas}

    def by_id(self, schema_id: int) -> LockedSchema | None:
        """The schema with this id of the lock."""
        return self._by_id.get(schema_id)

    def by_fingerprint(self, fingerprint: str) -> LockedSchema | None:
        """The schema whose writers' bytes are the same."""
        return self._by_fingerprint.get(fingerprint)

    def version(self, name: str, version: int) -> LockedSchema:
        """One version of a message.

        Raises:
            KeyError: there is none.
        """
        return self._by_name[name, version]

    def newest(self, subject: str) -> LockedSchema | None:
        """The highest version of a record, by its full name."""
        versions = [schema for schema in self.schemas if schema.subject == subject]
        return max(versions, key=lambda schema: schema.version, default=None)


def parse_lock(text: str) -> list[Entry]:
    """Read the lines of ids.lock; lines that begin with ``#`` are for people."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [_entry(line) for line in lines]


def split_name(file: str) -> tuple[str, int]:
    """Name and version of a schema file, ``("Bfr", 2)`` of ``Bfr.v2.avsc``.

    Raises:
        Fatal: the file is not named so.
    """
    match = _FILE_NAME.fullmatch(file)
    if match is None:
        raise Fatal(f"schemas/avro/{file} is not named <Name>.v<N>.avsc")
    return match["name"], int(match["version"])


@cache
def locked_schemas() -> Lock:
    """The locked schemas of this installation, read once.

    Raises:
        Fatal: a file is missing or changed under its id: messages would be read as something else.
    """
    folder = files("schemas")
    entries = parse_lock(folder.joinpath("ids.lock").read_text(encoding="utf-8"))
    return Lock(_locked(entry, folder.joinpath("avro", entry.file)) for entry in entries)


def _entry(line: str) -> Entry:
    schema_id, *words = line.split()
    return Entry(int(schema_id), *words)


def _locked(entry: Entry, file: Traversable) -> LockedSchema:
    try:
        schema = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Fatal(f"schemas/avro/{entry.file} cannot be read: {error}; install the hub again") from error
    if (fingerprint(schema), content_hash(schema)) != (entry.fingerprint, entry.content_hash):
        raise Fatal(f"schemas/avro/{entry.file} changed under its id {entry.schema_id}; add a version instead")
    name, version = split_name(entry.file)
    parsed = fastavro.parse_schema(schema)
    text = json.dumps(schema, ensure_ascii=False)
    return LockedSchema(
        entry.schema_id, name, version, entry.subject, entry.fingerprint, text, parsed, reader_of(parsed)
    )
