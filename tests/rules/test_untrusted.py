from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.characters import name_of
from placet.rules.suspicions import odd_letters
from placet.rules.untrusted import (
    MAX_BREAKS,
    MAX_SPACES,
    FindingKind,
    escaped,
    findings,
    in_quotes,
    left_out,
    named,
    showable,
)
from tests.rules.marks import decoded
from tests.rules.pieces import Piece, PieceKind, reveal

CASES = Path(__file__).parent.parent / "cases" / "arguments"

# Rule 6 spelled out once more, apart from how the code has it.
RULE_6 = frozenset((
    *range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A),
    0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
    *range(0xE0000, 0xE0080), 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000, 0x2028, 0x2029,
    0xE000, 0xF8FF, 0x10FFFD, 0x378, 0xFFFF, 0xD800, 0xDFFF, *range(0x1D173, 0x1D17B), 0x3164, 0x2800,
))  # fmt: skip
TRICKY = st.text(
    st.sampled_from([chr(code) for code in sorted(RULE_6)])
    | st.sampled_from("a b\n\t\u27e8\u27e9\u23ce\u21e5U+202E\u0301\u0338\u05b0\u0430\U0001f600")
    | st.characters()
)


def is_rule_6(char: str) -> bool:
    return ord(char) in RULE_6 or unicodedata.category(char) in {"Cc", "Co", "Cn", "Cs", "Zl", "Zp"}


def shown(text: str) -> str:
    return showable(text, single_line=True).text


def kinds(text: str) -> set[FindingKind]:
    return {finding.kind for finding in findings(text)}


@given(TRICKY, st.booleans())
def test_nothing_is_lost_and_what_is_shown_can_be_read_back(text: str, single_line: bool) -> None:
    pieces = reveal(text, single_line=single_line)
    assert "".join(piece.source for piece in pieces) == text
    assert decoded("".join(piece.text for piece in pieces)) == text


@given(TRICKY, st.booleans())
def test_a_text_is_written_as_its_pieces_read_in_a_row(text: str, single_line: bool) -> None:
    read = "".join(piece.text for piece in reveal(text, single_line=single_line))
    assert showable(text, single_line=single_line).text == read


LOOSE = st.text(st.sampled_from("ab\u0301\u0301\u05b0\n\t\u200b")).map(lambda it: it * 3)
GAPS = st.sampled_from([" " * MAX_SPACES, " " * (MAX_SPACES + 1), "\n" * MAX_BREAKS, "\n" * (MAX_BREAKS + 1)])


@given(st.lists(LOOSE | GAPS, max_size=8).map("".join), st.booleans())
def test_marks_and_gaps_are_written_as_their_pieces_whatever_is_beside_them(
    text: str, single_line: bool
) -> None:
    read = "".join(piece.text for piece in reveal(text, single_line=single_line))
    assert showable(text, single_line=single_line).text == read


@given(TRICKY)
def test_no_character_of_rule_6_is_shown_as_itself(text: str) -> None:
    for piece in reveal(text):
        bare = (
            piece.text.removesuffix("\n").removesuffix("\t") if piece.kind is PieceKind.LAYOUT else piece.text
        )
        assert not any(map(is_rule_6, bare))
    assert not any(map(is_rule_6, showable(text, single_line=True).text))


@pytest.mark.parametrize("code", sorted(RULE_6))
def test_each_character_of_rule_6_becomes_a_named_mark(code: int) -> None:
    if chr(code) in "\n\t":
        assert [piece.kind for piece in reveal(chr(code))] == [PieceKind.LAYOUT]
        return
    before, mark, after = reveal(f"a{chr(code)}b")
    assert (before.text, after.text) == ("a", "b")
    assert (mark.kind, mark.text, mark.source) == (PieceKind.CHIP, f"\u27e8U+{code:04X}\u27e9", chr(code))
    assert name_of(chr(code)).isupper()


def test_characters_are_called_by_their_unicode_names() -> None:
    assert [name_of(char) for char in "\u202e\x1b\x7f\x9b\ue000\u0378\ud800\u00a0"] == [
        "RIGHT-TO-LEFT OVERRIDE", "ESCAPE", "DELETE", "CONTROL CHARACTER", "PRIVATE USE CHARACTER",
        "UNASSIGNED CHARACTER", "HALF OF A SURROGATE PAIR", "NO-BREAK SPACE",
    ]  # fmt: skip


@given(TRICKY | st.lists(LOOSE | GAPS, max_size=8).map("".join))
def test_what_is_shown_by_its_number_is_escaped_and_nothing_else(text: str) -> None:
    pieces = reveal(text)
    expected = (f"({ord(it.source):x})" if it.kind is PieceKind.CHIP else it.source for it in pieces)
    assert escaped(text, lambda char: f"({ord(char):x})") == "".join(expected)


def test_our_own_marks_cannot_be_forged() -> None:
    assert shown("\u27e8U+202E\u27e9") == "\u27e8U+27E8\u27e9U+202E\u27e9"
    assert shown("a\u23ceb\u21e5") == "a\u27e8U+23CE\u27e9b\u27e8U+21E5\u27e9"
    assert findings("\u27e8\u23ce\u21e5") == ()


def test_line_breaks_and_tabs_are_kept_as_layout_or_shown_as_signs() -> None:
    assert showable("a\n\tb", single_line=False).text == "a\u23ce\n\u21e5\tb"
    assert showable("a\n\tb", single_line=True).text == "a\u23ce\u21e5b"
    assert [piece.kind for piece in reveal("\n\t", single_line=True)] == [PieceKind.LAYOUT] * 2


def test_ordinary_text_is_one_plain_piece_and_no_text_is_none() -> None:
    assert reveal("plain, really") == (
        Piece(text="plain, really", kind=PieceKind.PLAIN, source="plain, really"),
    )
    assert reveal("") == ()


def test_padding_is_shown_as_a_count() -> None:
    assert shown("a" + " " * MAX_SPACES + "b") == "a" + " " * MAX_SPACES + "b"
    assert shown("a" + " " * 4_000 + "b") == "a\u27e84,000 spaces\u27e9b"
    assert shown("a" + "\n" * MAX_BREAKS) == "a" + "\u23ce" * MAX_BREAKS
    assert showable("a" + "\n" * 200 + "b", single_line=False).text == "a\u27e8200 line breaks\u27e9\nb"


def test_more_marks_than_four_on_a_letter_are_shown_apart() -> None:
    assert shown("a" + "\u0301" * 4) == "a" + "\u0301" * 4
    assert shown("a" + "\u0301" * 6 + "b") == "a" + "\u0301" * 4 + "\u27e8U+0301\u27e9" * 2 + "b"
    assert kinds("a" + "\u0301" * 4) == set()
    assert kinds("a" + "\u0301" * 5) == {FindingKind.HIDDEN}


@pytest.mark.parametrize("before", ["", "\n", "\t", "\u200b", " " * 200])
def test_a_mark_never_settles_on_something_of_ours(before: str) -> None:
    assert shown(before + "\u0338x").endswith("\u27e8U+0338\u27e9x")


def test_a_long_text_is_shown_by_head_and_tail_with_a_count_between() -> None:
    result = showable("h" * 60 + "m" * 100 + "t" * 30, limit=90, single_line=True)
    assert result.text == "h" * 60 + "\u27e8100 characters not shown\u27e9" + "t" * 30
    assert result.elided == 100


@given(TRICKY, st.integers(2, 30))
def test_head_tail_and_count_make_up_the_whole(text: str, limit: int) -> None:
    result = showable(text, limit=limit, single_line=True)
    assert result.elided == max(0, len(text) - limit)
    head, _, tail = result.text.partition(left_out(result.elided))
    shown_head = decoded(head) if result.elided else ""
    assert text.startswith(shown_head)
    assert text.endswith(decoded(tail))
    assert not result.elided or len(shown_head + decoded(tail)) == limit


def test_a_limit_that_shows_nothing_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="in 1 characters"):
        showable("abc", limit=1, single_line=True)


def test_what_hides_in_the_part_that_is_not_shown_is_found_all_the_same() -> None:
    text = "a" * 50 + "\u202e" + "b" * 50
    assert "202E" not in showable(text, limit=10, single_line=True).text
    assert kinds(text) == {FindingKind.REORDERING}


@pytest.mark.parametrize(
    ("case", "field", "expected"),
    [
        ("a01_bidi_override", "command", {FindingKind.REORDERING}),
        ("a02_bidi_unbalanced", "title", {FindingKind.REORDERING}),
        ("a03_rtl_filename", "path", {FindingKind.REORDERING}),
        ("a04_zero_width", "command", {FindingKind.HIDDEN}),
        ("a04_zero_width", "host", {FindingKind.HIDDEN}),
        ("a04_zero_width", "flag", {FindingKind.HIDDEN}),
        ("a05_line_separators", "command", {FindingKind.HIDDEN}),
        ("a06_homoglyph_path", "path", {FindingKind.MIXED_SCRIPT}),
        ("a06_homoglyph_path", "tool_hint", {FindingKind.MIXED_SCRIPT}),
        ("a07_mixed_normal_rtl", "body", set()),
        ("a07_mixed_normal_rtl", "subject", set()),
        ("a08_combining_and_emoji", "name", {FindingKind.HIDDEN}),
        ("a08_combining_and_emoji", "family", set()),
        ("a08_combining_and_emoji", "flag", set()),
        ("b01_ansi_escapes", "command", {FindingKind.HIDDEN}),
        ("b02_osc_hyperlink_title_bell", "text", {FindingKind.HIDDEN}),
        ("b03_c1_controls", "text", {FindingKind.HIDDEN}),
        ("b04_carriage_return_overwrite", "command", {FindingKind.HIDDEN}),
        ("b05_backspaces", "command", {FindingKind.HIDDEN}),
        ("b06_null_byte", "path", {FindingKind.HIDDEN}),
        ("b07_sse_crlf_injection", "comment", {FindingKind.HIDDEN}),
        ("c07_trailing_whitespace", "f", {FindingKind.SPACING}),
    ],
)
def test_a_public_case_is_judged_for_what_it_is(case: str, field: str, expected: set[FindingKind]) -> None:
    text = json.loads((CASES / f"{case}.json").read_text(encoding="utf-8"))[field]
    assert kinds(text) == expected
    assert decoded(shown(text)) == text


@pytest.mark.parametrize("case", ["c03_truncation_ruler", "c05_newline_padding", "c06_space_padding"])
def test_the_end_of_a_padded_or_long_value_is_shown(case: str) -> None:
    text = json.loads((CASES / f"{case}.json").read_text(encoding="utf-8"))["command"]
    result = showable(text, limit=4_500, single_line=False)
    assert len(result.text) < 4_700
    assert result.text.endswith(text[-12:])


@pytest.mark.parametrize(
    "text",
    [
        "plain text, 100 %",
        "na\u00efve caf\u00e9",
        "line\r\nline\r\n",
        "\u2764\ufe0f and 1\ufe0f\u20e3",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u0434\u043e\u043c and house",
        "\u6f22\u5b57\u304b\u306a\uff76\uff85 mixed",
        "\u03bc = 3.2 \u00b5m",
        "x_1 \u0434\u043e\u043c_2",
    ],
)
def test_ordinary_writing_raises_no_finding(text: str) -> None:
    assert findings(text) == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a\ufe0fb", FindingKind.HIDDEN),
        ("\u2764\ufe0f\ufe0f", FindingKind.HIDDEN),
        ("a\U000e0100", FindingKind.HIDDEN),
        ("\U000e0041\U000e0042", FindingKind.HIDDEN),
        ("rm\r -rf", FindingKind.HIDDEN),
        ("a\u3164b", FindingKind.HIDDEN),
        ("a\ue000", FindingKind.UNINSPECTABLE),
        ("a\u0378", FindingKind.UNINSPECTABLE),
        ("a\ud800", FindingKind.UNINSPECTABLE),
        ("a\u00a0b", FindingKind.SPACING),
        ("a\u200fb", FindingKind.REORDERING),
        ("p\u0430ypal", FindingKind.MIXED_SCRIPT),
        ("\uff41dmin", FindingKind.MIXED_SCRIPT),
    ],
)
def test_a_trick_is_found_and_told_in_a_plain_sentence(text: str, kind: FindingKind) -> None:
    (finding,) = findings(text)
    assert finding.kind is kind
    assert finding.sentence.startswith("It ")
    assert finding.sentence.endswith(".")
    assert finding.sentence.isascii()


def test_a_sentence_counts_names_and_stays_short() -> None:
    (finding,) = findings("\x00\x00\x01\x02\x03\x04")
    assert "2 x U+0000 NULL" in finding.sentence
    assert "and 2 other kinds" in finding.sentence
    (finding,) = findings(" ".join(f"w{number}" + "\u0430" * 90 for number in range(9)))
    assert len(finding.sentence) < 900


def test_the_same_mixed_word_is_named_once() -> None:
    (finding,) = findings("p\u0430y p\u0430y b\u0430y")
    assert finding.sentence.count("p\\u0430y") == 1
    assert "b\\u0430y" in finding.sentence


def test_letters_of_two_scripts_in_different_words_are_no_mixture() -> None:
    assert findings("\u0434\u043e\u043c house \u0434\u043e\u043c") == ()


def test_all_planes_with_characters_can_be_shown_and_read_back() -> None:
    text = "".join(map(chr, (*range(0x20000), *range(0xE0000, 0xE0200), 0x10FFFD, 0x10FFFF)))
    pieces = reveal(text, single_line=True)
    assert decoded("".join(piece.text for piece in pieces)) == text
    assert not any(map(is_rule_6, "".join(piece.text for piece in pieces)))
    assert shown(text) == "".join(piece.text for piece in pieces)


def test_a_name_that_could_say_something_else_is_one_quote() -> None:
    assert named("/a~1b/0", 20) == "/a~1b/0"
    assert named("a b", 20) == '"a b"'
    assert named("a" * 21, 20).startswith('"aaa')
    assert in_quotes('a" \\ \u202e\n', 20) == '"a\\" \\\\ ⟨U+202E⟩⏎"'


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("p\u0430yp\u0430l", ["\u0430", "\u0430"]),
        ("to n\u043e\u0442es.md, and \u0434\u043e\u043c", ["\u043e\u0442"]),
        ("\U0001f600 \uff41dmin", ["\uff41"]),
        ("\u0434\u03bfm\u0301", ["\u0434\u03bf"]),
        ("\u0434\u043e\u043c house caf\u00e9 na\u00efve 5\u00b5m", []),
        ("plain", []),
    ],
)
def test_letters_of_another_script_inside_a_word_have_their_places(text: str, odd: list[str]) -> None:
    assert [text[start:end] for start, end in odd_letters(text)] == odd


@given(st.text(alphabet="ab \u0430\u03b1\U0001f600\u00e9.\u0301"))
def test_a_place_is_told_where_and_only_where_a_mixture_is_found(text: str) -> None:
    mixed = any(it.kind is FindingKind.MIXED_SCRIPT for it in findings(text))
    assert bool(list(odd_letters(text))) is mixed
