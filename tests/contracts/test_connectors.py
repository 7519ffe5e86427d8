"""What every connector keeps to. A new one adds its sample to `SAMPLES`, nothing else."""

import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from helpers.scale_tickets import remembered
from helpers.wire import decode, encode

from connectors.base import Kind, Mapped, Place, Profile
from connectors.planning import plan
from connectors.profile_files import load_profile
from connectors.registry import GROUP, OWN, connector, connectors
from connectors.scale_tickets.world import FILES
from hub.errors import InvalidInput
from hub.messages import body_sha256

TODAY = date(2027, 6, 1)
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Sample:
    """A profile, a good file of its partner, and the same file spoilt in one row."""

    profile: str
    file: Path
    spoil: Callable[[bytes], bytes]


SAMPLES = {
    "scale_tickets": Sample(
        "salt-creek", FILES / "tickets/salt-creek/2027-02-04.csv", lambda data: data.replace(b",IN,", b",sideways,", 1)
    )
}

every_connector = pytest.mark.parametrize("name", sorted(connectors()))


def mapped(name: str, file: Path) -> Mapped:
    loaded = load_profile(SAMPLES[name].profile)
    return loaded.connector.map(loaded.connector.read(file, loaded.profile), loaded.profile, TODAY)


def test_the_projects_own_connectors_are_entry_points_of_its_distribution() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    stated = metadata["project"]["entry-points"][GROUP]
    assert stated == {point.name: point.value for point in OWN}


@every_connector
def test_it_is_found_under_its_own_name_and_has_a_sample_here(name: str) -> None:
    assert connector(name).name == name
    assert name in SAMPLES


@every_connector
def test_its_profile_is_strict_frozen_and_described(name: str) -> None:
    model = connector(name).profile
    schema = model.model_json_schema()

    assert issubclass(model, Profile)
    for owner in (schema, *schema.get("$defs", {}).values()):
        assert "properties" not in owner or owner.get("additionalProperties") is False, owner.get("title")
    for setting, field in model.model_fields.items():
        assert field.description, setting
    assert model.model_config.get("frozen")
    assert model.model_config.get("strict")


@every_connector
def test_a_file_that_is_not_there_is_told_by_its_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nowhere\.csv"):
        mapped(name, tmp_path / "nowhere.csv")


@every_connector
def test_mapping_the_same_rows_twice_is_the_same(name: str) -> None:
    assert mapped(name, SAMPLES[name].file) == mapped(name, SAMPLES[name].file)


@every_connector
def test_every_row_has_an_outcome(name: str) -> None:
    file = mapped(name, SAMPLES[name].file)
    made = plan([file], {})

    outcomes = [(result.file, result.row) for result in made.results if result.kind is not Kind.WARNING]
    assert len(outcomes) == len(set(outcomes)) == file.rows
    assert {Place(*place).file for place in outcomes} == {SAMPLES[name].file.name}


@every_connector
def test_its_messages_are_whole_and_by_its_partner_and_cross_the_wire(name: str) -> None:
    loaded = load_profile(SAMPLES[name].profile)
    made = plan([mapped(name, SAMPLES[name].file)], {})

    assert made.messages
    assert len({message.event_id for message in made.messages}) == len(made.messages)
    for message in made.messages:
        assert message.author_id == loaded.profile.partner
        assert decode(encode(message)).message == message


@every_connector
def test_the_same_file_again_says_nothing_new(name: str) -> None:
    file = mapped(name, SAMPLES[name].file)
    first = plan([file], {})

    again = plan([file], remembered({}, first.revisions))

    assert (again.messages, again.revisions) == ([], [])
    assert {result.kind for result in again.results} <= {Kind.ALREADY_HAVE, Kind.SKIPPED, Kind.WARNING}


@every_connector
def test_a_plan_whose_memory_is_lost_is_made_again_word_for_word(name: str) -> None:
    file = mapped(name, SAMPLES[name].file)

    first, second = plan([file], {}), plan([file], {})

    assert [body_sha256(message.model_dump()) for message in first.messages] == [
        body_sha256(message.model_dump()) for message in second.messages
    ]


@every_connector
def test_one_bad_row_is_told_by_its_place_and_with_a_remedy_and_the_others_go_on(name: str, tmp_path: Path) -> None:
    sample = SAMPLES[name]
    spoilt = tmp_path / sample.file.name
    spoilt.write_bytes(sample.spoil(sample.file.read_bytes()))

    good, bad = plan([mapped(name, sample.file)], {}), plan([mapped(name, spoilt)], {})

    errors = [result for result in bad.results if result.kind is Kind.ERROR]
    assert len(errors) == 1
    assert errors[0].row is not None
    assert errors[0].field
    assert errors[0].remedy
    assert len(bad.messages) == len(good.messages) - 1


@every_connector
@pytest.mark.parametrize("data", [b"", b"\x00\xff\xfe", b'"', "ÿ;,\t\n".encode("utf-16")])
def test_a_file_of_anything_else_is_refused_not_raised(name: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "anything"
    path.write_bytes(data)

    file = mapped(name, path)

    assert file.refused
    assert [result.kind for result in file.results] == [Kind.ERROR]


@every_connector
def test_it_loads_neither_the_store_nor_the_broker_nor_another_connector(name: str) -> None:
    others = [f"connectors.{other}" for other in connectors() if other != name]
    forbidden = ["hub.store", "hub.kafka", "processors", "sqlalchemy", "psycopg", "confluent_kafka", "faust", *others]
    check = f"import sys, connectors.{name}; print([m for m in {forbidden!r} if m in sys.modules])"

    done: Any = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True, cwd=ROOT)

    assert done.stdout.strip() == "[]"
