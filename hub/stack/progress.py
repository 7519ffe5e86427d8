"""How a long step tells the person waiting for it."""

from typing import Protocol

__all__ = ["Progress", "silent"]


class Progress(Protocol):
    """Called when a step longer than a second begins and whenever it moves on.

    The callee decides what to show; it must be quick and must not raise.
    """

    def __call__(self, step: str, done: int = 0, total: int = 0) -> None:
        """Show a step.

        Args:
            step: What is going on, as a person would say it; the same words for all calls of one step.
            done: How much of it is done, in the step's own unit (bytes for downloads).
            total: How much there is to do; 0 where that is not known.
        """


def silent(step: str, done: int = 0, total: int = 0) -> None:
    """Show nothing: the progress of programs and tests."""
