"""A token in a text that is edited stands as its chip, comes back whole, and can't be torn or forged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.errors import BadArguments
from placet.rules.masking import secrets
from placet.rules.veils import chips, unveiled, veiled

TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
OTHER = f"{TOKEN[:-1]}b"
CHIP = "⟨GitHub token, 40 characters, #3543c50b0cb9⟩"


def test_a_token_stands_as_its_chip_and_comes_back() -> None:
    text = f'{{"a": "x {TOKEN}\\n{OTHER}"}}'
    known = chips(text)
    shown = veiled(text, known)
    assert list(known.values()) == [TOKEN, OTHER]
    assert shown.startswith(f'{{"a": "x {CHIP}\\n⟨GitHub token')
    assert secrets(shown) == ()
    assert unveiled(shown, known, was=shown) == text


@given(st.lists(st.sampled_from([TOKEN, OTHER, " ", "\n", '"', "a", "-", "/"]), max_size=12))
def test_whatever_stands_around_tokens_comes_back_as_it_was(pieces: list[str]) -> None:
    text = "".join(pieces)
    shown = veiled(text, chips(text))
    assert unveiled(shown, chips(text), was=shown) == text


def test_two_tokens_that_would_look_alike_are_not_veiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("placet.rules.masking.TAG_CHARS", 0)
    text = f"{TOKEN} {OTHER}"
    assert chips(text) == {}
    assert veiled(text, chips(text)) == text


@pytest.mark.parametrize(
    ("torn", "place"),
    [
        (CHIP[:-1], "line 1, column 1"),
        (f"a\n  {CHIP.replace('40', '41')}", "line 2, column 3"),
        (f"{CHIP}\n\n⟨", "line 3, column 1"),
        ("⟨AWS key id, 20 characters, #000000000000⟩", "line 1, column 1"),
        (f"a\n{CHIP[1:]}", "line 2, column 30"),
        (f"{CHIP} {CHIP[1:-1]} {CHIP}", "line 1, column 75"),
        ("#3543c50b0cb9", "line 1, column 1"),
    ],
)
def test_half_a_chip_or_one_that_stands_for_nothing_is_told_with_its_place(torn: str, place: str) -> None:
    with pytest.raises(BadArguments) as refused:
        unveiled(torn, chips(TOKEN), was=CHIP)
    assert place in refused.value.message
