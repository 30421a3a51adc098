from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.diffs import MAX_COMPARED_LINES, unified

LINES = st.text(st.sampled_from("ab\n\r+-@ \\\u27e8"), max_size=60)


def patched(before: str, diff: str) -> str:
    """Apply a unified diff to a text, checking all that it says about the old one."""
    old = re.findall(r"[^\n]*\n|[^\n]+", before)
    new: list[str] = []
    at = 0
    for sign, line in changes(diff):
        if sign == "@":
            start, length = map(int, re.findall(r"\d+", line)[:2])
            first = start - 1 if length else start
            new += old[at:first]
            at = first
        elif sign == "+":
            new.append(line)
        else:
            assert old[at] == line
            new += [line] if sign == " " else []
            at += 1
    return "".join(new + old[at:])


def changes(diff: str) -> Iterator[tuple[str, str]]:
    lines = diff.removesuffix("\n").split("\n")[2:]
    for index, line in enumerate(lines):
        if line.startswith("\\"):
            continue
        ends = index + 1 == len(lines) or not lines[index + 1].startswith("\\")
        yield line[0], line[1:] + ("\n" if ends else "")


@given(LINES, LINES)
def test_a_diff_turns_the_old_text_into_the_new_one(before: str, after: str) -> None:
    diff = unified(before, after, "f")
    assert after == before if diff is None else patched(before, diff) == after


def test_a_change_is_shown_with_three_lines_around_it() -> None:
    before = "".join(f"{n}\n" for n in range(1, 21))
    assert unified(before, before.replace("\n10\n", "\nten\n"), "notes/a.txt") == (
        "--- a/notes/a.txt\n+++ b/notes/a.txt\n@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n"
    )


def test_changes_far_apart_are_hunks_of_their_own() -> None:
    before = "".join(f"{n}\n" for n in range(1, 41))
    diff = unified(before, before.replace("\n5\n", "\nV\n").replace("\n35\n", "\nZ\n"), "f")
    assert diff is not None
    assert re.findall("@@.*@@", diff) == ["@@ -2,7 +2,7 @@", "@@ -32,7 +32,7 @@"]


def test_changes_close_together_share_a_hunk() -> None:
    before = "".join(f"{n}\n" for n in range(1, 21))
    diff = unified(before, before.replace("\n5\n", "\nV\n").replace("\n12\n", "\nZ\n"), "f")
    assert diff is not None
    assert diff.count("@@ -") == 1


def test_a_new_file_is_all_additions_and_an_empty_one_is_only_named() -> None:
    assert unified(None, "a\nb\n", "f") == "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n"
    assert unified(None, "", "f") == "--- /dev/null\n+++ b/f\n"


def test_of_a_file_that_goes_nothing_is_left() -> None:
    assert unified("a\nb\n", None, "f") == "--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
    assert unified("", None, "f") == "--- a/f\n+++ /dev/null\n"


def test_no_change_is_no_diff() -> None:
    assert unified("a\n", "a\n", "f") is None


def test_a_missing_last_line_break_is_told() -> None:
    assert unified("a\n", "a", "f") == (
        "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n"
    )


def test_only_a_line_feed_ends_a_line() -> None:
    assert (
        unified(None, "a\rb\x0bc\u2028d\n", "f")
        == "--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\rb\x0bc\u2028d\n"
    )


def test_a_path_cannot_break_out_of_its_line() -> None:
    diff = unified(None, "a\n", "x\n+++ b/y")
    assert diff is not None
    assert diff.split("\n")[1] == '+++ b/"x\\n+++ b/y"'


def test_a_long_diff_is_cut_in_its_middle_and_counted() -> None:
    diff = unified(None, "".join(f"{n}\n" for n in range(100)), "f", max_lines=10)
    assert diff is not None
    lines = diff.removesuffix("\n").split("\n")
    assert len(lines) == 10
    assert lines[3:7] == ["+0", "+1", "+2", "\u27e894 lines of the difference are not shown\u27e9"]
    assert lines[7:] == ["+97", "+98", "+99"]


def test_a_diff_of_exactly_the_limit_is_whole() -> None:
    assert unified(None, "a\n", "f", max_lines=4) == "--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n"
    with pytest.raises(ValueError, match="3 lines"):
        unified(None, "a\n", "f", max_lines=3)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ([str(n) for n in range(MAX_COMPARED_LINES)], [str(-n) for n in range(1, MAX_COMPARED_LINES)]),
        ([str(n) for n in range(1_500)], [str(n) for n in range(1_500, 0, -1)]),
    ],
)
def test_very_different_long_texts_are_one_block_that_goes_and_one_that_comes(
    old: list[str], new: list[str]
) -> None:
    before, after = "\n".join(old), "\n".join(new)
    diff = unified(before, after, "f", max_lines=100_000)
    assert diff is not None
    assert diff.count("@@ -") == 1
    assert patched(before, diff) == after


def test_one_changed_line_of_a_very_long_text_is_found() -> None:
    before = "".join(f"{n}\n" for n in range(50_000))
    diff = unified(before, before.replace("\n40000\n", "\nx\n"), "f")
    assert diff is not None
    assert "-40000\n+x\n" in diff
    assert diff.count("\n") == 11
