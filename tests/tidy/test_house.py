"""House rules about the code itself."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.ledger.codes import CODES
from hub.settings import Settings

ROOT = Path(__file__).parents[2]
CODE = [path for name in ("hub", "connectors", "processors") for path in sorted((ROOT / name).rglob("*.py"))]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
REFUSED = re.compile(r'Refusal\(\s*"(E_[A-Z_]+)"')
UNFINISHED = re.compile("|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X")))


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", [*CODE, *TESTS], ids=name)
def test_a_file_is_read_in_one_go(path: Path) -> None:
    if "/migrations/versions/" not in path.as_posix():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= FILE_LINES_MAX


@pytest.mark.parametrize("path", CODE, ids=name)
def test_a_function_fits_the_screen(path: Path) -> None:
    if "/migrations/versions/" not in path.as_posix():
        assert [found for found, lines in functions(path) if lines > FUNCTION_LINES_MAX] == []


@pytest.mark.parametrize("path", [*CODE, *TESTS], ids=name)
def test_nothing_is_left_for_later(path: Path) -> None:
    assert not UNFINISHED.search(path.read_text(encoding="utf-8"))


def test_every_setting_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    variables = [str(field.validation_alias or f"HUB_{key.upper()}") for key, field in Settings.model_fields.items()]

    assert [variable for variable in variables if f"`{variable}`" not in readme] == []


def test_every_code_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert [code for code in CODES if f"`{code}`" not in readme] == []


def test_every_refusal_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    folders = (ROOT / "hub" / "ledger", ROOT / "processors" / "intake")
    refusals = {
        code for folder in folders for path in folder.rglob("*.py") for code in REFUSED.findall(path.read_text())
    }

    assert "E_SCHEMA" in refusals
    assert sorted(code for code in refusals if f"`{code}`" not in readme) == []


def test_every_metric_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    metrics = re.findall(r'"(hub_[a-z_]+)"', (ROOT / "processors" / "metrics.py").read_text(encoding="utf-8"))

    assert metrics
    assert [metric for metric in metrics if f"`{metric}" not in readme] == []


def test_every_folder_of_the_code_is_in_the_architecture() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    folders = [path.name for path in (ROOT / "hub").iterdir() if (path / "__init__.py").exists()]

    assert [folder for folder in folders if f"hub/{folder}/" not in text] == []


def test_every_ignored_lint_rule_has_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    rules = tomllib.loads(text)["tool"]["ruff"]["lint"]["ignore"]

    lines = {line.strip() for line in text.splitlines() if line.strip().startswith('"')}
    reasons = [line for line in lines if "#" in line]

    assert [rule for rule in rules if not any(f'"{rule}"' in line for line in reasons)] == []
