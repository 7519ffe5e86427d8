"""The books without a database: the same port, kept in dictionaries. For scenarios, tests and `recompute`."""

from hub.memory.books import MemoryBooks

__all__ = ["MemoryBooks"]
