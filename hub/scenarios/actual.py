"""What the hub says of a scenario's world: the keys of `expected`, complete."""

from collections.abc import Collection
from decimal import Decimal

from hub.ledger.books import Books
from hub.views.balances import balances, conventional_totals, running_balances
from hub.views.findings import findings
from hub.views.forms import crop_equivalents, form_balances
from hub.views.lines import lines, lots
from hub.views.organisations import roles
from hub.views.text import View

__all__ = ["state"]


def state(books: Books, passing: Collection[str] = ()) -> View:
    """Everything that can be expected of the state at one moment.

    Args:
        books: where to read.
        passing: findings that opened and ended within the messages of one event; they are not listed.
    """
    found = [item for item in findings(books) if item["finding_id"] not in passing]
    moved = lines(books)
    statements = balances(books)
    alerts = [_compared(item) for item in found if not item["code"].startswith("G_")]
    return {
        "balances": statements,
        "running": running_balances(books),
        "alerts": alerts,
        "gaps": [_compared(item) for item in found if item["code"].startswith("G_")],
        "lines": moved,
        "credits": _credits(moved),
        "lots": lots(books),
        "conventional": conventional_totals(books),
        "form_balances": form_balances(books),
        "crop_equivalents": crop_equivalents(books),
        "roles": roles(books),
        "open_alerts": sorted(item["code"] for item in alerts if item["status"] == "open"),
        "suspended_transfers": _suspended(moved),
        "running_balance_dry_lb": _only_balance(statements),
    }


def _suspended(moved: list[View]) -> list[str]:
    return sorted({item["transfer_id"] for item in moved if item["reliance"] == "SUSPENDED" and item["transfer_id"]})


def _compared(finding: View) -> View:
    """A finding without what a scenario does not speak of."""
    kept = (
        "code",
        "status",
        "reason",
        "entity_id",
        "farm_id",
        "transfer_id",
        "commodity",
        "ci_g_co2e_per_bu",
    )
    return {name: finding.get(name) for name in (*kept, "period_id", "counterparty_id", "amount_dry_lb")}


def _credits(moved: list[View]) -> list[View]:
    """Per transfer, the sums its lines debit and credit."""
    sums: dict[str, list[Decimal]] = {}
    for item in moved:
        if item["transfer_id"] is not None:
            total = sums.setdefault(item["transfer_id"], [Decimal(0), Decimal(0)])
            total[0] += Decimal(item["debited_dry_lb"])
            total[1] += Decimal(item["credited_dry_lb"])
    return [
        {"transfer_id": name, "seller_debited_dry_lb": str(debit), "buyer_credited_dry_lb": str(credit)}
        for name, (debit, credit) in sums.items()
    ]


def _only_balance(statements: list[View]) -> str | None:
    """The running balance where the world has one account and one period."""
    return statements[0]["ending_stored_computed_dry_lb"] if len(statements) == 1 else None
