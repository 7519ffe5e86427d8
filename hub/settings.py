"""Every setting of the hub, read once from the environment and passed down.

A field ``kafka_port`` is set by the variable ``HUB_KAFKA_PORT``; an empty variable counts as not set.

    >>> Settings(kafka_port=9092).kafka_port
    9092
"""

import os
import re
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from hub.errors import InvalidInput

__all__ = ["Settings", "known_zone", "read_settings", "unknown_variables"]

_APPLICATION = "reduced-ci-hub"
_URL_REST = re.compile(r"([^:/@]*(:[^@]*)?@)?(\[[^/\]]+\]|[^/:?\[\]]*)(:[0-9]{1,5})?([/?]|$)")
_EXPECTED_URL = "expected postgresql+psycopg://USER:PASSWORD@HOST:PORT/DATABASE"
_ENVIRONMENT_PREFIX = "HUB_"
_ADDRESS = r"([^\s,:/\[\]]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}"
_ROOT_DATA_DIR = Path("/var/lib") / _APPLICATION


def _is_root() -> bool:
    """Whether this process runs as root; False where the system has no such user."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _xdg_folder(variable: str, below_home: str) -> Path:
    """The folder an XDG variable names, or its default; a relative value is ignored, as XDG asks."""
    named = os.environ.get(variable, "")
    base = Path(named) if Path(named).is_absolute() else Path.home() / below_home
    return base / _APPLICATION


def _default_data_dir() -> Path:
    """Where local data lives unless told otherwise.

    Root's home is closed to others (0700), but PostgreSQL refuses to run as root and must reach its
    files as an unprivileged user, so root's data goes where system services keep theirs.
    """
    if _is_root() and not os.environ.get("XDG_DATA_HOME"):
        return _ROOT_DATA_DIR
    return _xdg_folder("XDG_DATA_HOME", ".local/share")


def _default_cache_dir() -> Path:
    """Where downloads live unless told otherwise."""
    return _xdg_folder("XDG_CACHE_HOME", ".cache")


def _one_name(path: Path) -> Path:
    """The path's only absolute name, so that the processes using it can be told by it."""
    return path.expanduser().resolve()


def known_zone(name: str) -> str:
    """The name, if it is an IANA zone.

    Raises:
        ValueError: it is none.
    """
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"{name!r} is no IANA time zone, such as America/Chicago") from error
    return name


def _with_driver(url: str) -> str:
    """The database URL in SQLAlchemy's form, with the driver the hub ships."""
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in {"postgres", "postgresql", "postgresql+psycopg"}:
        raise ValueError(_EXPECTED_URL)
    if not _URL_REST.match(rest):
        raise ValueError(_EXPECTED_URL)
    return f"postgresql+psycopg://{rest}"


Folder = Annotated[Path, AfterValidator(_one_name)]
Port = Annotated[int, Field(ge=0, le=65535)]


class Settings(BaseSettings):
    """What a person can set; frozen, so that no part of the hub changes it for another."""

    model_config = SettingsConfigDict(
        env_prefix=_ENVIRONMENT_PREFIX,
        env_ignore_empty=True,
        frozen=True,
        populate_by_name=True,
        validate_default=True,
    )

    data_dir: Folder = Field(
        default_factory=_default_data_dir,
        description="Folder of the local broker's and database's data. Default: "
        "$XDG_DATA_HOME/reduced-ci-hub, else ~/.local/share/reduced-ci-hub; "
        "for root /var/lib/reduced-ci-hub.",
    )
    cache_dir: Folder = Field(
        default_factory=_default_cache_dir,
        description="Folder of downloaded jars and of Faust's own files, safe to delete. "
        "Default: $XDG_CACHE_HOME/reduced-ci-hub, else ~/.cache/reduced-ci-hub.",
    )
    kafka_bootstrap: str | None = Field(
        default=None,
        pattern=rf"^{_ADDRESS}(,{_ADDRESS})*$",
        description="HOST:PORT[,HOST:PORT] of a Kafka cluster; unset: the local broker.",
    )
    database_url: Annotated[str, AfterValidator(_with_driver)] | None = Field(
        default=None,
        repr=False,  # it may carry a password
        description="postgresql+psycopg://USER:PASSWORD@HOST:PORT/DATABASE; unset: the local database.",
    )
    registry_url: str | None = Field(
        default=None,
        pattern=r"^https?://.",
        description="Base URL of a Confluent-compatible schema registry; unset: the schemas built in.",
    )
    kafka_port: Port = Field(
        default=0, description="Port of the local broker; 0: a free one, kept from start to start."
    )
    database_port: Port = Field(
        default=0, description="Port of the local database; 0: a free one, kept from start to start."
    )
    database_fsync: bool = Field(
        default=True,
        description="Whether the local database waits for the disk. Off is faster and loses data in a power "
        "cut: for tests only.",
    )
    maven_repository: str | None = Field(
        default=None,
        description="Base URL of a Maven repository to fetch the broker's jars from, such as a company's "
        "mirror; unset: the public one.",
    )
    hub_zone: Annotated[str, AfterValidator(known_zone)] = Field(
        default="America/Chicago",
        validation_alias=f"{_ENVIRONMENT_PREFIX}ZONE",  # HUB_HUB_ZONE would stutter
        description="IANA time zone in which the hub's calendar days begin and end.",
    )
    clock: Literal["wall", "messages"] = Field(
        default="wall",
        description="What opens a new day: the wall clock, or, for scenarios and replays, the messages.",
    )
    topic_prefix: str = Field(
        default="",
        pattern=r"^[a-z0-9.-]*$",
        description="Put before the name of every topic, where several hubs share a broker.",
    )
    batch_records_max: int = Field(
        default=10_000, ge=1, le=100_000, description="Records intake commits in one transaction at most."
    )
    metrics_port: Port = Field(
        default=0, description="Port of a worker's Prometheus metrics on all interfaces; 0: none are served."
    )
    balance_series_max: int = Field(
        default=500,
        ge=0,
        description="Accounts shown as hub_balance_dry_lb at most; more would flood Prometheus, the rest is counted.",
    )
    oversale_notice_hours: float = Field(
        default=24.0,
        ge=0,
        le=8760,
        description="Hours before an organisation is told of an over-sale that is still open; the books know at once.",
    )


def unknown_variables() -> list[str]:
    """Variables that look like settings and are none: most likely misspelt."""
    fields = Settings.model_fields.items()
    known = {str(field.validation_alias or f"{_ENVIRONMENT_PREFIX}{name}").upper() for name, field in fields}
    return sorted(name for name in os.environ if name.startswith(_ENVIRONMENT_PREFIX) and name.upper() not in known)


def read_settings() -> Settings:
    """Read the settings from the environment.

    Raises:
        InvalidInput: a variable has a value that cannot be used; the text names it.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        variable = _ENVIRONMENT_PREFIX + str(first["loc"][0]).upper().removeprefix(_ENVIRONMENT_PREFIX)
        reason = first["msg"].removeprefix("Value error, ")
        raise InvalidInput(f"{variable}: {reason}; correct the variable or unset it") from error
