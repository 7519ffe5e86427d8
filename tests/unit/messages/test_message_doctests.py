"""The examples in the docstrings of hub.messages are true."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("module", ["hub.messages.canonical", "hub.messages.decimals", "hub.codec"])
def test_docstrings_hold(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))

    assert (result.failed, result.attempted > 0) == (0, True)
