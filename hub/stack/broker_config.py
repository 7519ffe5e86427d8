"""The configuration of the local broker: one Kafka node, controller and broker in one, on loopback only."""

from pathlib import Path

from hub.stack.ports import LOOPBACK

__all__ = ["broker_properties", "logging_properties"]

_NODE_ID = 1
_ASCII_END = 128

# What differs from Kafka's defaults, and why.
_FIXED = """\
process.roles=broker,controller
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
# a topic is made by `hub topics apply`, never by a typing error
auto.create.topics.enable=false
# how long records stay is said per topic; what is not said must not vanish after a week
log.retention.hours=-1
# one node: nothing can be replicated
default.replication.factor=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
# few clients: fewer threads, files and buffers
offsets.topic.num.partitions=4
transaction.state.log.num.partitions=4
share.coordinator.state.topic.num.partitions=4
num.network.threads=2
num.io.threads=4
log.cleaner.dedupe.buffer.size=16777216
# after a crash the node waits for its own old session to end before it serves again; by default 9 s
broker.session.timeout.ms=3000
broker.heartbeat.interval.ms=600
# a consumer gets its partitions at once
group.initial.rebalance.delay.ms=0
"""

_LOGGING = """\
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d %p %c{1}: %m%n
"""


def broker_properties(log_dir: Path, port: int, controller_port: int) -> str:
    """Kafka's ``server.properties``.

    Args:
        log_dir: Kafka's data.
        port: Where clients connect.
        controller_port: Where the node talks to itself.
    """
    return (
        _FIXED
        + f"""\
node.id={_NODE_ID}
listeners=PLAINTEXT://{LOOPBACK}:{port},CONTROLLER://{LOOPBACK}:{controller_port}
advertised.listeners=PLAINTEXT://{LOOPBACK}:{port}
controller.quorum.voters={_NODE_ID}@{LOOPBACK}:{controller_port}
log.dirs={_escaped(log_dir)}
"""
    )


def logging_properties() -> str:
    """Log4j's configuration: warnings and worse, to the broker's output."""
    return _LOGGING


def _escaped(path: Path) -> str:
    """A path as a value of a Java properties file: Latin-1, with escapes that a backslash begins."""
    units = str(path).replace("\\", "\\\\").encode("utf-16-be", "surrogatepass")
    numbers = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
    return "".join(chr(number) if number < _ASCII_END else f"\\u{number:04x}" for number in numbers)
