"""Untrusted texts as lines: showable, numbered, and never more of them than can be laid out."""

import pytest

from placet.rules.sheet_texts import (
    MOST_CHARS,
    MOST_LINES,
    address_lines,
    diff_holds,
    diff_lines,
    fits,
    one_line,
    pair_lines,
    text_lines,
    value_line,
)
from placet.rules.sheets import Tone

TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
NEW = (Tone.SAME, Tone.NEW)
OLD = (Tone.SAME, Tone.GONE)
DIFF = "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -9,1 +9,1 @@\n-d\n+D\n"


def test_what_hides_or_reorders_stands_as_a_chip_on_its_own_line() -> None:
    assert [it.text for it in text_lines("a\u202eb\n\x1b[2J\tc\n")] == ["a⟨U+202E⟩b", "⟨U+001B⟩[2J⇥\tc"]


def test_only_the_first_line_has_the_label_and_numbers_count_on() -> None:
    first, second = text_lines("a\nb", "Text", tone=Tone.STRONG, numbered=True)
    assert (first.label, first.new, first.tone) == ("Text", 1, Tone.STRONG)
    assert (second.label, second.new) == ("", 2)


@pytest.mark.parametrize("text", ["x" * (MOST_CHARS + 1), "\n" * (MOST_LINES + 1)])
def test_a_text_too_long_to_be_laid_out_stands_with_its_head_its_tail_and_its_size(text: str) -> None:
    shown, size = text_lines(text, "Body")
    assert not fits(text)
    assert (shown.label, len(shown.text) < 3_000) == ("Body", True)
    assert (
        size.text
        == f"{len(text):,} characters: too many to be laid out here. All of them stand in Arguments."
    )


def test_types_can_be_told_apart() -> None:
    assert [value_line(it) for it in ("1", 1, 1.0, True, None, [1], {"a": "\u202e"})] == [
        '"1"', "1", "1.0", "true", "null", "[1]", '{"a":"⟨U+202E⟩"}',
    ]  # fmt: skip


def test_tokens_are_masked_on_every_kind_of_line() -> None:
    lines = (
        one_line(TOKEN),
        value_line(TOKEN),
        value_line([TOKEN]),
        *(it.text for it in text_lines(f"a\n{TOKEN}")),
        *(it.text for it in diff_lines(f"@@ -0,0 +1 @@\n+{TOKEN}\n")),
        *(it.text for it in address_lines(f"https://a.example/?t={TOKEN}")),
        *(it.text for it in pair_lines({"Authorization": f"Bearer {TOKEN}"}, "Headers")),
    )
    assert sum("GitHub token, 40 characters" in it for it in lines) == 7
    assert not any(TOKEN in it for it in lines)


def test_a_difference_keeps_its_numbers_and_shows_what_hides() -> None:
    told = [(it.text, it.old, it.new) for it in diff_lines("@@ -1 +1 @@\n-a\u200b\n+a\n")]
    assert told == [("@@ -1 +1 @@", None, None), ("-a⟨U+200B⟩", 1, None), ("+a", None, 1)]


def test_a_remark_of_ours_in_a_difference_is_no_text_of_the_callers() -> None:
    note = diff_lines("@@ -1,9 +1,9 @@\n a\n⟨7 lines of the difference are not shown⟩\n b\n")[2]
    assert (note.tone, note.text) == (Tone.NOTE, "7 lines of the difference are not shown")


@pytest.mark.parametrize(
    ("text", "side", "holds"),
    [
        ("a\nB\nc", NEW, True),
        ("a\nb\nc\n", OLD, True),
        ("B", NEW, True),
        ("a\nb", NEW, False),
        ("c\nD", NEW, False),  # what lies between two hunks isn't shown
        ("x", NEW, False),
    ],
)
def test_a_text_is_in_a_difference_only_in_one_piece_and_on_its_side(
    text: str, side: tuple[Tone, ...], holds: bool
) -> None:
    assert diff_holds(DIFF, text, side) is holds


def test_a_difference_that_leaves_lines_out_holds_nothing_for_sure() -> None:
    assert not diff_holds(DIFF + "⟨7 lines of the difference are not shown⟩\n", "B", NEW)


def lines_of(url: str) -> list[tuple[str, str]]:
    return [(it.label, it.text) for it in address_lines(url)]


def test_an_address_is_taken_apart_at_its_host() -> None:
    assert lines_of("https://API.example.org:443/v1/items?page=2&q=a%20b#top") == [
        ("Host", "api.example.org"),
        ("Path", "/v1/items"),
        ("Query", "page=2"),
        ("", "q=a%20b"),
        ("Fragment", "top"),
    ]


def test_a_port_of_its_own_belongs_to_the_host_and_an_open_line_is_said() -> None:
    told = list(address_lines("http://[::1]:8080/"))
    assert (told[0].text, told[0].tone) == ("[::1]:8080", Tone.STRONG)
    assert (told[1].text, told[1].tone) == (
        "Not encrypted: whoever stands on the way can read it and change it.",
        Tone.WARNING,
    )


@pytest.mark.parametrize(
    "url", ["https://good.example@evil.example/", "http://0x7f.1/", "https://g\u043eod.example/"]
)
def test_no_host_is_picked_out_of_an_address_that_readers_disagree_about(url: str) -> None:
    address, note = address_lines(url)
    assert (address.label, address.text, note.tone) == ("Address", url, Tone.WARNING)


def test_pairs_stand_one_a_line_with_their_types() -> None:
    told = [(it.label, it.text) for it in pair_lines({"A": "1", "B\n": 1}, "Headers")]
    assert told == [("Headers", "A: 1"), ("", "B⏎: 1")]
