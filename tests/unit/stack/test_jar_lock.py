import pytest

from hub.errors import Fatal
from hub.stack.jar_lock import Jar, locked_jars, parse

DIGEST = "0" * 64
LINE = f"org.example:thing_2.13:1.0.1  {DIGEST}  42"


def test_a_line_is_a_jar():
    assert parse(f"# a comment\n\n{LINE}\n") == (Jar("org.example:thing_2.13:1.0.1", DIGEST, 42),)


def test_a_jar_writes_the_line_it_was_read_from():
    assert parse(LINE)[0].line() == LINE


def test_a_file_is_named_as_in_maven():
    assert parse(LINE)[0].file_name == "thing_2.13-1.0.1.jar"


@pytest.mark.parametrize(
    "line",
    [
        f"org.example:thing  {DIGEST}  42",
        f"org.example:thing:1.0.1  {DIGEST[1:]}  42",
        f"org.example:thing:1.0.1  {DIGEST}",
        f"org.example:thing:1.0.1  {DIGEST}  0",
        f"org.example:../thing:1.0.1  {DIGEST}  42",
    ],
)
def test_a_malformed_line_is_told_by_its_number(line: str):
    with pytest.raises(Fatal, match="line 2: expected 'group:artifact:version  sha256  size'"):
        parse(f"{LINE}\n{line}\n")


def test_two_jars_of_one_file_name_are_refused():
    with pytest.raises(Fatal, match=r"names twice: thing_2\.13-1\.0\.1\.jar"):
        parse(f"{LINE}\n{LINE.replace('org.example', 'com.example')}")


def test_an_empty_lock_is_refused():
    with pytest.raises(Fatal, match="is empty"):
        parse("# nothing\n")


def test_the_shipped_lock_has_one_broker_and_one_client_of_the_same_version():
    kafka = {jar.coordinate for jar in locked_jars() if jar.coordinate.startswith("org.apache.kafka:")}

    assert {"org.apache.kafka:kafka_2.13:4.4.0", "org.apache.kafka:kafka-clients:4.4.0"} <= kafka
    assert {coordinate.rsplit(":", 1)[1] for coordinate in kafka} == {"4.4.0"}
