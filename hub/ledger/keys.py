"""Names of things as digests: 16 bytes of SHA-256 over the parts, the same on every machine and in every run."""

from datetime import date
from hashlib import sha256

from hub.ledger.terms import Commodity

__all__ = ["Key", "account_key", "digest", "lot_key", "physical_source"]

Part = str | int | date | None
Key = bytes
"""A digest as it stands in rows and indexes."""


def digest(*parts: Part) -> Key:
    """16 bytes that name `parts`; each part is length-prefixed, so ("ab", "c") and ("a", "bc") differ."""
    whole = sha256()
    for part in parts:
        text = b"" if part is None else str(part).encode()
        whole.update(b"-:" if part is None else b"%d:" % len(text) + text)
    return whole.digest()[:16]


def account_key(entity_id: str, commodity: Commodity, ci_e6: int | None) -> Key:
    """Key k of domain.md 3.1: (entity, commodity, CI); CI None is the holder's conventional crop."""
    return digest("account", entity_id, commodity, ci_e6)


def lot_key(farm_id: str, commodity: Commodity, crop_year: int, field_id: str) -> Key:
    """A lot (model.md 4): one field's harvest of one crop in one year."""
    return digest("lot", farm_id, commodity, crop_year, field_id)


def physical_source(entity_id: str, start: date) -> Key:
    """Under which name a holder's measured stock of one period contributes to findings."""
    return digest("physical", entity_id, start)
