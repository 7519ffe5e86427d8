"""The history of each document: which of its messages stand, and what a new state of it sends.

    revision 1   F-01 24,000          Receipt e1
    revision 2   F-01 23,000          Receipt e2 corrects e1
    revision 3   void                 Reversal e3 of e1
    revision 4   F-02 23,000          Receipt e4: the number was used again

Where files tell when they were exported, each revision also keeps the last export that said so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from connectors.base import Known, Mapped, Movement, Part, Revision, Statement
from hub.messages import Message, Reversal, Transfer

__all__ = ["History", "Stage", "Step"]

_HASH_DIGITS: Final = 12
_REVERSAL: Final = "Reversal"
_VOID_UNKNOWN: Final = "Void"
"""Kind of a revision that sends nothing: a later export has voided what an earlier one may still bring."""

_CHANGED: Final = "its source states it otherwise now"
_GONE: Final = "its source no longer names this party"
_VOID: Final = "its source voids it"


@dataclass(frozen=True)
class Stage:
    """A statement as one file makes it."""

    statement: Statement
    file: Mapped

    @property
    def as_of(self) -> date:
        """The day its correction is dated: the file's export, else the file's last ticket, which is not younger.

        Never today: the same file planned again tomorrow must give the same messages.
        """
        if self.file.exported_at is not None:
            return self.file.exported_at.date()
        assert self.file.days is not None, "a file with statements has days"
        return self.file.days[1]

    @cached_property
    def content_hash(self) -> bytes:
        """Of all that is said, whatever the order of the parts."""
        parts = sorted(part.name + "\0" + part.digest.hex() for part in self.statement.parts)
        return sha256("\n".join(parts).encode()).digest()


@dataclass(frozen=True, slots=True)
class Step:
    """One message to send, what to remember of it, and what it replaces, if anything."""

    message: Message
    revision: Revision
    before: Revision | None = None


class History:
    """Every document's revisions: those imported before, and those of this run."""

    def __init__(self, known: Known) -> None:
        self.before: Mapping[str, Sequence[Revision]] = known
        self._all: dict[str, list[Revision]] = {key: list(revisions) for key, revisions in known.items()}

    def latest(self, key: str) -> list[Revision]:
        """The messages of a document's last revision."""
        revisions = self._all.get(key, [])
        return [known for known in revisions if known.revision == revisions[-1].revision]

    def standing(self, key: str) -> list[Revision]:
        """What counts now: the last message of each event that is not taken back."""
        last = {revision.first_event_id: revision for revision in self._all.get(key, ())}
        return [revision for revision in last.values() if revision.kind not in (_REVERSAL, _VOID_UNKNOWN)]

    def counts(self, stage: Stage) -> bool:
        """Whether the document stands just as the stage says it."""
        latest = self.latest(stage.statement.key)
        if not stage.statement.parts:
            return bool(latest) and not self.standing(stage.statement.key)
        return bool(latest) and latest[0].content_hash == stage.content_hash

    def same(self, stage: Stage) -> Revision | None:
        """The revision that said the same before.

        Any of them, for a file without a time may be an old one; but an export younger than all that is known
        means what it says, also where that was said before.
        """
        if self.counts(stage):
            return self.latest(stage.statement.key)[0]
        if not stage.statement.parts or self._is_younger(stage):
            return None
        content = stage.content_hash
        known = self._all.get(stage.statement.key, ())
        return next((revision for revision in known if revision.content_hash == content), None)

    def is_older(self, stage: Stage) -> bool:
        """Whether a later export has spoken of the document already."""
        own = stage.file.exported_at
        return own is not None and any(own < stamp for stamp in self._stamps(stage))

    def _is_younger(self, stage: Stage) -> bool:
        own, stamps = stage.file.exported_at, self._stamps(stage)
        return own is not None and bool(stamps) and all(own > stamp for stamp in stamps)

    def _stamps(self, stage: Stage) -> list[datetime]:
        known = self._all.get(stage.statement.key, ())
        return [revision.exported_at for revision in known if revision.exported_at is not None]

    def confirm(self, stage: Stage) -> list[Revision]:
        """Keep that a later export said the same once more."""
        if not self._is_younger(stage) or not self.counts(stage):
            return []
        latest = self.latest(stage.statement.key)
        confirmed = [replace(revision, exported_at=stage.file.exported_at) for revision in latest]
        self._all[stage.statement.key][-len(latest) :] = confirmed
        return confirmed

    def void_unknown(self, stage: Stage) -> list[Revision]:
        """Keep that a document nobody has seen is void, where exports tell their time and may come late."""
        if stage.file.exported_at is None:
            return []
        revision = _Change(stage, (), _content(stage, ())).void_unknown()
        self._all.setdefault(stage.statement.key, []).append(revision)
        return [revision]

    def advance(self, stage: Stage) -> list[Step]:
        """The messages that bring the document from what stands to what the stage says: first what is taken back."""
        key = stage.statement.key
        standing = self.standing(key)
        pairs = _pairs(standing, stage.statement.parts)
        change = _Change(stage, self._all.get(key, ()), _content(stage, standing))
        kept = {old.first_event_id for old, _ in pairs}
        gone = [change.reversal(old) for old in standing if old.first_event_id not in kept]
        changed = [change.correction(old, part) for old, part in pairs if old.part_hash != part.digest]
        paired = {id(part) for _, part in pairs}
        new = [change.new(part) for part in stage.statement.parts if id(part) not in paired]
        steps = [*gone, *changed, *new]
        self._all.setdefault(key, []).extend(step.revision for step in steps)
        return steps


def _pairs(standing: Sequence[Revision], parts: Sequence[Part]) -> list[tuple[Revision, Part]]:
    """What stands beside what replaces it: the same party first, then whoever is left of the same type."""
    pairs: list[tuple[Revision, Part]] = []
    for fits in (_same_party, _same_type):
        for part in parts:
            taken = {id(thing) for pair in pairs for thing in pair}
            old = next((old for old in standing if id(old) not in taken and fits(old, part)), None)
            if old is not None and id(part) not in taken:
                pairs.append((old, part))
    return pairs


def _same_party(old: Revision, part: Part) -> bool:
    return _same_type(old, part) and old.part == part.party


def _same_type(old: Revision, part: Part) -> bool:
    return old.kind == type(part.message).__name__


def _content(stage: Stage, standing: Sequence[Revision]) -> bytes:
    """What tells the revision from others; a void is told by what it takes back."""
    if stage.statement.parts:
        return stage.content_hash
    return sha256("\n".join(["void", *(old.first_event_id for old in standing)]).encode()).digest()


@dataclass(frozen=True, slots=True)
class _Change:
    """One new revision of a document: makes its messages."""

    stage: Stage
    before: Sequence[Revision]
    content_hash: bytes

    def new(self, part: Part) -> Step:
        event_id = self._event_id(part.name)
        own = {"event_id": event_id, **self._transfer_id(part, event_id)}
        return Step(_made(part.message, own), self._revision(part, event_id, event_id))

    def correction(self, old: Revision, part: Part) -> Step:
        event_id = self._event_id(part.name)
        own = {
            "event_id": event_id,
            "corrects_event_id": old.first_event_id,
            "reason": _CHANGED,
            "corrected_on": self.stage.as_of,
            **self._transfer_id(part, old.first_event_id),
        }
        revision = self._revision(part, event_id, old.first_event_id)
        return Step(_made(part.message, own), revision, old)

    def reversal(self, old: Revision) -> Step:
        event_id = self._event_id(f"{_REVERSAL} {old.first_event_id}")
        message = Reversal(
            event_id=event_id,
            author_id=self.stage.file.partner_id,
            rule_version=self.stage.file.rule_version,
            reverses_event_id=old.first_event_id,
            reversed_on=self.stage.as_of,
            reason=_GONE if self.stage.statement.parts else _VOID,
        )
        revision = self._silent(_REVERSAL, f"{old.part} taken back", event_id, old.first_event_id)
        return Step(message, revision, old)

    def void_unknown(self) -> Revision:
        return self._silent(_VOID_UNKNOWN, "", "", "")

    def _event_id(self, what: str) -> str:
        """The document's name for people, and a hash that is the same for the same content only.

        Content that comes back after another had taken its place is told apart by how often it was there.
        """
        revisions = {old.revision for old in self.before if old.content_hash == self.content_hash}
        again = f" {len(revisions)}" if revisions else ""
        digest = sha256(self.content_hash + f"{what}{again}".encode()).hexdigest()
        return f"{self.stage.statement.name}@{digest[:_HASH_DIGITS]}"

    def _transfer_id(self, part: Part, first_event_id: str) -> dict[str, str]:
        """A transfer's own id; a number used again after a void names another transfer."""
        if not isinstance(part.message, Transfer):
            return {}
        kind = type(part.message).__name__
        firsts = dict.fromkeys(old.first_event_id for old in self.before if old.kind == kind)
        generation = list(firsts | {first_event_id: None}).index(first_event_id) + 1
        own = part.message.transfer_id
        return {"transfer_id": own if generation == 1 else f"{own}~{generation}"}

    def _revision(self, part: Part, event_id: str, first_event_id: str) -> Revision:
        silent = self._silent(type(part.message).__name__, part.party, event_id, first_event_id)
        return replace(silent, part_hash=part.digest, wet_lb_e4=part.wet_lb_e4, dry_lb_e4=part.dry_lb_e4)

    def _silent(self, kind: str, party: str, event_id: str, first_event_id: str) -> Revision:
        """A revision that moves nothing."""
        return Revision(
            key=self.stage.statement.key,
            revision=self.before[-1].revision + 1 if self.before else 1,
            part=party,
            content_hash=self.content_hash,
            part_hash=b"",
            kind=kind,
            event_id=event_id,
            first_event_id=first_event_id,
            ticket_date=self.stage.statement.day,
            wet_lb_e4=0,
            dry_lb_e4=0,
            exported_at=self.stage.file.exported_at,
            source=str(self.stage.statement.places[0]),
        )


def _made(draft: Movement, own: dict[str, Any]) -> Message:
    """The draft as a whole message, held against its model again."""
    return type(draft).model_validate(draft.model_dump() | own)
