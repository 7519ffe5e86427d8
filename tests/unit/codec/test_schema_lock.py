"""An id means one schema for ever."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import schemas
from hub.codec import lock as lock_module
from hub.codec.fingerprint import content_hash, fingerprint
from hub.codec.lock import locked_schemas, parse_lock, split_name
from hub.codec.lockfile import add_new_schemas
from hub.errors import Fatal, InvalidInput

SOURCE = Path(schemas.__file__).parent
FILES = sorted(path.name for path in (SOURCE / "avro").iterdir())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the schemas to change."""
    return Path(shutil.copytree(SOURCE, tmp_path / "schemas"))


def entries(folder: Path) -> list[lock_module.Entry]:
    return parse_lock((folder / "ids.lock").read_text(encoding="utf-8"))


def test_every_file_has_its_line() -> None:
    assert sorted(entry.file for entry in entries(SOURCE)) == FILES


@pytest.mark.parametrize("entry", entries(SOURCE), ids=lambda entry: entry.file)
def test_no_file_changed_under_its_id(entry: lock_module.Entry) -> None:
    schema = json.loads((SOURCE / "avro" / entry.file).read_text(encoding="utf-8"))

    assert fingerprint(schema) == entry.fingerprint, "add a new version instead of changing this one"
    assert content_hash(schema) == entry.content_hash, "add a new version instead of changing this one"
    assert entry.subject == f"{schema['namespace']}.{split_name(entry.file)[0]}"


def test_ids_fingerprints_and_lines_are_each_used_once() -> None:
    lines = entries(SOURCE)

    assert len({entry.schema_id for entry in lines}) == len({entry.fingerprint for entry in lines}) == len(lines)
    assert [entry.schema_id for entry in lines] == list(range(2100001, 2100001 + len(lines)))
    assert parse_lock("\n".join(entry.line() for entry in lines)) == lines


def test_a_schema_is_found_by_id_fingerprint_and_name() -> None:
    schema = locked_schemas().version("Bfr", 2)

    assert locked_schemas().by_id(schema.schema_id) is schema
    assert locked_schemas().by_fingerprint(schema.fingerprint) is schema
    assert locked_schemas().newest("reducedci.Bfr") is schema
    assert locked_schemas().newest("reducedci.Nothing") is None
    assert locked_schemas().by_id(7) is None


def test_the_fingerprint_does_not_depend_on_who_parsed_the_schema() -> None:
    for schema in locked_schemas().schemas:
        assert fingerprint(json.loads(schema.text)) == fingerprint(schema.parsed) == schema.fingerprint


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"symbols": ["lb", "kg"', '"symbols": ["kg", "lb"'),
        ('"default": false', '"default": true'),  # not in the parsing canonical form
        ('"logicalType": "date"', '"logicalType": "time-millis"'),  # nor this
    ],
)
def test_a_changed_file_stops_loudly(folder: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    file = folder / "avro" / "Transfer.v1.avsc"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setattr(lock_module, "files", lambda _: folder)

    assert file.read_text(encoding="utf-8") != text
    with pytest.raises(Fatal, match=r"Transfer\.v1\.avsc changed under its id 2100014"):
        locked_schemas.__wrapped__()


def test_a_changed_text_for_people_does_not(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "avro" / "DayOpened.v1.avsc"
    file.write_text(file.read_text(encoding="utf-8").replace("The hub's day begins", "A day begins"), encoding="utf-8")
    monkeypatch.setattr(lock_module, "files", lambda _: folder)

    assert len(locked_schemas.__wrapped__().schemas) == len(FILES)


@pytest.mark.parametrize("text", [None, "{", b"\xff"])
def test_a_missing_or_broken_file_stops_loudly(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str | bytes | None
) -> None:
    file = folder / "avro" / "DayOpened.v1.avsc"
    file.unlink()
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    monkeypatch.setattr(lock_module, "files", lambda _: folder)

    with pytest.raises(Fatal, match=r"DayOpened\.v1\.avsc cannot be read"):
        locked_schemas.__wrapped__()


def test_a_new_version_gets_the_next_id(folder: Path) -> None:
    before = (folder / "ids.lock").read_text(encoding="utf-8")
    write_version_2(folder, '["null", "string"], "default": null')

    (added,) = add_new_schemas(folder)

    assert (added.schema_id, added.file, added.subject) == (
        2_100_001 + before.count("\n2100"),
        "DayOpened.v2.avsc",
        "reducedci.DayOpened",
    )
    assert (folder / "ids.lock").read_text(encoding="utf-8") == before + added.line() + "\n"
    assert add_new_schemas(folder) == []


def test_a_version_that_cannot_read_an_earlier_one_gets_none(folder: Path) -> None:
    before = (folder / "ids.lock").read_text(encoding="utf-8")
    write_version_2(folder, '"string", "default": ""')

    with pytest.raises(InvalidInput, match=r"DayOpened\.v2\.avsc does not read DayOpened\.v1\.avsc: zone: is new"):
        add_new_schemas(folder)

    assert (folder / "ids.lock").read_text(encoding="utf-8") == before


def write_version_2(folder: Path, zone_type: str) -> None:
    text = (folder / "avro" / "DayOpened.v1.avsc").read_text(encoding="utf-8")
    field = f'{{"name": "zone", "type": {zone_type}, "doc": "Zone of the day."}}'
    head, _, tail = text.rpartition("]")
    (folder / "avro" / "DayOpened.v2.avsc").write_text(f"{head}, {field}]{tail}", encoding="utf-8")


def test_a_file_named_unlike_its_record_gets_no_id(folder: Path) -> None:
    shutil.copy(folder / "avro" / "DayOpened.v1.avsc", folder / "avro" / "DayClosed.v1.avsc")

    with pytest.raises(InvalidInput, match=r"DayClosed\.v1\.avsc: the record is named DayOpened"):
        add_new_schemas(folder)


def test_a_file_without_a_version_gets_no_id(folder: Path) -> None:
    shutil.copy(folder / "avro" / "DayOpened.v1.avsc", folder / "avro" / "DayClosed.avsc")

    with pytest.raises(Fatal, match="is not named <Name>"):
        add_new_schemas(folder)


def test_the_command_finds_nothing_to_do_in_the_tree() -> None:
    done = subprocess.run([sys.executable, "-m", "hub.codec.lockfile"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
