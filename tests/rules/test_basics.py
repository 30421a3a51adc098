from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.basics import NANOID_BYTES, Instant, duration_ms, nanoid, ulid

LETTERS = set(string.ascii_letters + string.digits + "_-")


@given(st.binary(min_size=NANOID_BYTES, max_size=NANOID_BYTES))
def test_an_identifier_is_its_prefix_and_twelve_letters_of_the_alphabet(entropy: bytes) -> None:
    made = nanoid("task_", entropy)
    assert made.startswith("task_")
    assert len(made) == len("task_") + 12
    assert set(made.removeprefix("task_")) <= LETTERS


def test_every_letter_is_as_likely_as_every_other() -> None:
    counts = dict.fromkeys(LETTERS, 0)
    for byte in range(256):
        counts[nanoid("", bytes([byte]) * NANOID_BYTES)[0]] += 1
    assert set(counts.values()) == {4}


@given(st.lists(st.integers(0, 63), min_size=NANOID_BYTES, max_size=NANOID_BYTES, unique=True))
def test_different_bytes_make_different_letters(values: list[int]) -> None:
    assert len(set(nanoid("", bytes(values)))) == NANOID_BYTES


@pytest.mark.parametrize("length", [0, NANOID_BYTES - 1, NANOID_BYTES + 1])
def test_an_identifier_is_not_made_of_too_few_or_too_many_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="12 random bytes"):
        nanoid("task_", b"x" * length)


@pytest.mark.spec("75i")
@given(st.integers(0, 2**53), st.integers(0, 2**53))
def test_a_duration_is_never_negative_even_when_the_clock_was_set_back(started: int, ended: int) -> None:
    assert duration_ms(Instant(started), Instant(ended)) == (ended - started if ended > started else 0)


def test_what_has_not_ended_has_no_duration() -> None:
    assert duration_ms(Instant(5), None) is None


ENTROPY = bytes(range(246, 256))


def test_a_ulid_is_26_letters_of_its_moment_and_its_bytes() -> None:
    made = ulid("task_", 1_469_918_176_385, ENTROPY)
    assert made.startswith("task_01ARYZ6S41")  # the moment's letters as the ULID specification prints them
    assert len(made) == len("task_") + 26
    assert ulid("", 2**48 - 1, b"\xff" * 10) == "7" + "Z" * 25
    assert ulid("", 0, bytes(10)) == "0" * 26


@given(st.integers(0, 2**48 - 2), st.binary(min_size=10, max_size=10), st.binary(min_size=10, max_size=10))
def test_a_later_ulid_sorts_behind_an_earlier_one(at_ms: int, one: bytes, other: bytes) -> None:
    assert ulid("", at_ms, one) < ulid("", at_ms + 1, other)


@pytest.mark.parametrize(("at_ms", "entropy"), [(0, b"x" * 9), (0, b"x" * 11), (2**48, b"x" * 10)])
def test_a_ulid_is_not_made_of_what_does_not_fit(at_ms: int, entropy: bytes) -> None:
    with pytest.raises(ValueError, match="10 random bytes"):
        ulid("", at_ms, entropy)
