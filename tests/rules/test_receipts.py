"""Which evidence is taken at all: a receipt that doesn't fit its shape proves nothing (spec/workflows 1.3)."""

from dataclasses import replace
from typing import Any

import pytest

from placet.rules.receipts import MOST_CHARS, MOST_PROVIDER_CHARS, Receipt, is_sound

FOUND = Receipt(provider="files", id="abc", label="file")


@pytest.mark.parametrize("url", [None, "https://example.org/a?b#c", "/workflows/task_1"])
def test_a_receipt_of_the_right_shape_proves_something(url: str | None) -> None:
    assert is_sound(replace(FOUND, url=url))


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "http://example.org",
        "//example.org",
        "https:///x",
        "https://a b",
        "https://a\\b",
        "/a b",
        "",
        "/" + MOST_CHARS * "a",
        7,
    ],
)
def test_a_link_that_could_lead_elsewhere_makes_it_worthless(url: Any) -> None:
    assert not is_sound(replace(FOUND, url=url))


@pytest.mark.parametrize(
    "but",
    [
        {"provider": ""},
        {"provider": (MOST_PROVIDER_CHARS + 1) * "p"},
        {"id": ""},
        {"id": (MOST_CHARS + 1) * "i"},
        {"id": 7},
        {"label": ""},
        {"label": None},
        {"empty": "true"},
        {"empty": 1},
    ],
)
def test_a_receipt_of_another_shape_proves_nothing(but: dict[str, Any]) -> None:
    assert not is_sound(replace(FOUND, **but))
