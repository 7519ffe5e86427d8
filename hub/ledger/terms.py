"""The closed vocabularies of the rule and of the hub; values are the words on the wire."""

from enum import StrEnum

__all__ = [
    "Claim",
    "Commodity",
    "Direction",
    "Flow",
    "Form",
    "LotLink",
    "Product",
    "ReportState",
    "Role",
    "RuleVersion",
    "State",
    "Status",
    "Unit",
]


class Commodity(StrEnum):
    """The four crops of 2100.011; never balanced against each other (domain.md 3.5 #1)."""

    FIELD_CORN = "field_corn"
    SOYBEANS = "soybeans"
    SORGHUM = "sorghum"
    SPRING_CANOLA = "spring_canola"


class Unit(StrEnum):
    """Units an amount may be stated in; bare `ton`, bare `bu` and gallons are ambiguous and absent."""

    LB = "lb"
    KG = "kg"
    TONNE = "tonne"
    SHORT_TON = "short_ton"
    CWT = "cwt"
    BU_STANDARD = "bu_standard"
    BU_SCALE = "bu_scale"
    BU_AT_MOISTURE = "bu_at_moisture"

    @property
    def is_standard(self) -> bool:
        """Whether the unit itself fixes the moisture."""
        return self is Unit.BU_STANDARD


class Form(StrEnum):
    """What an amount is made of; only the crop and its oil carry a claim (2100.034(d)(2), domain.md 3.5 #24)."""

    CROP = "crop"
    OIL = "oil"
    MEAL = "meal"
    HULLS = "hulls"
    DDGS = "ddgs"


class Product(StrEnum):
    """What a crush run makes for biofuel (2100.033(a)); seed oil crops only (domain.md 3.5 #42)."""

    SOYBEAN_OIL = "soybean_oil"
    CANOLA_OIL = "canola_oil"

    @property
    def crop(self) -> Commodity:
        """The crop it is pressed from."""
        return Commodity.SOYBEANS if self is Product.SOYBEAN_OIL else Commodity.SPRING_CANOLA


class Claim(StrEnum):
    """What a line claims: a stated CI, a CI still to come from the lot's report, or none."""

    REDUCED = "reduced"
    PENDING = "pending"
    CONVENTIONAL = "conventional"
    SOLD_AS_CONVENTIONAL = "sold_as_conventional"


class Flow(StrEnum):
    """How an amount leaves its holder's account, or, processed, its crop form for a product's (domain.md 3.1, 3.3)."""

    SOLD = "sold"
    SOLD_AS_CONVENTIONAL = "sold_as_conventional"
    DISCARDED = "discarded"
    REFINED = "refined"
    PROCESSED = "processed"


class Direction(StrEnum):
    """Which way conventional crop moved (2100.034(e))."""

    INCOMING = "incoming"
    OUTGOING = "outgoing"
    PROCESSED = "processed"


class ReportState(StrEnum):
    """What a CI pending line still lacks: its report, or nothing but that the report was signed too late."""

    WAITING = "waiting"
    LATE = "late"


class Role(StrEnum):
    """What an organisation is in the chain; first point of aggregation is a role per purchase, not here."""

    FARM = "farm"
    ELEVATOR = "elevator"
    CRUSHER = "crusher"
    TRADER = "trader"
    REFINER = "refiner"
    VERIFIER = "verifier"


class LotLink(StrEnum):
    """How a holder links outgoing lines to lots (2100.032(a), domain.md 3.5 #5)."""

    NAMED = "named"
    PROVISIONAL_FIFO = "provisional_fifo"
    ELECTED_FIFO = "elected_fifo"


class RuleVersion(StrEnum):
    """January 2025 interim text or the text as amended in 2026 (domain.md 4)."""

    V1 = "V1"
    V2 = "V2"


class State(StrEnum):
    """How far a refiner may rely on a line (domain.md 6); NOT_JUDGED until reliance is judged."""

    NOT_JUDGED = "NOT_JUDGED"
    PENDING = "PENDING"
    SUSPENDED = "SUSPENDED"
    RELIABLE = "RELIABLE"
    FINAL = "FINAL"
    REVERSED = "REVERSED"


class Status(StrEnum):
    """Where a finding stands (domain.md, outcome classes and 3.6)."""

    OPEN = "open"
    CLEARED = "cleared"
    CLEARED_LATE = "cleared_late"
    RETRACTED = "retracted"
    ESCALATED = "escalated"
    ACKNOWLEDGED = "acknowledged"
