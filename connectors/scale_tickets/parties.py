"""Whom a customer code means: the lot a load comes from, a conventional seller, or a buyer.

10412, field N40      farm-kessler's lot N40, its CI left to the report
10413                 land-1, paid for a share that goes under farm-kessler's report
90001                 farm-schmidt without a report: conventional
4711                  not listed: conventional with a warning, or an error, as the profile says
"""

from connectors.base import CellError
from connectors.scale_tickets.cells import Cells, Oddity
from connectors.scale_tickets.content import Buyer, Content, Owner, Party
from connectors.scale_tickets.profile import ScaleTickets
from connectors.scale_tickets.trade import Customer, Unlisted
from connectors.scale_tickets.vocabulary import Program, Way

__all__ = ["party_of"]


def party_of(cells: Cells, content: Content, profile: ScaleTickets) -> Party | None:
    """The owner of an inbound row or the buyer of an outbound one; None where it is among the faults now."""
    if content.direction is Way.OUT:
        return cells.take("customer", lambda _: _buyer(content, profile))
    return cells.take("customer", lambda _: _owner(cells, content, profile))


def _owner(cells: Cells, content: Content, profile: ScaleTickets) -> Owner:
    customer = profile.customers.get(content.customer)
    if customer is None:
        return _unlisted(cells, content, profile)
    if customer.buyer is not None:
        text = f"is {customer.buyer}, a buyer, but the ticket is inbound"
        raise CellError(text, "correct the direction or the customer", content.customer)
    if customer.conventional is not None:
        return Owner(customer.conventional)
    operator = customer if customer.farm else profile.customers[str(customer.under_report_of)]
    farm_id = str(operator.farm)
    field_id = None
    if content.program is not Program.CONVENTIONAL:
        field_id = _field(cells, content, operator, profile)
    if field_id is None:
        return Owner(customer.payee or farm_id)
    return Owner(farm_id, field_id, customer.payee)


def _unlisted(cells: Cells, content: Content, profile: ScaleTickets) -> Owner:
    remedy = "add the code to customers in the profile"
    if profile.unlisted is Unlisted.ERROR:
        raise CellError("is not among the profile's customers", remedy, content.customer)
    if content.program is not Program.CONVENTIONAL:
        text = "is not among the profile's customers: booked as conventional"
        cells.oddities.append(Oddity("customer", text, remedy, content.customer))
    return Owner(f"{profile.partner}/{content.customer}", is_known=False)


def _field(cells: Cells, content: Content, operator: Customer, profile: ScaleTickets) -> str | None:
    """The field of the operator's report; None where nobody knows it and the load is conventional for that."""
    field_id = operator.fields.get(content.field) if content.field else operator.field
    if field_id is not None:
        return field_id
    text = f"is no field of {operator.farm} in the profile" if content.field else "is empty"
    remedy = "add the field's code to the farm in the profile, or correct the ticket"
    if profile.unlisted is Unlisted.ERROR:
        cells.refuse("field", text, remedy)
    else:
        cells.oddities.append(Oddity("field", f"{text}: booked as conventional", remedy, content.field or None))
    return None


def _buyer(content: Content, profile: ScaleTickets) -> Buyer:
    customer = profile.customers.get(content.customer)
    if customer is None and profile.unlisted is Unlisted.ERROR:
        remedy = "add the code to customers in the profile"
        raise CellError("is not among the profile's customers", remedy, content.customer)
    if content.ci_e6 is not None and (customer is None or customer.buyer is None):
        remedy = "list the code as buyer in the profile, or empty the CI to sell conventional crop"
        raise CellError("is no buyer the profile knows, but a CI is sold", remedy, content.customer)
    if content.ci_e6 is not None and content.program is Program.CONVENTIONAL:
        raise CellError("buys conventional crop by its word, but a CI is sold", "correct the word or empty the CI")
    if customer is not None and customer.buyer is not None:
        return Buyer(customer.buyer)
    known = (customer.conventional or customer.farm or customer.payee) if customer else None
    return Buyer(known or f"{profile.partner}/{content.customer}", takes_claims=False)
