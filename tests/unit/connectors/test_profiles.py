"""A profile is right or told wrong, setting by setting; the shipped ones are right."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers.scale_tickets import profile

from connectors.profile_files import PROFILES, load_profile, profile_of
from connectors.scale_tickets.profile import ScaleTickets
from hub.errors import InvalidInput

PLAIN = """
connector: scale_tickets
partner: elev-1
columns: {ticket: Ticket, date: Date, customer: Farm, net: Net}
dates: {formats: ["%Y-%m-%d"], zone: America/Chicago, season_start_month: 9}
site: {fixed: main}
direction: {fixed: in}
commodity: {fixed: field_corn}
weights: {unit: {fixed: lb}}
customers: {"1001": {farm: farm-1, field: N40}}
"""


def refused(text: str) -> str:
    with pytest.raises(InvalidInput) as caught:
        profile_of("partner.yaml", "partner", text)
    return str(caught.value)


def test_a_profile_is_named_after_its_file_unless_it_has_a_name() -> None:
    assert profile_of("a.yaml", "a", PLAIN).profile.name == "a"
    assert profile_of("a.yaml", "a", PLAIN + "name: b\n").profile.name == "b"


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("columms:", "columns:", "columms: no such setting; did you mean columns?"),
        ("net: Nett, wieght: W", "net: Net", "columns.wieght: no such setting"),
        ("zone: CST", "zone: America/Chicago", "dates.zone: 'CST' is no IANA time zone"),
        ("season_start_month: 13", "season_start_month: 9", "dates.season_start_month: Input should be less"),
        ("{fixed: corn}", "{fixed: field_corn}", "commodity.fixed: Input should be 'field_corn'"),
        ("{1001: {farm", '{"1001": {farm', "customers.1001: 1001 is no text; write it in quotes"),
        ("field: N40, buyer: ref-1", "field: N40", "customers.1001: say exactly one of farm, payee"),
        ("{fixed: in, words: {in: IN}}", "{fixed: in}", "direction: say either `fixed: ...` or `words:"),
        ("{words: {in: IN}}", "{fixed: in}", "columns.direction is missing: its words have no column"),
        ("{words: {in: [IN, in]}}", "{fixed: in}", "direction: the word 'in' has two meanings"),
        ("customer: Farm", "customer: Farm, net: Net", "net, or gross and tare, or shrunk_bushels is needed"),
        ("customer: Net, net: Net", "customer: Farm, net: Net", "the header 'Net' cannot be both customer and net"),
        ("{fixed: in, words: {in: 1}}", "{fixed: in}", "direction.words.in.0: 1 is no text; write it in quotes"),
        ("partner: elev.1", "partner: elev-1", "partner: String should match pattern"),
        ("{words: {in: NO}}", "{fixed: in}", "direction.words.in.0: False is no text; write it in quotes"),
        ("ticket: 7", "ticket: Ticket", "columns.ticket.names.0: 7 is no text; write it in quotes"),
        ("formats: 2026", 'formats: ["%Y-%m-%d"]', "dates.formats: 2026 is no list; write it in brackets"),
        ('["%m-%d"]', '["%Y-%m-%d"]', "dates.formats.0: '%m-%d' does not tell the whole day"),
        ('["%d %d %Y"]', '["%Y-%m-%d"]', "dates.formats.0: '%d %d %Y' is no strptime format"),
        ('["%Q"]', '["%Y-%m-%d"]', "dates.formats.0: '%Q' is no strptime format"),
        *(
            (f"\nfile: {{encodings: [{name}]}}\nsite:", "\nsite:", f"{name!r} is no encoding of text")
            for name in ("rot13", "base64", "idna", "undefined", "nonsense")
        ),
        ("{unit: {fixed: lb}, net_lb_max: 1e5}", "{unit: {fixed: lb}}", None),
        ("{unit: {fixed: lb}, net_lb_max: 99999.5}", "{unit: {fixed: lb}}", "a figure is written in quotes"),
    ],
)
def test_what_is_wrong_is_told_by_its_place_with_the_remedy(wrong: str, right: str, told: str | None) -> None:
    assert right in PLAIN
    text = PLAIN.replace(right, wrong)

    if told is None:
        assert profile_of("partner.yaml", "partner", text).profile.name == "partner"
    else:
        assert told in refused(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is no profile"),
        ("- a\n", "is no profile"),
        ("a: [", "is no YAML"),
        ("partner: x\n", "no connector ''; there are scale_tickets"),
        (PLAIN.replace("scale_tickets", "scales"), "no connector 'scales'"),
        (PLAIN + "partner: elev-2\n", "'partner' stands twice"),
    ],
)
def test_a_file_that_is_no_profile_is_refused(text: str, told: str) -> None:
    assert told in refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5_000,
        "a: 2026-13-45",
        "a: !!timestamp x",
        "a: !!int x",
        "a: !!bool x",
        "a: " + "9" * 5_000,
        "a: &a [*a]",
        "? [a]\n: b",
        "- a",
        "{1: 2, connector: scale_tickets}",
    ],
    ids=lambda text: text[:16],
)
def test_yaml_that_is_no_profile_is_refused_and_breaks_nothing(text: str) -> None:
    assert refused(text).startswith("partner.yaml: ")


def test_all_faults_are_told_at_once() -> None:
    text = refused(PLAIN.replace("America/Chicago", "CST").replace("field_corn", "corn"))

    assert "dates.zone" in text
    assert "commodity.fixed" in text


def test_a_landlord_goes_under_the_report_of_a_farm_the_profile_has() -> None:
    with pytest.raises(ValueError, match="'F-09' is no farm among the customers"):
        profile(customers={"L-01": {"payee": "land-1", "under_report_of": "F-09"}})


@pytest.mark.parametrize(
    "changes",
    [
        {"numbers": {"decimal": ",", "thousands": [","]}},
        {"file": {"encodings": ["latin-99"]}},
        {"export_stamp": {"file_name": "no group", "format": "%Y"}},
        {"export_stamp": {"file_name": "(", "format": "%Y"}},
        {"columns": {"ticket": None, "share": "share"}},
        {"columns": {"site": "site"}},
    ],
)
def test_settings_that_contradict_each_other_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        profile(**changes)


def test_profiles_are_found_by_name_or_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(PLAIN, encoding="utf-8")

    assert load_profile("salt-creek").profile.partner == "elev-salt-creek"
    assert load_profile(str(path)).profile.name == "mine"
    with pytest.raises(InvalidInput, match="no profile 'nobody'; there are havana-terminal, illini-coop, salt-creek"):
        load_profile("nobody")
    with pytest.raises(InvalidInput, match="cannot be read"):
        load_profile(str(tmp_path / "gone.yaml"))


def test_the_shipped_profiles_are_right_and_of_clearly_different_habits() -> None:
    profiles = [load_profile(path.stem).profile for path in sorted(PROFILES.glob("*.yaml"))]

    shipped = [loaded for loaded in profiles if isinstance(loaded, ScaleTickets)]
    assert len(shipped) == len(profiles) == 3
    assert {loaded.file.delimiter for loaded in shipped} == {",", ";", "\t"}
    assert {loaded.numbers.decimal for loaded in shipped} == {".", ","}
    assert len({loaded.dates.formats for loaded in shipped}) == 3


def test_every_setting_says_what_it_is_for() -> None:
    schema = ScaleTickets.model_json_schema()
    sections = [schema, *schema["$defs"].values()]
    settings = [(name, node) for section in sections for name, node in section.get("properties", {}).items()]

    assert [name for name, node in settings if not _description(schema, node)] == []


def _description(schema: dict[str, Any], node: dict[str, Any]) -> str:
    """A setting's own words, or where it has the same those of its section."""
    section = schema["$defs"].get(node.get("$ref", "").rpartition("/")[2], {})
    return str(node.get("description", section.get("description", "")))


def test_yaml_of_the_shipped_profiles_names_each_customer_once() -> None:
    for path in PROFILES.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        assert len(yaml.safe_load(text)["customers"]) == text.split("customers:\n")[1].count("\n")
