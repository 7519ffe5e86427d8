"""The world's files: what each organisation sends, step by step."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, Final

import yaml

from connectors.scale_tickets.world import planted
from connectors.scale_tickets.world.calendar import CLOSES, FORTNIGHTS, OPENING, import_day
from connectors.scale_tickets.world.expected import expected_findings
from connectors.scale_tickets.world.loads import Load
from connectors.scale_tickets.world.model import World
from connectors.scale_tickets.world.papers import closes, declarations, receipt, registrations, stocks_of
from connectors.scale_tickets.world.people import ELEVATORS, HAVANA, ILLINI, SALT_CREEK, Elevator
from connectors.scale_tickets.world.reports import reports
from connectors.scale_tickets.world.sales import BUYERS
from connectors.scale_tickets.world.scale_houses import EXPORTS
from hub.messages import VERSIONS, Message

__all__ = ["files_of"]

LAST_HUB_DAY: Final = date(2027, 4, 15)
_DUPLICATE: Final = FORTNIGHTS[2]


@dataclass(frozen=True, slots=True)
class Step:
    """What is loaded on one of the hub's days: imports first, then messages."""

    day: date
    title: str
    imports: Sequence[dict[str, Any]] = ()
    messages: Sequence[str] = ()


def files_of(world: World) -> dict[str, bytes]:
    """Every file by its path, the manifest and what is expected included."""
    files: dict[str, bytes] = {}
    steps = [
        *_opening(files),
        *_report_steps(files, world),
        *_import_steps(files, world),
        *_later_exports(files, world),
        *_close_steps(files, world),
        Step(LAST_HUB_DAY, "Nothing is sent any more; what falls due by its day shows"),
    ]
    steps.sort(key=lambda step: step.day)
    files["manifest.yaml"] = _yaml({"steps": [_shown(step) for step in steps]})
    files["expected.yaml"] = _yaml({"findings": expected_findings(world)})
    return files


def _opening(files: dict[str, bytes]) -> Iterator[Step]:
    files["registrations.jsonl"] = _lines(registrations())
    files["periods.jsonl"] = _lines(declarations())
    yield Step(
        OPENING,
        "The hub takes up its organisations; holders define their periods",
        messages=["registrations.jsonl", "periods.jsonl"],
    )


def _report_steps(files: dict[str, bytes], world: World) -> Iterator[Step]:
    """Reports come before the tickets of their day; the sort of the steps is stable."""
    by_day: dict[date, list[Message]] = defaultdict(list)
    for day, report in reports(world.fields):
        by_day[day].append(report)
    for day, messages in sorted(by_day.items()):
        path = f"reports/{day}.jsonl"
        files[path] = _lines(messages)
        yield Step(day, "Farms file the reports they have signed", messages=[path])


def _import_steps(files: dict[str, bytes], world: World) -> Iterator[Step]:
    short = planted.received_short(world.loads)
    for start in FORTNIGHTS:
        day, imports = import_day(start), []
        for elevator in ELEVATORS:
            path = f"tickets/{elevator.profile}/{_file_name(elevator, start)}"
            files[path] = EXPORTS[elevator.id](_exported(world, elevator.id, start))
            imports.append({"profile": elevator.profile, "files": [path]})
        sold = [load for load in _of(world, start) if not load.is_in and load.shares[0].seller_id in BUYERS.values()]
        path = f"receipts/{day}.jsonl"
        files[path] = _lines(receipt(load, Fraction(planted.SHORT_LB if load is short else 0)) for load in sold)
        title = f"Elevators export the fortnight from {start}; their buyers state what they received"
        yield Step(day, title, imports, [path])


def _file_name(elevator: Elevator, start: date) -> str:
    """As the elevator names an export: after the fortnight, or with the time it was made."""
    if elevator.id == ILLINI:
        return f"illini-{import_day(start):%Y%m%d}0630.csv"
    return f"{start}.csv"


def _of(world: World, start: date) -> list[Load]:
    """The loads of one fortnight."""
    end = start + timedelta(14)
    return [load for load in world.loads if start <= load.day < end]


def _exported(world: World, elevator: str, start: date) -> list[Load]:
    """What one elevator's export of a fortnight says, mistakes and unfinished tickets included."""
    loads = [load for load in _of(world, start) if load.elevator == elevator]
    reweighed, back, yard = (choose(world.loads) for choose in (planted.reweighed, planted.taken_back, planted.in_yard))
    changed = {
        reweighed.number: planted.as_first_weighed(reweighed),
        back.number: replace(back, status="posted"),
        yard.number: replace(yard, status="in_yard"),
    }
    loads = [changed[load.number] if load in (reweighed, back, yard) else load for load in loads]
    later = [load for load in (back, yard) if import_day(load.day) == start and load.elevator == elevator]
    return [*later, *loads]


def _later_exports(files: dict[str, bytes], world: World) -> Iterator[Step]:
    """A fortnight once more with a ticket re-weighed, and a fortnight once more by mistake."""
    path = f"tickets/salt-creek/{FORTNIGHTS[0]}-corrected.csv"
    loads = [load for load in _of(world, FORTNIGHTS[0]) if load.elevator == SALT_CREEK]
    files[path] = EXPORTS[SALT_CREEK](loads)
    title = "Salt Creek exports its first fortnight again: one ticket is re-weighed"
    yield Step(import_day(FORTNIGHTS[1]), title, [{"profile": "salt-creek", "files": [path]}])
    path = f"tickets/havana-terminal/{_DUPLICATE}-again.csv"
    files[path] = EXPORTS[HAVANA](_exported(world, HAVANA, _DUPLICATE))
    title = "Havana sends a fortnight twice: nothing new comes of it"
    yield Step(import_day(FORTNIGHTS[3]), title, [{"profile": "havana-terminal", "files": [path]}])


def _close_steps(files: dict[str, bytes], world: World) -> Iterator[Step]:
    """Each period closed on its own day with what the holders' own books say."""
    first, second = (stocks_of(world.books, period) for period in ("2026Q4", "2027Q1"))
    gap = planted.gap_key(first)
    beginnings = {**first, gap: first[gap] - planted.GAP_DRY_LB_E4}
    for period, endings, before in (("2026Q4", first, {}), ("2027Q1", second, beginnings)):
        path = f"closes/{period}.jsonl"
        files[path] = _lines(closes(period, endings, before))
        yield Step(CLOSES[period], f"Holders close {period}", messages=[path])


def _lines(messages: Iterable[Message]) -> bytes:
    """Messages as JSON, one per line, with what is not the default."""
    lines = []
    for message in messages:
        name, version = VERSIONS[type(message)]
        body = message.model_dump(mode="json", exclude_defaults=True)
        line = {"type": name, "version": version, "message": body}
        lines.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    return "".join(lines).encode()


def _yaml(data: Any) -> bytes:
    return yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=110).encode()


def _shown(step: Step) -> dict[str, Any]:
    shown: dict[str, Any] = {"day": step.day, "title": step.title}
    if step.imports:
        shown["imports"] = list(step.imports)
    if step.messages:
        shown["messages"] = list(step.messages)
    return shown
