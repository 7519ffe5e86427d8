"""The alerts and gaps of domain.md 3.6: what each blocks and where the rule says so. One table, read everywhere."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["CODES", "Blocks", "Code", "blocking"]


class Blocks(StrEnum):
    """What an open finding keeps a line from: RELIABLE, FINAL only, or nothing."""

    LINES = "lines"
    FINAL = "final"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Code:
    """One code: what it blocks, the paragraph, and what it says in words."""

    blocks: Blocks
    cites: str
    says: str
    grouped: bool = False
    """Whether many lines share one finding of it, whose amount is then the sum."""


CODES: Final[dict[str, Code]] = {
    "A_OVERSALE_RUNNING": Code(Blocks.LINES, "2100.032(a), 2100.034(a)", "sold or used before it was held"),
    "A_OVERSALE": Code(Blocks.LINES, "2100.034(a), (d)", "the period ends with more out than in"),
    "A_CI_NOT_HELD": Code(
        Blocks.LINES,
        "2100.030(b), 2100.032(c)(3)(ii)",
        "a CI on no known report, or not the lot's",
        grouped=True,
    ),
    "A_RESIDUAL_LOSS": Code(Blocks.FINAL, "2100.034(d)", "declared stock below the computed stock"),
    "A_RESIDUAL_GAIN": Code(Blocks.FINAL, "2100.034(d)", "declared stock above the computed stock"),
    "A_PHYSICAL_SHORT": Code(
        Blocks.FINAL, "2100.034(d)(1)(iii)", "less was measured in the bins than the books hold under all CIs"
    ),
    "A_CARRY_FORWARD": Code(Blocks.FINAL, "2100.034(d)(1)(iv)", "declared beginning is not the ending declared before"),
    "A_OPENING_STOCK": Code(Blocks.FINAL, "2100.034(d)(1)(iv)", "a first beginning stock no verifier accepted yet"),
    "A_COUNTERPARTY_AMOUNT": Code(
        Blocks.NOTHING, "2100.032(a)(1)", "seller and buyer state different amounts", grouped=True
    ),
    "A_COUNTERPARTY_DATE": Code(Blocks.NOTHING, "2100.032(a)(1)(iv)", "seller and buyer state different dates"),
    "A_COUNTERPARTY_CI": Code(
        Blocks.LINES, "2100.032(a)(1)(iii), 2100.040(a)(2)(ii)", "seller and buyer state different CIs"
    ),
    "A_NO_PERIOD": Code(Blocks.FINAL, "2100.034(b)", "a movement outside every declared period", grouped=True),
    "A_PERIOD_NOT_PREDEFINED": Code(Blocks.FINAL, "2100.034(b), (d)(1)", "the period was declared after it began"),
    "A_PERIOD_UNCLOSED": Code(
        Blocks.FINAL, "2100.034(c), (d)(1)(iii)", "no close 30 days after the period's end", grouped=True
    ),
    "A_PERIOD_RESTATED": Code(Blocks.FINAL, "2100.034(c)", "figures of a closed period changed"),
    "G_BFR": Code(
        Blocks.LINES,
        "2100.031(e), 2100.032(b)(1)",
        "no accepted Biofuel Feedstock Report for the lot",
        grouped=True,
    ),
    "G_MOISTURE": Code(Blocks.LINES, "2100.032(a)(1)(i), 2100.034(d)(1)", "no moisture: booked at standard moisture"),
    "A_PRODUCT_OVERSALE": Code(
        Blocks.LINES,
        "2100.033(a)(2), 2100.034(d)(2)",
        "more of a run's product sold under a CI than it made of it",
    ),
    "A_COPRODUCT_CLAIM": Code(
        Blocks.LINES, "2100.002", "a CI claimed on meal, hulls, DDGS or another coproduct, which carries none"
    ),
    "A_YIELD_DRIFT": Code(
        Blocks.FINAL, "2100.033(a)(2), 2100.040(e)", "the crushing yield declared is not what the runs under it made"
    ),
    "G_PRODUCT_INPUT": Code(Blocks.LINES, "2100.033(b)", "a product line names no crush run, or no yield of its run"),
    "G_RECEIPT": Code(Blocks.LINES, "2100.032(a)(1)", "the buyer has stated no receipt"),
    "G_ATTESTATION": Code(Blocks.LINES, "2100.032(c)(3)", "received, but the seller has stated no sale"),
    "G_SALE_RECORD": Code(Blocks.NOTHING, "2100.031(b)", "the farm itself has stated no sale", grouped=True),
    "E_UNKNOWN_REF": Code(
        Blocks.NOTHING, "2100.030(a)", "corrects, reverses or closes something the hub does not know"
    ),
}


def blocking(code: str) -> bool:
    """Whether an open finding of this code keeps its lines from RELIABLE."""
    return CODES[code].blocks is Blocks.LINES
