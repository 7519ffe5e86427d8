"""How many worlds a property tries.

Every run tries the same ones, so that it means the same on every machine. `TEST_WORLDS=20000` tries so many new ones
in each property instead, and keeps what fails for the next run.
"""

import os

from hypothesis import HealthCheck, settings

__all__ = ["tries"]

_MANY = int(os.environ.get("TEST_WORLDS", "0"))


def tries(worlds: int) -> settings:
    """Settings for a property that tries so many worlds on an ordinary run."""
    slow_by_nature = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
    if _MANY:
        return settings(max_examples=_MANY, deadline=None, suppress_health_check=slow_by_nature)
    return settings(
        max_examples=worlds, deadline=None, derandomize=True, database=None, suppress_health_check=slow_by_nature
    )
