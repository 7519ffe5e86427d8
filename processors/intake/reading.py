"""Records decoded: a message with its fact, or the reason why it cannot be read. May run in any process."""

from dataclasses import dataclass

from hub.codec import Codec, Decoded
from hub.errors import InvalidMessage
from hub.ledger.facts import Fact
from hub.ledger.refusals import HUB
from hub.messages import body_sha256
from hub.messages.facts import fact_of
from hub.messages.topics import GATEWAY_OUTBOX, HUB_FACTS, ORGANISATION_HEADER
from hub.records import Record

__all__ = ["Reading", "organisation_of", "read", "reading_of"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A record with what it says.

    `fact` None with a `decoded` message: a type organisations do not send. `unreadable` is why nothing could be
    decoded at all.
    """

    record: Record
    organisation: str | None
    decoded: Decoded | None = None
    fact: Fact | None = None
    body_sha256: bytes = b""
    unreadable: str | None = None


def read(record: Record, codec: Codec, prefix: str = "") -> Reading:
    """Decode one record.

    Args:
        record: as it came.
        codec: schemas by id.
        prefix: before every topic's name, in tests and scenarios.

    Raises:
        RetryLater: the registry is away; the record may be good.
    """
    try:
        decoded = codec.decode(record.value)
    except InvalidMessage as error:
        return Reading(record, organisation_of(record, prefix), unreadable=str(error))
    return reading_of(record, decoded, prefix)


def reading_of(record: Record, decoded: Decoded, prefix: str = "") -> Reading:
    """A record with the message it holds, as a fact if it is one."""
    organisation = organisation_of(record, prefix)
    return Reading(record, organisation, decoded, fact_of(decoded.message), body_sha256(decoded.record))


def organisation_of(record: Record, prefix: str = "") -> str | None:
    """Whose topic a record came by: the organisation that vouches for it; None = nobody does.

    The hub's own facts come by its own topic and no other way, whoever is called so.
    """
    topic = record.input.topic.removeprefix(prefix)
    if topic == HUB_FACTS:
        return HUB
    named: str | None = topic.removeprefix("org.").removesuffix(".outbox")
    if topic == GATEWAY_OUTBOX:
        named = record.headers.get(ORGANISATION_HEADER)
    return None if named == HUB else named
