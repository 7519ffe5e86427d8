"""The plain way in Faust: an agent sums the stated amounts per author in a table. Prints its rate as JSON."""

import json
import os
import sys
import time
from typing import Any

import faust

from hub.codec import codec_for

BOOTSTRAP, TOPIC, COUNT, FOLDER = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]

app = faust.App(
    "bench-faust",
    broker=f"aiokafka://{BOOTSTRAP}",
    store="memory://",
    datadir=FOLDER,
    value_serializer="raw",
    key_serializer="raw",
    web_enabled=False,
    topic_partitions=24,
    topic_replication_factor=1,
    topic_disable_leader=True,
    stream_wait_empty=False,
    consumer_auto_offset_reset="earliest",
)
records = app.topic(TOPIC, key_type=bytes, value_type=bytes, value_serializer="raw", internal=False)
sums = app.Table("sums", default=int, partitions=24, key_type=bytes)
codec = codec_for(None)


@app.agent(records)
async def add(stream: Any) -> None:
    count, began = 0, 0.0
    async for key, value in stream.items():
        began = began or time.perf_counter()
        message = codec.decode(value).message
        sums[key] += sum(line.amount_e6 for line in getattr(message, "lines", ()))
        count += 1
        if count == COUNT:
            print(json.dumps({"records": count, "seconds": time.perf_counter() - began}), flush=True)
            os._exit(0)


if __name__ == "__main__":
    app.worker_init()
    faust.Worker(app, loglevel="ERROR", quiet=True, redirect_stdouts=False).execute_from_commandline()
