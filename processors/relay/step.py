"""What to publish of what waits: of records under one key only the newest, which says all (design D5).

After a crash some of these are on the topic already; sent again they say the same or something newer, so a reader
is never taken back to an older state.
"""

from collections.abc import Sequence

from hub.store.outbox import Waiting

__all__ = ["newest"]


def newest(waiting: Sequence[Waiting]) -> list[Waiting]:
    """The records to publish, in order, each key once."""
    last = {(item.record.topic, item.record.key): item.outbox_no for item in waiting}
    return [item for item in waiting if last[item.record.topic, item.record.key] == item.outbox_no]
