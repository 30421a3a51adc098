"""Which characters a text is made of, however long it is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from placet.rules.characters import characters_of


@given(st.text(), st.text(min_size=1, max_size=30), st.integers(1, 3_000), st.text(max_size=5))
def test_the_characters_of_a_long_text_are_those_of_its_set(
    start: str, middle: str, times: int, end: str
) -> None:
    text = start + middle * times + end
    assert characters_of(text) == set(text)


def test_a_text_of_very_many_different_characters_is_taken_up_one_by_one() -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 5_000))) + "^]-\\[\n"
    assert characters_of(text) == set(text)
    assert characters_of("a" * 10_000 + "^]-\\[\n\u202e" + "a" * 10_000) == set("a^]-\\[\n\u202e")
