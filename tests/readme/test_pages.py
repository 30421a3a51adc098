"""The pages for people hang together: links lead somewhere, named tests are there, and figures are those of a run."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.bench import readme as figures
from tests.bench.test_everything import BUDGETED
from tests.readme.pages import README, blocks, pages, text_with

LONGEST_README_LINES = 400
LARGEST_PICTURE_BYTES = 100_000
PAGES = list(pages())
TRIED = (
    ("README.md", "console", 1, "tests/desktop/test_demo.py"),
    ("README.md", "bash", 2, "tests/readme/test_walk.py"),
    ("engine/placet/agents/README.md", "bash", 6, "tests/readme/test_route.py"),
    ("engine/placet/agents/README.md", "toml", 6, "tests/readme/test_printed_files.py"),
    ("engine/placet/agents/README.md", "ts", 1, "tests/flows/test_council.py"),
    ("engine/placet/hook/README.md", "bash", 4, "tests/readme/test_claude_page.py"),
    ("engine/placet/http/README.md", "bash", 5, "tests/readme/test_programs.py"),
    ("engine/placet/http/README.md", "bash", 2, "tests/readme/test_generations.py"),
    ("engine/placet/links/README.md", "bash", 8, "tests/readme/test_links_walk.py"),
    ("engine/placet/links/README.md", "python", 3, "tests/readme/test_printed_files.py"),
    ("engine/placet/mcp/README.md", "bash", 10, "tests/readme/test_links_walk.py"),
    ("engine/placet/mcp/README.md", "json", 2, "tests/readme/test_links_walk.py"),
    ("engine/placet/mcp/README.md", "text", 5, "tests/readme/test_links_walk.py"),
    ("engine/placet/mcp/README.md", "toml", 1, "tests/readme/test_links_walk.py"),
    ("engine/placet/mcp/README.md", "toml", 1, "tests/readme/test_printed_files.py"),
    ("engine/placet/work/README.md", "bash", 4, "tests/readme/test_workflow_walk.py"),
    ("engine/placet/work/README.md", "bash", 5, "tests/readme/test_mail_walk.py"),
    ("engine/receipts.md", "", 1, "tests/test_receipt_verifier.py"),
    ("engine/receipts.md", "", 1, "tests/readme/test_printed_files.py"),
)
"""A page, a language, how many blocks in it, and the test that does what they say."""


def links(page: Path) -> Iterator[tuple[str, str]]:
    """The file and the heading that each link of a page within the project leads to."""
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        if "://" not in target:
            file, _, heading = target.partition("#")
            yield file, heading


def headings(page: Path) -> set[str]:
    lines = [
        line.lstrip("#").strip()
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("#")
    ]
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_something(page: Path) -> None:
    for file, heading in links(page):
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), file
        assert not heading or heading in headings(target), f"{file}#{heading}"


def test_every_block_of_every_page_is_done_by_a_test() -> None:
    printed = Counter(
        (page.relative_to(ROOT).as_posix(), language) for page in PAGES for language, _ in blocks(page)
    )
    tried: Counter[tuple[str, str]] = Counter()
    for page, language, count, test in TRIED:
        tried[page, language] += count
        assert (ROOT / test).is_file(), test
    assert tried == printed


def test_every_page_is_found_from_the_readme() -> None:
    found = {(ROOT / file).resolve() for file, _ in links(README)}
    assert [page.relative_to(ROOT).as_posix() for page in PAGES[1:] if page not in found] == []


def test_the_readme_is_short_enough_to_be_read() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= LONGEST_README_LINES


def test_its_pictures_are_small_and_all_of_them_are_shown() -> None:
    shown = {(ROOT / file).resolve() for file, _ in links(README) if file.endswith(".png")}
    there = set((ROOT / "resources" / "pictures").glob("*.png"))
    assert shown == there
    assert [it.name for it in there if it.stat().st_size > LARGEST_PICTURE_BYTES] == []


def threats() -> list[tuple[str, str, str]]:
    """The rows of the table: who might, what holds, and the test."""
    table = text_with("threats").split("<!-- threats -->")[1].split("<!-- /threats -->")[0]
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split(" | ")) for line in table.strip().splitlines()
    ]
    return [(who, what, test.strip("`")) for who, what, test in rows[2:]]


@pytest.mark.parametrize("test", [row[2] for row in threats()])
def test_what_is_said_to_hold_a_threat_off_has_its_test(test: str) -> None:
    file, _, name = test.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, functions)}


def test_the_table_of_figures_is_what_the_command_prints_for_the_run_that_is_kept() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == figures.filled(text, figures.kept())


def test_the_run_that_is_kept_has_a_row_for_every_budget() -> None:
    told = {row.name for row in figures.kept()}
    assert [name for name in BUDGETED if not told & {name, figures.TOLD_BY.get(name)}] == []
