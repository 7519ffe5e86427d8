"""From a scenario's events to ordinary messages, what is implied included (model.md 19-22).

transfer, buyer_confirmed    the seller's Transfer and the buyer's Receipt on `<event_id>/receipt`
a farm's sale                an accepted report that covers it, unless the file has its own
each new day                 a DayOpened before the event's own messages
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from hub.errors import InvalidInput
from hub.ledger.terms import Commodity, Direction, Form, LotLink, RuleVersion, Unit
from hub.messages import (
    ConventionalMovement,
    DayOpened,
    Discard,
    Message,
    OrganisationRegistered,
    PeriodClose,
    PeriodDeclaration,
    Receipt,
    Refined,
    Reversal,
    Transfer,
    scaled,
)
from hub.messages.movements import Draw, Line
from hub.messages.periods import Stock
from hub.scenarios.crushing import crush_run
from hub.scenarios.file import Event, Scenario, role_of
from hub.scenarios.reports import ImpliedReports, stated_report

__all__ = ["Step", "steps"]


@dataclass(frozen=True, slots=True)
class Step:
    """What one event sends; `own` is its place among `messages`, whose outcome is the event's, None before seq 1."""

    seq: int
    messages: tuple[Message, ...]
    own: int | None


def steps(scenario: Scenario) -> Iterator[Step]:
    """The messages of a scenario, event by event; seq 0 is what must be there before the first, None at the end."""
    loader = _Loader(scenario)
    yield Step(0, tuple(loader.beginning()), None)
    opened = date.min
    for event, day in zip(scenario.events, scenario.days, strict=True):
        opening = [_day(day)] if day > opened else []
        opened = max(opened, day)
        own = loader.messages(event) if event["type"] != "convert" else []
        yield Step(event["seq"], (*opening, *own), len(opening) if own else None)
    if scenario.as_of > opened:
        yield Step(len(scenario.events) + 1, (_day(scenario.as_of),), None)


def _day(day: date) -> DayOpened:
    return DayOpened(event_id=f"day/{day}", author_id="hub", day=day)


class _Loader:
    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._reports = ImpliedReports(scenario)
        self._bodies = {event["event_id"]: _flat(event) for event in scenario.events}

    def beginning(self) -> Iterator[Message]:
        """Registrations and implied reports, before the first event."""
        first = min(self._scenario.days, default=self._scenario.as_of)
        names = dict.fromkeys([*self._scenario.organisations, *self._reports.farms])
        for name in names:
            yield OrganisationRegistered(
                event_id=f"registered/{name}",
                author_id="hub",
                organisation_id=name,
                name=name,
                roles=(role_of(name),),
                books_here=name in self._scenario.with_books,
                lot_link=LotLink.PROVISIONAL_FIFO,
                registered_on=first,
            )
        yield from self._reports.messages()

    def messages(self, event: Event) -> list[Message]:
        """The event's own message, then what it implies of others."""
        if event["type"] == "reversed":
            return self._reversals(event)
        body = _flat(event)
        make = _MAKERS.get(body["type"])
        if make is None:
            where = f"{self._scenario.name}, seq {event['seq']}"
            raise InvalidInput(f"{where}: the hub does not take {body['type']!r} events yet; leave the event out")
        own = make(self, body)
        return [own, *self._confirmation(event, own)]

    def _confirmation(self, event: Event, own: Message) -> list[Message]:
        """The buyer's receipt, or its own correction of it, with the same lines."""
        if not isinstance(own, Transfer) or not event.get("buyer_confirmed", True):
            return []
        corrects = f"{own.corrects_event_id}/receipt" if own.corrects_event_id else None
        return [
            Receipt(
                event_id=f"{own.event_id}/receipt",
                author_id=own.buyer_id,
                rule_version=RuleVersion.V2,
                corrects_event_id=corrects,
                reason=own.reason,
                corrected_on=own.corrected_on,
                transfer_id=own.transfer_id,
                seller_id=own.seller_id,
                buyer_id=own.buyer_id,
                received_date=own.transaction_date,
                transaction_date=own.transaction_date,
                site_id=own.site_id,
                ticket_no=own.ticket_no,
                commodity=own.commodity,
                form=own.form,
                lines=own.lines,
            )
        ]

    def _reversals(self, event: Event) -> list[Message]:
        """The author's reversal, and the buyer's of its own receipt where it agrees."""
        named, own = event["reverses_event_id"], event["author_id"]
        body = self._bodies.get(named, {})
        owner = body.get("author_id") or own
        reversals: list[Message] = [_reversal(event, "", own, None if owner == own else owner)]
        if body.get("type") == "transfer" and event.get("buyer_confirmed", True):
            reversals.append(_reversal(event, "/receipt", body["buyer_id"], None))
        return reversals

    def transfer(self, body: Event) -> Message:
        return Transfer(
            **_envelope(body),
            transfer_id=body["transfer_id"],
            seller_id=body["seller_id"],
            buyer_id=body["buyer_id"],
            transaction_date=date.fromisoformat(body["transaction_date"]),
            site_id=body.get("site_id"),
            ticket_no=body.get("ticket_no"),
            commodity=Commodity(body["commodity"]),
            form=_form(body),
            lines=self._lines(body, body["seller_id"], date.fromisoformat(body["transaction_date"])),
        )

    def receipt(self, body: Event) -> Message:
        """A receipt's seller and crop are those of the transfer it names, wherever in the file that stands."""
        transfer = self._transfer_named(body)
        return Receipt(
            **_envelope(body),
            transfer_id=body["transfer_id"],
            seller_id=transfer["seller_id"],
            buyer_id=body["buyer_id"],
            received_date=date.fromisoformat(body["received_date"]),
            transaction_date=_date(body.get("transaction_date")),
            site_id=body.get("site_id") or transfer.get("site_id"),
            ticket_no=body.get("ticket_no") or transfer.get("ticket_no"),
            commodity=Commodity(transfer["commodity"]),
            form=_form(transfer),
            lines=self._lines(
                {**transfer, **body}, transfer["seller_id"], date.fromisoformat(transfer["transaction_date"])
            ),
        )

    def _transfer_named(self, body: Event) -> Event:
        for event in self._scenario.events:
            candidate = _flat(event)
            if candidate["type"] == "transfer" and candidate["transfer_id"] == body["transfer_id"]:
                return candidate
        if {"seller_id", "commodity"} <= body.keys():
            return {"transaction_date": body["received_date"], "form": "crop", **body}
        raise InvalidInput(f"{self._scenario.name}, seq {body['seq']}: no transfer {body['transfer_id']!r} in the file")

    def discarded(self, body: Event) -> Message:
        day = date.fromisoformat(body["date"])
        return Discard(
            **_envelope(body),
            entity_id=body["entity_id"],
            discard_date=day,
            commodity=Commodity(body["commodity"]),
            form=_form(body),
            discard_reason=body.get("reason") or "not stated",
            lines=self._lines(body, body["entity_id"], day),
        )

    def refined(self, body: Event) -> Message:
        day = date.fromisoformat(body["date"])
        return Refined(
            **_envelope(body),
            entity_id=body["entity_id"],
            refined_date=day,
            commodity=Commodity(body["commodity"]),
            form=_form(body),
            lines=self._lines(body, body["entity_id"], day),
        )

    def crush_run(self, body: Event) -> Message:
        return crush_run(_envelope(body), body)

    def conventional(self, body: Event) -> Message:
        from_ci = body.get("from_ci_g_co2e_per_bu")
        return ConventionalMovement(
            **_envelope(body),
            entity_id=body["entity_id"],
            direction=Direction(body["direction"]),
            transaction_date=date.fromisoformat(body["transaction_date"]),
            commodity=Commodity(body["commodity"]),
            form=_form(body),
            amount_e6=scaled(body["weight_lb"], 6),
            unit=Unit.LB,
            moisture_pct_e3=_scaled(body.get("moisture_pct"), 3),
            from_ci_g_co2e_per_bu_e6=_scaled(from_ci, 6),
        )

    def period_declared(self, body: Event) -> Message:
        return PeriodDeclaration(
            **_envelope(body),
            entity_id=body["entity_id"],
            period_id=body["period_id"],
            start_date=date.fromisoformat(body["start_date"]),
            end_date_exclusive=date.fromisoformat(body["end_date_exclusive"]),
            declared_on=date.fromisoformat(body["declared_on"]),
            timezone=body["timezone"],
        )

    def period_closed(self, body: Event) -> Message:
        return PeriodClose(
            event_id=body["event_id"],
            author_id=body["author_id"],
            rule_version=RuleVersion.V2,
            entity_id=body["entity_id"],
            period_id=body["period_id"],
            closed_on=date.fromisoformat(body["received_on"]),
            stocks=tuple(_stock(stock) for stock in body["stocks"]),
        )

    def bfr(self, body: Event) -> Message:
        return stated_report(body)

    def _lines(self, body: Event, holder: str, day: date) -> tuple[Line, ...]:
        return tuple(self._line(line, holder, Commodity(body["commodity"]), day) for line in body["lines"])

    def _line(self, line: Event, holder: str, commodity: Commodity, day: date) -> Line:
        ci = line.get("ci_g_co2e_per_bu")
        return Line(
            ci_g_co2e_per_bu_e6=_scaled(ci, 6),
            as_conventional=line.get("as_conventional", False),
            amount_e6=scaled(line["product_lb"] if "product_lb" in line else line["weight_lb"], 6),
            unit=Unit.LB,
            moisture_pct_e3=_scaled(line.get("moisture_pct"), 3),
            crush_run_id=line.get("crush_run_id"),
            crusher_id=line.get("crusher_id"),
            crushing_yield_lb_per_std_bu_e4=_scaled(line.get("crushing_yield_lb_per_std_bu"), 4),
            input_dry_lb_e4=_scaled(line.get("input_dry_lb"), 4),
            draws=tuple(Draw(**draw) for draw in self._reports.draws(line, holder, commodity, day)),
        )


def _flat(event: Event) -> Event:
    """The event with the body it replaces another by, if it is a correction, and its author."""
    if event["type"] != "corrected":
        author = next((event[name] for name in _AUTHORS if event.get(name)), None)
        return {"author_id": author, **event}
    return {
        **event["replacement"],
        "seq": event["seq"],
        "event_id": event["event_id"],
        "author_id": event["author_id"],
        "corrects_event_id": event["corrects_event_id"],
        "corrected_on": event.get("received_on"),
        "correction_reason": event.get("reason") or "not stated",
    }


_AUTHORS: Final = ("author_id", "seller_id", "entity_id", "farm_id", "buyer_id", "claimant_id", "verifier_id")


def _envelope(body: Event) -> dict[str, Any]:
    return {
        "event_id": body["event_id"],
        "author_id": body["author_id"],
        "rule_version": RuleVersion.V2,
        "corrects_event_id": body.get("corrects_event_id"),
        "corrected_on": _date(body.get("corrected_on")),
        "reason": body.get("correction_reason"),
    }


def _reversal(event: Event, suffix: str, author: str, owner: str | None) -> Reversal:
    return Reversal(
        event_id=f"{event['event_id']}{suffix}",
        author_id=author,
        rule_version=RuleVersion.V2,
        reverses_event_id=f"{event['reverses_event_id']}{suffix}",
        reverses_author_id=owner,
        reversed_on=date.fromisoformat(event["received_on"]),
        reason=event.get("reason") or "not stated",
    )


def _stock(stock: Event) -> Stock:
    return Stock(
        commodity=Commodity(stock["commodity"]),
        ci_g_co2e_per_bu_e6=scaled(stock["ci_g_co2e_per_bu"], 6),
        form=_form(stock),
        declared_ending_stored_dry_lb_e4=scaled(stock["declared_ending_stored_dry_lb"], 4),
        declared_beginning_stored_dry_lb_e4=_scaled(stock.get("declared_beginning_stored_dry_lb"), 4),
    )


def _form(body: Event) -> Form:
    return Form(body.get("form", "crop"))


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _scaled(text: str | None, scale: int) -> int | None:
    return None if text is None else scaled(text, scale)


_MAKERS: Final[dict[str, Callable[[_Loader, Event], Message]]] = {
    "transfer": _Loader.transfer,
    "receipt": _Loader.receipt,
    "discarded": _Loader.discarded,
    "refined": _Loader.refined,
    "crush_run": _Loader.crush_run,
    "conventional_moved": _Loader.conventional,
    "period_declared": _Loader.period_declared,
    "period_closed": _Loader.period_closed,
    "bfr": _Loader.bfr,
}
