"""What to publish of what waits, and how (design D5).

Of records under one key only the newest goes out, which says all.
After a crash some of these are on the topic already; sent again they say the same or something newer, so a reader
is never taken back to an older state.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from hub.records import Outgoing
from hub.store.outbox import Waiting

__all__ = ["carried", "newest"]

_ECHO_BYTES_MAX: Final = 8 * 2**20


def newest(waiting: Sequence[Waiting]) -> list[Waiting]:
    """The records to publish, in order, each key once."""
    last = {(item.record.topic, item.record.key): item.outbox_no for item in waiting}
    return [item for item in waiting if last[item.record.topic, item.record.key] == item.outbox_no]


def carried(record: Outgoing) -> Outgoing:
    """The record as a broker takes it.

    What an input topic took compressed may be of any size when it comes back as unreadable. It then goes to
    `hub.quarantine` without its bytes, which stay in the journal; nobody can hold up the hub by it.
    """
    size = len(record.value or b"")
    if size <= _ECHO_BYTES_MAX or not record.topic.endswith("hub.quarantine"):
        return record
    return replace(record, value=None, headers={**record.headers, "bytes_left_out": str(size)})
