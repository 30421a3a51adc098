"""No two different argument values look the same on a card, or share a digest: the corpus's, and made ones beside them.

What is compared is what a person can see of a value: keys, types and texts of the exact tree, and the raw text. A
summary in a list may leave things out and isn't meant.
"""

from __future__ import annotations

import itertools
import json
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from placet.api.cards import COLLAPSED_CHARS, exact, value_text
from placet.api.views import ArgumentNode
from placet.rules import strict_json
from placet.rules.digest import args_digest, canonical
from placet.rules.errors import PlacetError
from tests.corpus.test_corpus import CASES, MANIFEST

LONGEST: Final = COLLAPSED_CHARS // 3
"""A longer text is folded in the tree, where its middle may differ unseen until it is opened."""
LOOKALIKES: Final = (
    *("\u200b", "\u200d", "\u00ad", "\u202e", "\u2066", "\ufe0f", "\u3164", "\u00a0", "\u2028", "\u0000"),
    *("⟨", "⟩", "⏎", "⇥", "\n", "\t", " ", "\\", '"', "\u0301", "\u0430", "a", "\ue000", "\U000e0041"),
    *(
        "⟨U+202E⟩",
        "⟨81 spaces⟩",
        "⟨21 line breaks⟩",
        " " * 81,
        "\n" * 21,
        "\\u202e",
        "\\n",
        "⟨2 characters not shown⟩",
    ),
)


def seen(node: ArgumentNode) -> tuple[Any, ...]:
    """What a person sees of one node of the tree."""
    return node.key, node.type, node.text, tuple(seen(child) for child in node.children)


def looks(value: Any) -> tuple[Any, ...]:
    """Each of the views that show a value exactly."""
    tree, raw = exact({"value": value})
    # The pager is opened at a node, whose type stands beside it.
    return seen(tree), raw, (tree.children[0].type, value_text({"value": value}, "/value"))


def assert_told_apart(one: Any, other: Any) -> None:
    """Two values that differ have different digests, and differ in every view."""
    assert args_digest("t", {"value": one}) != args_digest("t", {"value": other})
    for mine, theirs in zip(looks(one), looks(other), strict=True):
        assert mine != theirs


def parts(value: Any) -> Iterator[Any]:
    """A value and everything in it; of a very long list or object its first members, which differ as all do."""
    yield value
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for inner in itertools.islice(members, 100):
        yield from parts(inner)


def is_short(value: Any) -> bool:
    texts = (it for it in parts(value) if isinstance(it, str))
    return all(len(it) <= LONGEST for it in texts) and len(strict_json.dump(value)) < 20_000


def of_the_corpus() -> list[Any]:
    """Every value that the corpus's files hold and that can be bound, each once."""
    found: dict[str, Any] = {}
    for row in MANIFEST:
        try:
            body = strict_json.parse((CASES / row["name"]).read_bytes())
        except PlacetError:
            continue
        for value in parts(body):
            if is_short(value):
                found.setdefault(canonical(value), value)
    return list(found.values())


def test_no_two_values_of_the_corpus_look_alike_or_share_a_digest() -> None:
    values = of_the_corpus()
    assert len(values) > 300
    shown: dict[Any, Any] = {}
    for value in values:
        for view in enumerate(looks(value)):
            other = shown.setdefault(view, value)
            assert other is value, f"{value!r} looks like {other!r}"
    assert len({args_digest("t", {"value": value}) for value in values}) == len(values)


TEXTS: Final = st.lists(
    st.one_of(st.sampled_from(LOOKALIKES), st.characters(exclude_categories=["Cs"])), max_size=6
).map(lambda it: "".join(it)[:LONGEST])
LEAVES: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    TEXTS,
)
VALUES: Final = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=8,
)


def as_text(value: Any) -> Any:
    """The same, as a text that spells it."""
    return value if isinstance(value, str) else strict_json.dump(value)


def nearby(value: Any) -> list[Any]:
    """Values that are easily taken for this one."""
    found: list[Any] = [as_text(value), [value], {"": value}, {"value": value}, [], {}, None]
    if isinstance(value, bool):
        found += [int(value), str(value), not value]
    elif isinstance(value, int):
        found += [value + 1, -value, float(value) if abs(value) < 2**53 else None, bool(value)]
    elif isinstance(value, float):
        found += [-value, value + 1.0, int(value) if abs(value) < 2**53 else None]
    elif isinstance(value, str):
        found += [unicodedata.normalize(form, value) for form in ("NFC", "NFD", "NFKC")]
        found += [value + " ", " " + value, value + "\u200b", value.casefold(), value.strip(), value[::-1]]
        found += [exact(value)[0].text, exact(value)[1], repr(value), json.dumps(value)]
    elif isinstance(value, list):
        found += [value[::-1], [*value, None], dict(enumerate_texts(value)), value[:-1]]
    elif isinstance(value, dict):
        found += [list(value.values()), {f"{key} ": it for key, it in value.items()}, {**value, "": None}]
    return found


def enumerate_texts(value: list[Any]) -> Iterator[tuple[str, Any]]:
    for index, inner in enumerate(value):
        yield str(index), inner


@settings(max_examples=30)
@given(VALUES)
@example("\u202e")
@example("⟨U+202E⟩")
@example(" " * 81)
@example("⏎")
@example(0.0)
@example("ghp_" + "a1" * 18)
def test_no_value_looks_like_one_that_is_easily_taken_for_it(value: Any) -> None:
    for other in nearby(value):
        if canonical(other) != canonical(value) and is_short(other):
            assert_told_apart(value, other)


@settings(max_examples=50)
@given(VALUES, VALUES)
def test_no_two_made_values_look_alike(one: Any, other: Any) -> None:
    if canonical(one) != canonical(other):
        assert_told_apart(one, other)


@pytest.mark.long
@pytest.mark.timeout(1_800)
@settings(max_examples=3_000)
@given(VALUES, VALUES)
def test_of_3000_made_values_none_looks_like_another_or_one_beside_it(one: Any, other: Any) -> None:
    for second in (other, *nearby(one)):
        if canonical(one) != canonical(second) and is_short(second):
            assert_told_apart(one, second)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(LOOKALIKES), max_size=5), st.lists(st.sampled_from(LOOKALIKES), max_size=5))
def test_no_two_texts_of_what_is_easily_mixed_up_look_alike(one: list[str], other: list[str]) -> None:
    first, second = "".join(one), "".join(other)
    if first != second:
        assert_told_apart(first, second)
        assert_told_apart({first: 1}, {second: 1})


@pytest.mark.parametrize(
    ("blind", "one", "other"),
    [
        (lambda it: it.replace("\u202e", ""), "a", "a\u202e"),
        (lambda it: unicodedata.normalize("NFC", it), "e\u0301", "\u00e9"),
        (str.strip, "a", " a"),
    ],
)
def test_a_view_that_left_something_out_would_be_noticed(
    blind: Callable[[str], str], one: str, other: str
) -> None:
    """The control: the assertion holds of the two as they are, and not of what such a view would make of them."""
    assert_told_apart(one, other)
    with pytest.raises(AssertionError):
        assert_told_apart(blind(one), blind(other))
