"""The plain way in Quix Streams: a stateful update sums the stated amounts per author. Prints its rate as JSON.

Runs in an environment of its own, which has Quix Streams and fastavro and nothing of the hub: schemas come by file.
"""

import io
import json
import os
import sys
import time
from pathlib import Path

import fastavro
from quixstreams import Application

BOOTSTRAP, TOPIC, COUNT, FOLDER, SCHEMAS = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], Path(sys.argv[5])
seen = {"count": 0, "began": 0.0}


def schemas() -> dict[int, object]:
    lines = (SCHEMAS / "ids.lock").read_text(encoding="utf-8").splitlines()
    entries = [line.split() for line in lines if not line.startswith("#")]
    return {int(entry[0]): fastavro.schema.load_schema(str(SCHEMAS / "avro" / entry[1])) for entry in entries}


BY_ID = schemas()


def add(value: bytes, state: object) -> None:
    seen["began"] = seen["began"] or time.perf_counter()
    record = fastavro.schemaless_reader(io.BytesIO(value[5:]), BY_ID[int.from_bytes(value[1:5], "big")])
    state.set("sum", state.get("sum", 0) + sum(line["amount_e6"] for line in record.get("lines", ())))
    seen["count"] += 1
    if seen["count"] == COUNT:
        seconds = time.perf_counter() - seen["began"]
        print(json.dumps({"records": COUNT, "seconds": seconds}), flush=True)
        os._exit(0)


app = Application(
    broker_address=BOOTSTRAP,
    consumer_group="bench-quix",
    auto_offset_reset="earliest",
    state_dir=FOLDER,
    loglevel="ERROR",
)
topic = app.topic(TOPIC, value_deserializer="bytes", key_deserializer="bytes")
app.dataframe(topic).update(add, stateful=True)
app.run()
