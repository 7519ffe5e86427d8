"""Gives new schema files their ids: ``python -m hub.codec.lockfile``.

A developer's command; it writes ``schemas/ids.lock`` of the source tree it runs from, and only appends.
"""

import json
from pathlib import Path
from typing import Any

import click
import fastavro

from hub.codec.compatibility import incompatibilities
from hub.codec.fingerprint import content_hash, fingerprint
from hub.codec.lock import Entry, parse_lock, split_name
from hub.errors import Fatal, InvalidInput

__all__ = ["add_new_schemas"]

_FIRST_ID = 2100001  # far from the ids a registry counts up from 1: a mix-up is unknown, not another schema


def add_new_schemas(folder: Path) -> list[Entry]:
    """Append a line to ``folder/ids.lock`` for each file of ``folder/avro`` without one.

    Args:
        folder: the ``schemas`` folder.

    Returns:
        The new entries, by name and version.

    Raises:
        InvalidInput: a version cannot read what an earlier one wrote; nothing is written.
    """
    lock_file = folder / "ids.lock"
    entries = parse_lock(lock_file.read_text(encoding="utf-8")) if lock_file.exists() else []
    locked_files = {entry.file for entry in entries}
    new_files = sorted(path.name for path in (folder / "avro").glob("*.avsc") if path.name not in locked_files)
    next_id = max((entry.schema_id for entry in entries), default=_FIRST_ID - 1) + 1
    new = [_entry(folder, file, next_id + count) for count, file in enumerate(sorted(new_files, key=split_name))]
    for entry in new:
        _check(folder, entry, [*entries, *new])
    with lock_file.open("a", encoding="utf-8") as out:
        out.writelines(f"{entry.line()}\n" for entry in new)
    return new


def _schema(folder: Path, file: str) -> Any:
    return json.loads((folder / "avro" / file).read_text(encoding="utf-8"))


def _entry(folder: Path, file: str, schema_id: int) -> Entry:
    schema = _schema(folder, file)
    name, _ = split_name(file)
    if schema["name"] != name:
        raise InvalidInput(f"{file}: the record is named {schema['name']}; file and record must agree")
    subject = f"{schema['namespace']}.{name}"
    return Entry(schema_id, file, subject, fingerprint(schema), content_hash(schema))


def _check(folder: Path, entry: Entry, entries: list[Entry]) -> None:
    """Refuse a version that does not read every earlier one unchanged."""
    newer = fastavro.parse_schema(_schema(folder, entry.file))
    for other in entries:
        if other.subject != entry.subject or split_name(other.file) >= split_name(entry.file):
            continue
        found = incompatibilities(fastavro.parse_schema(_schema(folder, other.file)), newer)
        if found:
            raise InvalidInput(f"{entry.file} does not read {other.file}: {'; '.join(found)}")


@click.command(help="Append a line to schemas/ids.lock for each new file of schemas/avro.")
def main() -> None:
    """Run from the command line; the exit status is 2 where a file is refused."""
    folder = Path(__file__).parents[2] / "schemas"
    try:
        for entry in add_new_schemas(folder):
            click.echo(entry.line())
    except (Fatal, InvalidInput) as error:
        raise click.UsageError(str(error)) from error


if __name__ == "__main__":
    main()
