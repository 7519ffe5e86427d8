"""Every holder's books as it keeps them itself: dry pounds per CI and day, in exact integers.

What stands here is declared at a period's close; the hub must come to the same without having seen it.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

__all__ = ["Account", "Books", "Key"]

Key = tuple[str, str, str]
"""Holder, crop, CI."""


class Account:
    """What came in and went out under one CI, in 0.0001 dry lb."""

    def __init__(self) -> None:
        self.incoming: dict[date, int] = defaultdict(int)
        self.outgoing: dict[date, int] = defaultdict(int)

    def balance(self, beginning: int, first: date, last: date) -> int:
        """What is left at the end of a day, of what there was on the morning of another and moved since."""
        return beginning + sum(
            sign * amount
            for sign, days in ((1, self.incoming), (-1, self.outgoing))
            for day, amount in days.items()
            if first <= day <= last
        )

    def days(self) -> list[date]:
        """Every day with a movement."""
        return sorted({*self.incoming, *self.outgoing})


class Books:
    """All accounts of all holders."""

    def __init__(self) -> None:
        self.accounts: dict[Key, Account] = defaultdict(Account)

    def receive(self, holder: str, crop: str, ci: str, day: date, dry_lb_e4: int) -> None:
        """Crop under a CI came in."""
        self.accounts[holder, crop, ci].incoming[day] += dry_lb_e4

    def sell(self, holder: str, crop: str, ci: str, day: date, dry_lb_e4: int) -> None:
        """Crop under a CI went out."""
        self.accounts[holder, crop, ci].outgoing[day] += dry_lb_e4

    def of(self, holder: str) -> Iterable[tuple[Key, Account]]:
        """A holder's accounts, in order."""
        return sorted((item for item in self.accounts.items() if item[0][0] == holder), key=lambda item: item[0])
