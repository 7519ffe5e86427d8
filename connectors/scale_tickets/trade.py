"""What a partner's figures and codes mean: weights, moisture, customers."""

from enum import StrEnum

from pydantic import Field, model_validator

from connectors.base import Section
from connectors.scale_tickets.figures import PctE3, PoundsE4
from connectors.scale_tickets.vocabulary import Lookup
from hub.ledger.terms import Unit
from hub.messages.base import Identifier, Word

__all__ = ["Customer", "Moisture", "Unlisted", "Weights"]


class Unlisted(StrEnum):
    """What a code means that the profile does not know."""

    CONVENTIONAL = "conventional"
    ERROR = "error"


class Weights(Section):
    """What the scale weighs."""

    unit: Lookup[Word[Unit]] = Field(description="Unit of every weight: fixed, or the partner's words for it.")
    net_lb_max: PoundsE4 = Field(
        default=1_000_000_000, description="Net pounds no truck reaches: a wrong unit shows here."
    )
    net_lb_min: PoundsE4 = Field(
        default=1_000_000, description="Net pounds below which no load is weighed: a wrong mark shows here."
    )
    shrunk_base_moisture_pct: PctE3 | None = Field(
        default=None, description="Moisture the shrink table shrinks to, where bushels are all there is."
    )


class Moisture(Section):
    """How moisture is written."""

    fraction: bool = Field(default=False, description="Whether 0.155 means 15.5 %.")
    pct_min: PctE3 = Field(default=2_000, description="No grain is drier.")
    pct_max: PctE3 = Field(default=50_000, description="No grain is wetter.")


class Customer(Section):
    """Whom a customer code means: exactly one of `farm`, `payee`, `conventional` and `buyer`."""

    farm: Identifier | None = Field(default=None, description="Farm with Biofuel Feedstock Reports.")
    fields: dict[str, Identifier] = Field(
        default_factory=dict, description="The partner's field codes, each with the field_id of the report."
    )
    field: Identifier | None = Field(default=None, description="Field where the ticket names none.")
    payee: Identifier | None = Field(
        default=None, description="Share owner whose part goes under another farm's report."
    )
    under_report_of: str | None = Field(default=None, description="Customer code of that farm.")
    conventional: Identifier | None = Field(
        default=None, description="Organisation id of who sells or buys conventional crop only."
    )
    buyer: Identifier | None = Field(default=None, description="Organisation id of a buyer of outbound loads.")

    @model_validator(mode="after")
    def _one_meaning(self) -> "Customer":
        meanings = [self.farm, self.payee, self.conventional, self.buyer]
        if sum(meaning is not None for meaning in meanings) != 1:
            raise ValueError("say exactly one of farm, payee, conventional and buyer")
        if (self.payee is None) != (self.under_report_of is None):
            raise ValueError("payee and under_report_of go together")
        if self.farm is None and (self.fields or self.field is not None):
            raise ValueError("only a farm has fields")
        return self
