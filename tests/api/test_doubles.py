"""Rule 7: names in a request that look like known ones and are others."""

from __future__ import annotations

from typing import Any

import pytest

from placet.api.doubles import doubles, table
from placet.rules.declarations import parse

DECLARED = parse(
    {
        "name": "clerk",
        "folder": "/srv/clerk",
        "tools": [
            {"name": "http_fetch", "hosts": ["api.example.org"], "private_hosts": ["nas.example:8080"]}
        ],
    },
    restricted_by_default=lambda tool: True,
)
CYRILLIC_A = "\u0430"


def found(tool: str, files: tuple[str, ...] = ("notes/plan.md",), **args: Any) -> tuple[str, ...]:
    return doubles(tool, args, tools=("http_fetch", "fs_write"), declared=DECLARED, files=lambda: list(files))


def test_unicodes_own_list_says_what_looks_alike() -> None:
    assert (table()[ord(CYRILLIC_A)], table()[ord("1")], table()[ord("m")]) == ("a", "l", "rn")
    assert len(table()) > 1_500


def test_a_tools_double_is_told_with_its_code_points() -> None:
    (said,) = found(f"B{CYRILLIC_A}sh")
    assert 'looks like "Bash", a tool that Placet knows' in said
    assert "U+0430 CYRILLIC SMALL LETTER A" in said


@pytest.mark.parametrize(
    "url",
    [
        f"https://{CYRILLIC_A}pi.example.org/x",
        "https://api.examp1e.org/",
        "https://api.examp1e.org?x",
        "https://api.example.org@api.examp1e.org/",
        "nas.examp1e:8080",
    ],
)
def test_a_hosts_double_is_told(url: str) -> None:
    (said,) = found("http_fetch", url=url)
    assert "a host that you named for this agent" in said


@pytest.mark.parametrize("key", ["path", "file_path"])
def test_a_files_double_is_told(key: str) -> None:
    (said,) = found("fs_write", **{key: f"notes/pl{CYRILLIC_A}n.md"})
    assert 'looks like "notes/plan.md", a file of this agent' in said


@pytest.mark.parametrize(
    "args",
    [
        {"url": "https://api.example.org/"},
        {"url": "https://NAS.example:8080/"},
        {"url": "https://elsewhere.example/"},
        {"url": 1},
        {"path": "notes/plan.md"},
        {"path": "notes/new.md"},
    ],
)
def test_known_names_and_those_that_look_like_none_are_said_nothing_about(args: dict[str, Any]) -> None:
    assert found("fs_write", **args) == ()


def test_the_agents_files_are_asked_for_only_when_a_file_is_named() -> None:
    def fail() -> list[str]:
        raise AssertionError("nobody asked about a file")

    assert doubles("shell", {"command": "ls"}, tools=(), declared=DECLARED, files=fail) == ()
