from collections.abc import Callable

import pytest
from helpers.engines import Source, choose_source

from hub.errors import InvalidInput
from hub.settings import Settings

KAFKA = "broker:9092"
DATABASE = "postgresql://db/hub"


def never_asked() -> bool:
    raise AssertionError("Docker was asked")


@pytest.mark.parametrize(
    ("kafka", "database", "docker", "expected"),
    [
        (KAFKA, DATABASE, never_asked, Source.GIVEN),
        (None, None, lambda: True, Source.CONTAINERS),
        (None, None, lambda: False, Source.LOCAL),
    ],
)
def test_settings_come_before_containers_before_the_local_stack(
    kafka: str | None, database: str | None, docker: Callable[[], bool], expected: Source
):
    settings = Settings(kafka_bootstrap=kafka, database_url=database)

    assert choose_source(settings, docker) == expected


@pytest.mark.parametrize(("kafka", "database"), [(KAFKA, None), (None, DATABASE)])
def test_half_a_choice_is_refused(kafka: str | None, database: str | None):
    with pytest.raises(InvalidInput, match="both HUB_KAFKA_BOOTSTRAP and HUB_DATABASE_URL, or neither"):
        choose_source(Settings(kafka_bootstrap=kafka, database_url=database), never_asked)
