"""Rules for the text of the sources that no ready-made tool checks."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, project_files, short

MOST_LINES = 500
VAGUE_ROOMS = {"utils", "util", "helpers", "helper", "misc", "common", "core"}
# Where hostile text is the matter itself. It is data there, never source.
CASE_DATA = ("tests/cases/",)
COLOUR = re.compile(r"(?<![\w&#])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?!\w)")
# Places and hosts of one machine, written in pieces so that this file does not hold them.
MACHINE = re.compile(
    r"(?<![\w}.)*])/(?:work|root|farm)/|" + "|".join(["python" + "hosted", "pypi" + r"\.org", "npm" + "js"])
)


def lines_with(wrong: Callable[[str], object], paths: Iterator[Path]) -> list[str]:
    """The lines that a check objects to, each with its place."""
    return [
        f"{short(path)}:{number}: {line.strip()[:100]!a}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if wrong(line)
    ]


def is_plain(char: str) -> bool:
    """Whether a character can be told from every other by sight.

    ASCII, Latin letters with accents, and marks such as dashes, arrows and quotes. Not: what has no ink, what
    reorders its neighbours, and the letters and digits of other alphabets, many of which look like ours.
    """
    if char.isascii():
        return char.isprintable() or char == "\t"
    kind = unicodedata.category(char)
    if kind[0] in "LN":
        return ord(char) < 0x250
    return kind in {"Pd", "Pi", "Pf", "Po", "Ps", "Pe", "Sm", "Sc", "So"}


def test_no_file_is_longer_than_a_reader_can_hold() -> None:
    sizes = {
        short(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in project_files(".mjs", ".py", ".qss")
    }
    assert {name: size for name, size in sizes.items() if size > MOST_LINES} == {}


def test_no_source_holds_invisible_or_look_alike_characters() -> None:
    sources = (path for path in project_files() if not short(path).startswith(CASE_DATA))
    assert lines_with(lambda line: not all(map(is_plain, line)), sources) == []


@pytest.mark.parametrize("char", ["\u200b", "\u202e", "\u0430", "\u00a0", "\uff21", "\u0301", "\U000e0041"])
def test_deceiving_characters_are_told_from_plain_ones(char: str) -> None:
    assert not is_plain(char)


def test_colours_are_named_in_one_file_only() -> None:
    sources = (path for path in project_files(under=("engine", "gui", "resources")) if path.suffix != ".md")
    named = {
        "resources/tokens.json",
        "resources/placet.svg",
    }  # the program's own mark looks the same in every look
    elsewhere = (path for path in sources if short(path) not in named)
    assert lines_with(COLOUR.search, elsewhere) == []


def test_no_source_names_a_place_or_a_host_of_one_machine() -> None:
    sources = (path for path in project_files() if not short(path).startswith(CASE_DATA))
    assert lines_with(MACHINE.search, sources) == []


def test_no_room_has_a_name_that_says_nothing() -> None:
    paths = project_files(".py", under=("engine", "gui", "tests"))
    named = [short(path) for path in paths if VAGUE_ROOMS & {*path.relative_to(ROOT).parts, path.stem}]
    assert named == []


def test_the_packaging_folder_does_not_shadow_the_library_of_its_name() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()
