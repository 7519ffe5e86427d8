"""Write the lock of the broker's jars anew: `python -m hub.stack.relock > hub/stack/kafka-jars.lock`.

Run by a developer who takes up another Kafka version; the hub itself only reads the lock.
"""

import hashlib
import sys
import tempfile
from pathlib import Path

from jgo.maven import Dependency, MavenContext

from hub.stack.jar_lock import Jar, parse

__all__ = ["main"]

_BROKER = "org.apache.kafka:kafka_2.13:4.4.0"
# Without it the broker's own words are lost. Resolved apart and alone: beside the broker it would bring
# its own managed version of Kafka's client, with which the broker does not start.
_LOGGING = "org.apache.logging.log4j:log4j-slf4j-impl:2.25.5"
_HEADER = "# The broker's jars; written by: python -m hub.stack.relock > hub/stack/kafka-jars.lock\n"


def main() -> None:
    """Resolve, download, digest and print the lock."""
    with tempfile.TemporaryDirectory() as folder:
        context = MavenContext(repo_cache=Path(folder))
        found = [*_resolve(context, _BROKER, transitive=True), *_resolve(context, _LOGGING, transitive=False)]
        jars = sorted((_digest(dependency) for dependency in found), key=lambda jar: jar.coordinate)
    text = _HEADER + "".join(f"{jar.line()}\n" for jar in jars)
    parse(text)
    sys.stdout.write(text)


def _resolve(context: MavenContext, coordinate: str, *, transitive: bool) -> list[Dependency]:
    dependency = context.create_dependency(coordinate)
    inputs, others = context.resolver.resolve([dependency], transitive=transitive)
    return [*inputs, *others] if transitive else inputs


def _digest(dependency: Dependency) -> Jar:
    artifact = dependency.artifact
    content = artifact.resolve().read_bytes()
    coordinate = f"{artifact.groupId}:{artifact.artifactId}:{artifact.version}"
    return Jar(coordinate, hashlib.sha256(content).hexdigest(), len(content))


if __name__ == "__main__":
    main()
