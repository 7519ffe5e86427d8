"""What a batch tells others: findings, states of lines to their holders, notices to senders (design D5, D9)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from hub.codec import Codec
from hub.ledger.admission import ACCEPTED, DUPLICATE, REFUSED, Outcome
from hub.ledger.codes import CODES, Blocks
from hub.ledger.post import Batch
from hub.ledger.reliance import codes_of
from hub.ledger.rows import Finding, Line
from hub.ledger.terms import Status
from hub.messages import Finding as FindingMessage
from hub.messages import LotState, Message, Notice
from hub.messages.vocabulary import NoticeKind, Severity
from hub.records import Input, Outgoing
from processors.intake.reading import Reading
from processors.intake.step import QUARANTINED

__all__ = ["Spoken", "Voice", "without_passing"]

_SEVERITY: Final = {"A": Severity.ALERT, "G": Severity.GAP, "E": Severity.ERROR}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A record to publish; a notice of an over-sale may be held back for a while (domain.md 3.5 #51).

    `is_notice_of` is the status of the finding a notice speaks of, None for everything else.
    """

    record: Outgoing
    not_before: datetime | None = None
    is_notice_of: Status | None = None

    @property
    def place(self) -> tuple[str, bytes]:
        """Where it goes, and under which key."""
        return self.record.topic, self.record.key


def without_passing(spoken: Sequence[Spoken], withdrawn: Mapping[tuple[str, bytes], datetime]) -> list[Spoken]:
    """What is left to say when notices held back until now were withdrawn.

    An over-sale nobody was told of and that has ended is not spoken of; one still open keeps its first time.
    """
    kept = []
    for item in spoken:
        held = withdrawn.get(item.place)
        if held is None or item.is_notice_of is None:
            kept.append(item)
        elif item.is_notice_of is Status.OPEN:
            kept.append(replace(item, not_before=held))
    return kept


class Voice:
    """Turns decisions into records to publish.

    Only organisations with topics of their own are written to; the others read the same over the gateway.
    """

    def __init__(self, codec: Codec, prefix: str, at: datetime, oversale_delay: timedelta) -> None:
        self._codec, self._prefix = codec, prefix
        self._at = at.astimezone(UTC).replace(microsecond=at.microsecond // 1000 * 1000)
        self._delay = oversale_delay

    def findings(self, batch: Batch, with_topics: frozenset[str]) -> Iterator[Spoken]:
        """Each changed finding to `hub.findings`, and to whoever's books it is about."""
        for finding in batch.findings.values():
            message = _finding(finding)
            yield Spoken(self._out("hub.findings", message.finding_id, message))
            for organisation in sorted(_concerned(finding) & with_topics):
                yield self._told(finding, message, organisation)

    def _told(self, finding: Finding, message: FindingMessage, organisation: str) -> Spoken:
        notice = self._notice(f"finding/{message.finding_id}/{finding.version}", NoticeKind.FINDING).model_copy(
            update={
                "codes": (finding.code,),
                "text": f"{finding.status}: {message.detail}",
                "finding_id": message.finding_id,
            }
        )
        may_pass = finding.code == "A_OVERSALE_RUNNING" and finding.status is Status.OPEN and bool(self._delay)
        record = self._out(f"org.{organisation}.notices", message.finding_id, notice)
        return Spoken(record, self._at + self._delay if may_pass else None, finding.status)

    def lots(self, batch: Batch, with_topics: frozenset[str]) -> Iterator[Spoken]:
        """Each changed line to its buyer, and to the one who has it no longer."""
        for line in batch.lines.values():
            if line.buyer_id is not None and line.buyer_id in with_topics:
                message = _lot_state(line, line.buyer_id)
                yield Spoken(self._out(f"org.{line.buyer_id}.lots", message.line_id, message))

    def outcomes(
        self, readings: Sequence[Reading], outcomes: Sequence[Outcome], with_topics: frozenset[str]
    ) -> Iterator[Spoken]:
        """Rejections one by one, acceptances as ranges, what is unreadable to `hub.quarantine` with its bytes."""
        for reading, outcome in zip(readings, outcomes, strict=True):
            if outcome.outcome == QUARANTINED:
                yield Spoken(self._quarantined(reading, outcome))
            if outcome.outcome in (QUARANTINED, REFUSED) and reading.organisation in with_topics:
                notice = self._refused(reading, outcome)
                yield Spoken(self._out(f"org.{reading.organisation}.notices", notice.event_id, notice))
        for (item, organisation), (first, last) in _ranges(readings, outcomes).items():
            if organisation in with_topics:
                notice = self._notice(f"accepted/{item.topic_id}/{item.partition}/{first}", NoticeKind.ACCEPTED_RANGE)
                place = {"topic": item.topic, "topic_id": item.topic_id, "partition": item.partition}
                notice = notice.model_copy(
                    update={**place, "first_offset": first, "last_offset": last, "text": "in the books"}
                )
                yield Spoken(self._out(f"org.{organisation}.notices", notice.event_id, notice))

    def _notice(self, event_id: str, kind: NoticeKind) -> Notice:
        return Notice(event_id=event_id, author_id="hub", kind=kind, codes=(), text="", at=self._at)

    def _refused(self, reading: Reading, outcome: Outcome) -> Notice:
        item, fact = reading.record.input, reading.fact
        kind = NoticeKind.REJECTED if outcome.outcome == REFUSED else NoticeKind.QUARANTINED
        notice = self._notice(f"{kind}/{item.topic_id}/{item.partition}/{reading.record.offset}", kind)
        text = "; ".join(f"{refusal.field}: {refusal.text}".lstrip(": ") for refusal in outcome.refusals)
        return notice.model_copy(
            update={
                "topic": item.topic,
                "topic_id": item.topic_id,
                "partition": item.partition,
                "first_offset": reading.record.offset,
                "last_offset": reading.record.offset,
                "event_id_of": fact.event_id if fact else None,
                "author_id_of": fact.author_id if fact else None,
                "codes": tuple(code for code in outcome.codes if code),
                "text": text,
            }
        )

    def _quarantined(self, reading: Reading, outcome: Outcome) -> Outgoing:
        item, record = reading.record.input, reading.record
        place = {
            "topic": item.topic,
            "topic_id": item.topic_id,
            "partition": str(item.partition),
            "offset": str(record.offset),
        }
        reason = outcome.refusals[0].text
        key = f"{item.topic_id}/{item.partition}/{record.offset}".encode()
        return Outgoing(f"{self._prefix}hub.quarantine", key, record.value, {**place, "reason": reason})

    def _out(self, topic: str, key: str, message: Message) -> Outgoing:
        return Outgoing(f"{self._prefix}{topic}", key.encode(), self._codec.encode(message))


def _ranges(
    readings: Sequence[Reading], outcomes: Sequence[Outcome]
) -> Mapping[tuple[Input, str | None], tuple[int, int]]:
    """Per input and organisation, the first and last offset of its own that is in the books.

    What lies between and was refused is told one by one; a shared topic holds others' records between them too.
    """
    ranges: dict[tuple[Input, str | None], tuple[int, int]] = {}
    for reading, outcome in zip(readings, outcomes, strict=True):
        if outcome.outcome in (ACCEPTED, DUPLICATE):
            key, offset = (reading.record.input, reading.organisation), reading.record.offset
            ranges[key] = (ranges.get(key, (offset, offset))[0], offset)
    return ranges


def _concerned(finding: Finding) -> set[str]:
    subject = finding.subject
    return {name for name in (subject.entity_id, subject.counterparty_id, subject.farm_id) if name}


def _finding(finding: Finding) -> FindingMessage:
    subject, code, name = finding.subject, CODES[finding.code], finding.finding_id.hex()
    return FindingMessage(
        event_id=f"finding/{name}/{finding.version}",
        author_id="hub",
        finding_id=name,
        code=finding.code,
        severity=_SEVERITY[finding.code[0]],
        status=finding.status,
        episode=finding.episode,
        reason=finding.reason,
        blocks=code.blocks is Blocks.LINES,
        entity_id=subject.entity_id,
        farm_id=subject.farm_id,
        counterparty_id=subject.counterparty_id,
        transfer_id=subject.transfer_id,
        crop_year=subject.crop_year,
        commodity=subject.commodity,
        ci_g_co2e_per_bu_e6=subject.ci_e6,
        period_id=subject.period_id,
        period_start=subject.period_start,
        form=subject.form,
        crush_run_id=subject.crush_run_id,
        yield_id=subject.yield_id,
        amount_dry_lb_e4=finding.amount_e4,
        first_date=finding.first_day,
        lines_count=finding.lines,
        detail=code.says,
        cites=code.cites,
        opened_at_day=finding.opened_on,
        changed_at_day=finding.changed_on,
        version=finding.version,
    )


def _lot_state(line: Line, holder: str) -> LotState:
    name = f"{line.load_key.hex()}/{line.line_no}"
    return LotState(
        event_id=f"lot/{name}/{holder}/{line.version}",
        author_id="hub",
        line_id=name,
        holder_id=holder,
        seller_id=line.seller_id,
        buyer_id=line.buyer_id,
        transfer_id=line.transfer_id,
        ticket_no=line.ticket_no,
        site_id=line.site_id,
        commodity=line.commodity,
        form=line.form,
        crush_run_id=line.crush_run_id,
        crushing_yield_lb_per_std_bu_e4=line.crushing_yield_e4,
        credited_product_lb_e4=None if line.credit_pool is None else line.credit_product_lb_e4,
        ci_g_co2e_per_bu_e6=line.ci_e6,
        claim=line.claim,
        transaction_date=line.day,
        credited_dry_lb_e4=line.credit_dry_lb_e4,
        debited_dry_lb_e4=line.debit_dry_lb_e4,
        state=line.state,
        codes=codes_of(line),
        version=line.version,
    )
