"""Spellings that leave the folder, or that spell a file twice (case f01, B074)."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path

import pytest

from placet.rules.errors import ToolFailed
from placet.rules.ports import Tool
from placet.tools.files.fs_list import FsList
from placet.tools.files.fs_read import FsRead
from placet.tools.files.fs_write import FsWrite
from placet.tools.files.paths import DEPTH_LIMIT, names_of
from tests.tools.bench import Bench

CASES = Path(__file__).parents[2] / "cases" / "arguments"
F01 = json.loads((CASES / "f01_path_traversal.json").read_text())
TOOLS: list[tuple[Tool, dict[str, str]]] = [(FsWrite(), {"content": "x"}), (FsRead(), {}), (FsList(), {})]


def code_of(path: str) -> str:
    with pytest.raises(ToolFailed) as caught:
        names_of(path)
    return caught.value.code


@pytest.mark.parametrize("path", F01.values(), ids=F01)
@pytest.mark.parametrize(("tool", "more"), TOOLS)
def test_every_spelling_of_f01_is_refused_by_every_file_tool(
    bench: Bench, tool: Tool, more: dict[str, str], path: str
) -> None:
    (bench.folder / "work").mkdir()
    (bench.folder / "work" / "link").symlink_to(bench.folder.parent)
    assert bench.refusal(tool, path=path, **more) in ("outside_folder", "bad_path")
    assert bench.everything() == ["work", "work/link"]


@pytest.mark.parametrize(("tool", "more"), TOOLS)
def test_a_link_on_the_way_is_refused_even_when_it_leads_back_inside(
    bench: Bench, tool: Tool, more: dict[str, str]
) -> None:
    (bench.folder / "real" / "d").mkdir(parents=True)
    (bench.folder / "real" / "d" / "f").write_text("old")
    (bench.folder / "link").symlink_to("real")
    path = "link/d" if isinstance(tool, FsList) else "link/d/f"
    assert bench.refusal(tool, path=path, **more) == "outside_folder"


@pytest.mark.parametrize("target", ["f", "/etc/hosts", "../outside", "nowhere"])
@pytest.mark.parametrize(("tool", "more"), TOOLS)
def test_a_link_at_the_end_is_refused_wherever_it_leads(
    bench: Bench, tool: Tool, more: dict[str, str], target: str
) -> None:
    (bench.folder / "f").write_text("old")
    (bench.folder / "link").symlink_to(target)
    assert bench.refusal(tool, path="link", **more) == "outside_folder"
    assert (bench.folder / "link").is_symlink()


@pytest.mark.parametrize(("tool", "more"), TOOLS[:2])
def test_a_file_with_a_second_name_is_refused(bench: Bench, tool: Tool, more: dict[str, str]) -> None:
    secret = bench.folder.parent / "secret"
    secret.write_text("secret")
    os.link(secret, bench.folder / "f")
    assert bench.refusal(tool, path="f", **more) == "not_a_regular_file"
    assert secret.read_text() == "secret"


@pytest.mark.parametrize(("tool", "more"), TOOLS[:2])
def test_a_fifo_or_a_socket_is_refused_without_hanging(
    bench: Bench, tool: Tool, more: dict[str, str]
) -> None:
    os.mkfifo(bench.folder / "fifo")
    assert bench.refusal(tool, path="fifo", **more) == "not_a_regular_file"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(bench.folder / "s"))
        assert bench.refusal(tool, path="s", **more) == "not_a_regular_file"


@pytest.mark.parametrize("path", ["/", "/etc/hosts", "//x", "~", "~root/x", "..", "../x", "a/../b", "a/.."])
def test_what_leaves_the_folder_is_outside_of_it(path: str) -> None:
    assert code_of(path) == "outside_folder"


@pytest.mark.parametrize(
    "path",
    ["", ".", "./a", "a/.", "a//b", "a/", "a\0b", "a\\b", "\\\\host\\share", "\udc80", "x" * 256, "ä" * 128],
)
def test_a_second_spelling_is_no_path(path: str) -> None:
    assert code_of(path) == "bad_path"


def test_lengths_and_depths_are_bounded_and_the_limits_themselves_are_fine() -> None:
    assert names_of("x" * 255) == ("x" * 255,)
    assert names_of("ä" * 127) == ("ä" * 127,)
    assert len(names_of("/".join("x" * DEPTH_LIMIT))) == DEPTH_LIMIT
    assert code_of("/".join("x" * (DEPTH_LIMIT + 1))) == "bad_path"
    assert code_of("/".join(["x" * 200] * 30)) == "bad_path"


@pytest.mark.parametrize(
    "path", ["a", "a/b.txt", "...", "..a", "a..", ".hidden", "a b", "ä", "C:", "\u202e", "-rf", "a~"]
)
def test_plain_names_are_fine_however_odd(bench: Bench, path: str) -> None:
    bench.run(FsWrite(), path=path, content="x")
    assert (bench.folder / path).read_text() == "x"


def test_composed_and_decomposed_names_stay_two_names() -> None:
    assert names_of("\u00e9") != names_of("e\u0301")


def test_a_refusal_shows_the_path_escaped_and_bounded() -> None:
    with pytest.raises(ToolFailed) as caught:
        names_of("/\u202e\n" + "x" * 5000)
    assert "\\u202e\\n" in caught.value.message
    assert "\u202e" not in caught.value.message
    assert len(caught.value.message) < 400
