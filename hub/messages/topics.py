"""The catalogue of topics, ``schemas/topics/*.yaml``: who writes and reads what where."""

from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

import yaml
from pydantic import Field, ValidationError

from hub.errors import Fatal
from hub.messages.base import Many, Part, Word
from hub.messages.refusal import refusal

__all__ = [
    "GATEWAY_OUTBOX",
    "HUB_FACTS",
    "ORGANISATION_HEADER",
    "Service",
    "Topic",
    "TopicMessage",
    "catalogue",
]

GATEWAY_OUTBOX: Final = "gateway.outbox"
"""Where the gateway writes for organisations without a topic of their own."""

HUB_FACTS: Final = "hub.facts"
"""The hub's own messages."""

ORGANISATION_HEADER: Final = "organisation"
"""On `GATEWAY_OUTBOX`: whom the gateway authenticated; only the gateway may write there."""


class Service(StrEnum):
    """Who writes or reads a topic."""

    ORGANISATION = "organisation"
    OPERATOR = "operator"
    GATEWAY = "gateway"
    INTAKE = "intake"
    RELAY = "relay"
    FINDINGS = "findings"


class TopicMessage(Part):
    """A message type on a topic; ``author`` is the field that must equal the envelope's author_id."""

    type: str
    versions: Many[int]
    author: str


class Topic(Part):
    """One topic, or with ``{id}`` in its name one per organisation; ``config`` as the broker takes it."""

    name: str
    description: str
    partitions: Annotated[int, Field(ge=1)]
    key: str
    config: dict[str, str]
    producers: Many[Word[Service]]
    consumers: Many[Word[Service]]
    messages: Many[TopicMessage]


@cache
def catalogue() -> tuple[Topic, ...]:
    """All topics, by name, read once.

    Raises:
        Fatal: a file of the catalogue is broken.
    """
    folder = files("schemas").joinpath("topics")
    listed = [file for file in folder.iterdir() if file.name.endswith(".yaml")]
    topics = [_topic(file.name, file.read_text(encoding="utf-8")) for file in listed]
    return tuple(sorted(topics, key=lambda topic: topic.name))


def _topic(file: str, text: str) -> Topic:
    try:
        return Topic.model_validate(yaml.safe_load(text))
    except (yaml.YAMLError, ValidationError) as error:
        reason = refusal(error) if isinstance(error, ValidationError) else error
        raise Fatal(f"schemas/topics/{file}: {reason}") from error
