from pathlib import Path

from hub.stack.broker_config import broker_properties


def properties(log_dir: str = "/data/broker") -> dict[str, str]:
    lines = broker_properties(Path(log_dir), port=9092, controller_port=9093).splitlines()
    pairs = [line.partition("=") for line in lines if not line.startswith("#")]
    assert len({name for name, _, _ in pairs}) == len(pairs)
    return {name: value for name, _, value in pairs}


def test_the_broker_listens_on_loopback_only():
    found = properties()

    assert found["listeners"] == "PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093"
    assert found["advertised.listeners"] == "PLAINTEXT://127.0.0.1:9092"
    assert found["controller.quorum.voters"] == "1@127.0.0.1:9093"


def test_no_topic_comes_from_a_typing_error_and_no_record_vanishes_by_age():
    found = properties()

    assert found["auto.create.topics.enable"] == "false"
    assert found["log.retention.hours"] == "-1"


def test_a_path_of_any_letters_survives_javas_reading():
    assert properties("/Müller/🌽")["log.dirs"] == "/M\\u00fcller/\\ud83c\\udf3d"


def test_a_path_with_a_backslash_survives_javas_reading():
    assert properties("/data/a\\b")["log.dirs"] == "/data/a\\\\b"
