"""`make bench`: records per second of the hub beside raw reading, a plain Faust agent and Quix Streams, in one run.

Figures are ratios of one machine and one run; no test asserts them. Everything runs on a local stack of its own in a
temporary folder, which is gone afterwards.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from bench.world import World
from confluent_kafka import Consumer, TopicPartition
from helpers.engines import new_database, running_engines
from helpers.hubs import hub_on, record, worker

from hub.bootstrap import Hub
from hub.settings import read_settings

QUIX: Final = ("quixstreams==3.28.1", "fastavro")
HERE: Final = Path(__file__).parent
SCHEMAS: Final = HERE.parents[1] / "schemas"
TOPIC: Final = "bench-gateway.outbox"
PATIENCE_SECONDS: Final = 4 * 3600


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--out", type=Path, default=Path("bench.json"))
    asked = parser.parse_args()
    world = World(asked.records)
    with running_engines() as engines, new_database(engines.database_url) as url, tempfile.TemporaryDirectory() as tmp:
        hub = hub_on(engines, url, "bench-")
        hub.migrate()
        count = filled(hub, world)
        found = dict(_measured(hub, count, Path(tmp)))
    report = {"records": count, "records_per_second": {name: round(rate) for name, rate in found.items()}}
    asked.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    show(found, count)


def filled(hub: Hub, world: World) -> int:
    """The world on the broker: the registry on the hub's topic, all else on the gateway's; how many of the latter."""
    tell("writing the world")
    hub.sender().send(record(hub, message) for message in world.registry())
    return hub.sender().send(record(hub, message) for message in world.messages())


def _measured(hub: Hub, count: int, folder: Path) -> Iterator[tuple[str, float]]:
    steps: dict[str, Callable[[], float]] = {
        "raw consume": lambda: consumed(hub, count, len),
        "consume and decode": lambda: consumed(hub, count, hub.codec.decode),
        "hub, topic to books judged": lambda: hub_rate(hub),
        "plain Faust agent with a table": lambda: script("faust_sum.py", hub, count, folder, sys.executable),
        "Quix Streams with state": lambda: script("quix_sum.py", hub, count, folder, quix_python(), str(SCHEMAS)),
    }
    for name, measure in steps.items():
        tell(name)
        yield name, measure()


def consumed(hub: Hub, count: int, use: Callable[[bytes], object]) -> float:
    """Records per second of a bare loop."""
    consumer = Consumer(
        {"bootstrap.servers": hub.kafka_bootstrap, "group.id": "bench", "auto.offset.reset": "earliest"}
    )
    parts = consumer.list_topics(TOPIC, timeout=30).topics[TOPIC].partitions
    consumer.assign([TopicPartition(TOPIC, number, 0) for number in parts])
    seen, began = 0, time.perf_counter()
    while seen < count:
        for message in consumer.consume(10_000, 1.0):
            use(message.value() or b"")
            seen += 1
    consumer.close()
    return seen / (time.perf_counter() - began)


def hub_rate(hub: Hub) -> float:
    """Records per second of one worker, from its first commit to its last."""
    with worker(hub, HUB_BATCH_RECORDS_MAX="10000") as running:
        while hub.pending():
            if running.process.poll() is not None:
                raise RuntimeError(f"the worker ended: {running.process.communicate()[0][-2000:]}")
            time.sleep(1.0)
    with hub.reading() as unit:
        found = [(at, entry.last_offset) for _, at, entry in unit.journal.read()]
    first, last = found[0][0], found[-1][0]
    after_first = sum(1 for at, _ in found if at > first)
    return after_first / max((last - first).total_seconds(), 1e-9)


def quix_python() -> str:
    """The interpreter of an environment with Quix Streams, made once and kept in the cache folder."""
    folder = read_settings().cache_dir / "bench-quix"
    python = folder / "bin" / "python"
    if not (folder / "made").exists():
        venv.create(folder, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *QUIX], check=True)
        (folder / "made").touch()
    return str(python)


def script(name: str, hub: Hub, count: int, folder: Path, python: str, *more: str) -> float:
    """Records per second as another way of doing it says of itself."""
    state = folder / name
    state.mkdir()
    command = [python, str(HERE / name), hub.kafka_bootstrap, TOPIC, str(count), str(state), *more]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    said = re.findall(r'\{"records".*\}', done.stdout)  # Faust's own signs stand before it
    if not said:
        raise RuntimeError(f"{name} ended with {done.returncode}: {(done.stdout + done.stderr)[-2000:]}")
    result = json.loads(said[-1])
    return result["records"] / result["seconds"]


def show(found: dict[str, float], count: int) -> None:
    own = found["hub, topic to books judged"]
    print(f"\n{count:,} records of one quarter; one machine, one run: read the ratios")
    for name, rate in found.items():
        print(f"  {name:<34}{rate:>12,.0f}/s{rate / own:>8.2f} x the hub")


def tell(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
