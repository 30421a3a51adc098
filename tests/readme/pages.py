"""The pages for people: the README on top, and the one of each folder that has something to say of itself."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT

README = ROOT / "README.md"
TOPS = ("engine", "gui", "packaging", "tests")
NAMES = {"README.md", "receipts.md"}


def pages() -> Iterator[Path]:
    """All of them, the README first."""
    yield README
    found = (path for top in TOPS for path in (ROOT / top).rglob("*.md"))
    yield from sorted(path for path in found if path.name in NAMES and path.parent.name != "decisions")


def all_text() -> str:
    """What all pages say, one after the other."""
    return "\n".join(page.read_text(encoding="utf-8") for page in pages())


def text_with(mark: str) -> str:
    """The text of the one page that has this remark in it."""
    (text,) = [text for page in pages() if f"<!-- {mark} -->" in (text := page.read_text(encoding="utf-8"))]
    return text


def blocks(page: Path) -> list[tuple[str, str]]:
    """What a page prints for a shell, a file or a program, each with the word of its language, in order."""
    return re.findall(r"(?ms)^```(\w*)\n(.*?)^```", page.read_text(encoding="utf-8"))
