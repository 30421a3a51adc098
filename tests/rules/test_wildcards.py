"""Texts against patterns with stars: the same answers as a regular expression gives, in a time that lengths bound."""

import itertools
import re

import pytest

from placet.rules import wildcards
from placet.rules.wildcards import MOST_STEPPED_CHARS, Star, between_stars, fits, fits_in_steps

STEP, ANY = Star(crosses=False), Star()
ALPHABET = "a/"


def expression(parts: tuple[str | Star, ...]) -> re.Pattern[str]:
    meant = ("[^/]*" if it is STEP else ".*" if it is ANY else re.escape(str(it)) for it in parts)
    return re.compile("".join(meant), re.DOTALL)


def test_every_small_pattern_fits_what_it_means() -> None:
    texts = ["".join(it) for length in range(5) for it in itertools.product(ALPHABET, repeat=length)]
    for length in range(5):
        for parts in itertools.product(("a", "/", "", STEP, ANY), repeat=length):
            meant = expression(parts)
            found = [text for text in texts if fits_in_steps(parts, text)]
            assert found == [text for text in texts if meant.fullmatch(text)], parts
            if STEP not in parts:
                assert found == [text for text in texts if fits(between_stars(parts), text)], parts


def test_a_piece_is_found_where_it_comes_first_and_the_last_one_at_the_end() -> None:
    assert fits(["ab", "c", "bc"], "ab c c bc")
    assert not fits(["ab", "bc"], "abc"), "no character counts twice"
    assert not fits(["a", "b", "c"], "a c")
    assert fits(["", "", ""], "\n")


@pytest.mark.parametrize("stars", [2, 20])
def test_many_stars_and_a_long_text_are_answered(stars: int) -> None:
    """As a regular expression the first takes an hour, the second longer than anything lasts."""
    pattern = "*a" * stars + "*z"
    text = "a" * 1_000_000
    assert not fits(pattern.split("*"), text)
    assert fits(pattern.split("*"), text + "z")
    parts: list[str | Star] = [STEP, "a"] * stars + [STEP, "z"]
    assert not fits_in_steps(parts, text[:MOST_STEPPED_CHARS])
    assert fits_in_steps(parts, text[: MOST_STEPPED_CHARS - 1] + "z")


def test_what_is_longer_than_a_path_fits_no_stepped_pattern() -> None:
    assert fits_in_steps([STEP], "a" * wildcards.MOST_STEPPED_CHARS)
    assert not fits_in_steps([STEP], "a" * (wildcards.MOST_STEPPED_CHARS + 1))
