"""Fixtures for tests that need the broker or the database (see `helpers.engines`)."""

import secrets
from collections.abc import Callable, Iterator

import pytest
from helpers.engines import new_database, running_engines
from sqlalchemy.engine import make_url

from hub.stack import Engines
from hub.store.migrate import migrate


@pytest.fixture(scope="session")
def engines() -> Iterator[Engines]:
    """A broker and a database, started once for all tests and stopped after the last one."""
    with running_engines() as found:
        yield found


@pytest.fixture(scope="session")
def prepare_template() -> Callable[[str], object]:
    """What fills the database that all tests' databases are copied from, given its address: the tables."""
    return lambda url: str(migrate(url))


@pytest.fixture(scope="session")
def template_database(engines: Engines, prepare_template: Callable[[str], object]) -> Iterator[str]:
    """The name of the database that all tests' databases are copied from."""
    with new_database(engines.database_url) as url:
        prepare_template(url)
        name = make_url(url).database
        assert name is not None
        yield name


@pytest.fixture
def database(engines: Engines, template_database: str) -> Iterator[str]:
    """The address of a fresh database of this test's own."""
    with new_database(engines.database_url, template=template_database) as url:
        yield url


@pytest.fixture
def topic_prefix() -> str:
    """The beginning of all topic names of this test, which share the broker with those of others."""
    return f"test-{secrets.token_hex(4)}-"
