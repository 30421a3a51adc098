"""Rule 7: what looks like a known name and is another is told with its code points; the name itself never is."""

import unicodedata

import pytest

from placet.rules.lookalikes import MOST_CHARS, MOST_KNOWN, like_known, skeleton, warning

TABLE = {ord("0"): "O", ord("1"): "l", ord("I"): "l", ord("m"): "rn", 0x430: "a", 0x435: "e", 0x455: "s"}
KNOWN = ["api.example.org", "shell", "notes/plan.md"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("\u0430pi.example.org", "api.example.org"),
        ("api.examp1e.org", "api.example.org"),
        ("\u0455he11", "shell"),
        ("shell\u200b", "shell"),
        ("notes/plan.rnd", "notes/plan.md"),
    ],
)
def test_what_looks_like_a_known_name_is_found(text: str, name: str) -> None:
    assert like_known(text, KNOWN, TABLE) == name


@pytest.mark.parametrize("text", ["shell", "other", "", "api.example.com", "SHELL", "s" * (MOST_CHARS + 1)])
def test_a_known_name_and_one_that_looks_like_none_are_not(text: str) -> None:
    assert like_known(text, KNOWN, TABLE) is None


def test_a_known_name_is_no_double_of_another_known_one() -> None:
    assert like_known("she11", ["shell", "she11"], TABLE) is None


def test_only_so_many_names_are_held_against_it() -> None:
    assert like_known("she11", ["x"] * MOST_KNOWN + ["shell"], TABLE) is None


def test_a_letter_with_its_mark_looks_the_same_written_either_way() -> None:
    whole = "caf\u00e9"
    assert skeleton(whole, TABLE) == skeleton(unicodedata.normalize("NFD", whole), TABLE)


def test_the_warning_names_the_code_points_that_differ() -> None:
    assert warning("\u0430pi.example.org", "api.example.org", "a host that you named") == (
        '"\u0430pi.example.org" looks like "api.example.org", a host that you named, and is not the same.'
        " It is spelled with U+0430 CYRILLIC SMALL LETTER A."
    )


def test_a_warning_about_the_same_letters_in_another_order_names_none() -> None:
    assert warning("rnm", "mrn", "a tool").endswith('"mrn", a tool, and is not the same.')


def test_hostile_names_are_showable_in_a_warning() -> None:
    assert warning("she\u202ell", "shell", "a tool").startswith('"she⟨U+202E⟩ll" looks like')


def test_a_quotation_mark_ends_no_quote_of_ours() -> None:
    said = warning('Bash" looks like "a', "Bash", "a tool")
    assert said.startswith('"Bash\\" looks like \\"a" looks like "Bash", a tool')
