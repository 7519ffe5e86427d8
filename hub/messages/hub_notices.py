"""What the hub tells: findings, the state of lines, and notices to an organisation."""

from datetime import date
from typing import Literal

from hub.ledger.terms import Claim, Commodity, Form, State, Status
from hub.messages.base import Identifier, Instant, Int, Long, Many, Message, Text, Word
from hub.messages.vocabulary import NoticeKind, Severity

__all__ = ["Finding", "FindingV1", "LotState", "LotStateV1", "Notice"]


class _Finding(Message):
    finding_id: Identifier
    code: Identifier
    severity: Word[Severity]
    status: Word[Status]
    episode: Int
    reason: Text | None = None
    blocks: bool
    entity_id: Identifier | None = None
    farm_id: Identifier | None = None
    counterparty_id: Identifier | None = None
    transfer_id: Identifier | None = None
    line_id: Text | None = None
    bfr_id: Identifier | None = None
    field_id: Identifier | None = None
    crop_year: Int | None = None
    commodity: Word[Commodity] | None = None
    ci_g_co2e_per_bu_e6: Long | None = None
    period_id: Identifier | None = None
    period_start: date | None = None
    amount_dry_lb_e4: Long | None = None
    first_date: date | None = None
    lines_count: Int
    detail: Text
    cites: Text
    opened_at_day: date
    changed_at_day: date
    version: Long


class FindingV1(_Finding):
    """One change of an error, alert or gap; ``finding_id`` is its key, ``version`` always grows. Crop only."""

    form: Literal[Form.CROP] | None = None


class Finding(_Finding):
    """One change of an error, alert or gap; ``finding_id`` is its key, ``version`` always grows."""

    form: Word[Form] | None = None
    crush_run_id: Identifier | None = None
    yield_id: Identifier | None = None


class _LotState(Message):
    line_id: Text
    holder_id: Identifier
    seller_id: Identifier | None = None
    buyer_id: Identifier | None = None
    transfer_id: Identifier | None = None
    ticket_no: Identifier | None = None
    site_id: Identifier | None = None
    commodity: Word[Commodity]
    ci_g_co2e_per_bu_e6: Long | None = None
    claim: Word[Claim]
    transaction_date: date
    credited_dry_lb_e4: Long
    debited_dry_lb_e4: Long
    state: Word[State]
    codes: Many[Identifier]
    document_sha256s: Many[Identifier] = ()
    version: Long


class LotStateV1(_LotState):
    """A line its holder has or is offered, and how far it may rely on it (2100.035(b)); key ``line_id``. Crop only."""

    form: Literal[Form.CROP]


class LotState(_LotState):
    """A line its holder has or is offered, and how far it may rely on it (2100.035(b)); key ``line_id``."""

    form: Word[Form]
    crush_run_id: Identifier | None = None
    crushing_yield_lb_per_std_bu_e4: Long | None = None
    credited_product_lb_e4: Long | None = None


class Notice(Message):
    """What became of an organisation's messages, told to it (design D5, D9)."""

    kind: Word[NoticeKind]
    topic: Text | None = None
    topic_id: Identifier | None = None
    partition: Int | None = None
    first_offset: Long | None = None
    last_offset: Long | None = None
    event_id_of: Identifier | None = None
    author_id_of: Identifier | None = None
    codes: Many[Identifier]
    text: Text
    finding_id: Identifier | None = None
    at: Instant
