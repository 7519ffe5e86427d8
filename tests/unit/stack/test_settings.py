from pathlib import Path

import pytest
from pydantic import ValidationError

from hub import settings as settings_module
from hub.errors import InvalidInput
from hub.settings import Settings, read_settings


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No HUB_ variable of the person running the tests, and a home of its own."""
    for name in list(settings_module.os.environ):
        if name.startswith(("HUB_", "XDG_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", "/home/somebody")


def as_user(monkeypatch: pytest.MonkeyPatch, uid: int) -> None:
    monkeypatch.setattr(settings_module.os, "geteuid", lambda: uid)


def test_a_users_data_and_cache_are_below_home(monkeypatch: pytest.MonkeyPatch):
    as_user(monkeypatch, 1000)

    found = read_settings()

    assert found.data_dir == Path("/home/somebody/.local/share/reduced-ci-hub")
    assert found.cache_dir == Path("/home/somebody/.cache/reduced-ci-hub")


def test_roots_data_is_where_the_databases_user_can_reach_it(monkeypatch: pytest.MonkeyPatch):
    as_user(monkeypatch, 0)

    assert read_settings().data_dir == Path("/var/lib/reduced-ci-hub")


@pytest.mark.parametrize("uid", [0, 1000])
def test_xdg_folders_are_followed(monkeypatch: pytest.MonkeyPatch, uid: int):
    as_user(monkeypatch, uid)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")

    found = read_settings()

    assert found.data_dir == Path("/data/reduced-ci-hub")
    assert found.cache_dir == Path("/cache/reduced-ci-hub")


def test_a_relative_xdg_folder_is_ignored_as_xdg_asks(monkeypatch: pytest.MonkeyPatch):
    as_user(monkeypatch, 1000)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")

    assert read_settings().cache_dir == Path("/home/somebody/.cache/reduced-ci-hub")


def test_a_data_directory_has_one_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.setenv("HUB_DATA_DIR", str(tmp_path / "link" / ".." / "link" / "data"))

    assert read_settings().data_dir == tmp_path.resolve() / "real" / "data"


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HUB_KAFKA_BOOTSTRAP", "")

    assert read_settings().kafka_bootstrap is None


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_a_database_url_gets_the_driver_the_hub_ships(monkeypatch: pytest.MonkeyPatch, scheme: str):
    monkeypatch.setenv("HUB_DATABASE_URL", f"{scheme}://hub:secret@db:5432/hub")

    assert read_settings().database_url == "postgresql+psycopg://hub:secret@db:5432/hub"


def test_a_password_is_not_shown(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HUB_DATABASE_URL", "postgresql://hub:secret@db:5432/hub")

    assert "secret" not in repr(read_settings())


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("HUB_KAFKA_PORT", "70000", "less than or equal to 65535"),
        ("HUB_DATABASE_PORT", "-1", "greater than or equal to 0"),
        ("HUB_ZONE", "Mars/Olympus", "no IANA time zone"),
        ("HUB_CLOCK", "sundial", "'wall' or 'messages'"),
        ("HUB_DATABASE_URL", "mysql://db", "expected postgresql+psycopg://"),
        ("HUB_DATABASE_FSYNC", "perhaps", "boolean"),
    ],
)
def test_a_wrong_value_is_told_by_its_variable(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, reason: str):
    monkeypatch.setenv(variable, value)

    with pytest.raises(InvalidInput) as refused:
        read_settings()

    assert str(refused.value).startswith(f"{variable}: ")
    assert reason in str(refused.value)


def test_settings_do_not_change():
    found = Settings()

    with pytest.raises(ValidationError):
        found.kafka_port = 1  # type: ignore[misc]  # the point of the test


def test_every_setting_is_described():
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("HUB_DATABASE_URL", "postgresql://u@h:port/d"),
        ("HUB_KAFKA_BOOTSTRAP", "a:b:c"),
        ("HUB_KAFKA_BOOTSTRAP", "a:9092,b"),
        ("HUB_OVERSALE_NOTICE_HOURS", "inf"),
        ("HUB_REGISTRY_URL", "foo"),
    ],
)
def test_what_would_break_a_command_later_is_refused_at_the_start(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
):
    monkeypatch.setenv(variable, value)

    with pytest.raises(InvalidInput, match=f"{variable}: .*; correct the variable or unset it"):
        read_settings()


@pytest.mark.parametrize("value", ["127.0.0.1:9092", "a.example:9092,b-2:19092", "[::1]:9092"])
def test_addresses_of_brokers(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("HUB_KAFKA_BOOTSTRAP", value)

    assert read_settings().kafka_bootstrap == value


def test_a_misspelt_variable_is_known_for_one(monkeypatch: pytest.MonkeyPatch):
    for name in ("HUB_ZONE", "HUB_KAFKA_BOOTSTRAP", "HUB_DATA_DIRECTORY", "HUBBUB"):
        monkeypatch.setenv(name, "")

    assert settings_module.unknown_variables() == ["HUB_DATA_DIRECTORY"]
