"""Which words are a link to a task."""

from __future__ import annotations

import pytest

from placet_gui.presence.links import task_of


@pytest.mark.parametrize("link", ["placet://task/abc-1_Z", "placet://task/abc-1_Z/"])
def test_a_link_names_its_task(link: str) -> None:
    assert task_of(link) == "abc-1_Z"


@pytest.mark.parametrize(
    "link",
    [
        *[
            "placet://task/",
            "placet://task/a b",
            "placet://task/a/approve",
            "placet://task/a?approve=1",
            "placet:a",
        ],
        *[
            "PLACET://task/a",
            "placet://approve/a",
            "https://task/a",
            f"placet://task/{'a' * 65}",
            "placet://task/\u0661",
        ],
        "placet://task/a\n",
    ],
)
def test_nothing_else_is_a_link(link: str) -> None:
    assert task_of(link) is None
