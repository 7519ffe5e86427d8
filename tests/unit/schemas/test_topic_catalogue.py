"""The catalogue of topics is whole: types, versions, author fields and settings."""

from collections import Counter
from pathlib import Path

import pytest

from hub.codec.lock import locked_schemas
from hub.messages import MODELS, CorrectableMessage, OrganisationMessage
from hub.messages.topics import Service, Topic, catalogue

FILES = sorted((Path(__file__).parents[3] / "schemas" / "topics").glob("*.yaml"))
NAMES = [topic.name for topic in catalogue()]
AUTHOR_FIELDS = {told.type: told.author for topic in catalogue() for told in topic.messages}
INPUTS = {"gateway.outbox", "org.{id}.outbox", "hub.facts"}
COMPACTED = {"hub.findings", "org.{id}.lots"}


def topic(name: str) -> Topic:
    return next(topic for topic in catalogue() if topic.name == name)


def test_these_topics_there_are_one_file_each() -> None:
    assert set(NAMES) == INPUTS | COMPACTED | {"hub.quarantine", "org.{id}.notices"}
    assert sorted(file.stem for file in FILES) == sorted(name.replace("{id}.", "") for name in NAMES)


@pytest.mark.parametrize("name", sorted(INPUTS))
def test_an_input_is_never_compacted_and_has_the_brokers_clock(name: str) -> None:
    assert topic(name).config["cleanup.policy"] == "delete"
    assert topic(name).config["message.timestamp.type"] == "LogAppendTime"
    assert int(topic(name).config["retention.ms"]) >= 90 * 24 * 3600 * 1000
    assert topic(name).consumers == (Service.INTAKE,)


@pytest.mark.parametrize("name", NAMES)
def test_only_what_has_a_key_is_compacted(name: str) -> None:
    compacted = topic(name).config["cleanup.policy"] == "compact"

    assert compacted == (name in COMPACTED)
    for told in topic(name).messages if compacted else ():
        model = MODELS[told.type, told.versions[-1]]
        assert topic(name).key in model.model_fields
        assert "version" in model.model_fields


def test_an_organisations_own_order_is_kept() -> None:
    assert topic("org.{id}.outbox").partitions == 1
    assert topic("hub.facts").partitions == 1
    assert topic("gateway.outbox").partitions > 1


@pytest.mark.parametrize("name", NAMES)
def test_a_topic_tells_who_writes_and_who_reads(name: str) -> None:
    assert len(topic(name).description) > 40
    assert topic(name).producers
    assert topic(name).consumers


@pytest.mark.parametrize("name", NAMES)
def test_the_versions_of_a_type_are_all_that_are_locked(name: str) -> None:
    for told in topic(name).messages:
        locked = sorted(schema.version for schema in locked_schemas().schemas if schema.name == told.type)
        assert list(told.versions) == locked


def test_every_message_has_its_topic() -> None:
    places = Counter(told.type for topic in catalogue() for told in topic.messages)

    assert set(places) == {name for name, _ in MODELS}
    for (name, _), model in MODELS.items():
        assert places[name] == (2 if issubclass(model, OrganisationMessage) else 1)


def test_the_author_field_of_a_type_is_one_and_always_there() -> None:
    told = {(entry.type, entry.author) for topic in catalogue() for entry in topic.messages}

    assert len(told) == len(AUTHOR_FIELDS)
    for (name, _), model in MODELS.items():
        field = model.model_fields[AUTHOR_FIELDS[name]]
        assert field.is_required()
        assert field.annotation is str


def test_who_may_correct_a_statement_is_named_in_its_body() -> None:
    for (name, _), model in MODELS.items():
        if issubclass(model, CorrectableMessage):
            assert AUTHOR_FIELDS[name] != "author_id"
