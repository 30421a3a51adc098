"""What a desktop's answers mean, and that one that doesn't answer is asked once."""

from __future__ import annotations

from typing import Any

import pytest

from placet_gui.theme.portal import Wishes, read_wishes
from placet_gui.theme.tokens import Scheme

APPEARANCE = "org.freedesktop.appearance"
GNOME = "org.gnome.desktop.interface"


@pytest.mark.parametrize(
    ("answers", "wishes"),
    [
        ({}, Wishes()),
        ({(APPEARANCE, "color-scheme"): 1}, Wishes(scheme=Scheme.DARK)),
        ({(APPEARANCE, "color-scheme"): 2, (APPEARANCE, "contrast"): 0}, Wishes(scheme=Scheme.LIGHT)),
        ({(APPEARANCE, "color-scheme"): 0, (APPEARANCE, "contrast"): 1}, Wishes(contrast=True)),
        ({(APPEARANCE, "reduced-motion"): 1}, Wishes(still=True)),
        ({(APPEARANCE, "reduced-motion"): 0, (GNOME, "enable-animations"): False}, Wishes()),
        ({(GNOME, "enable-animations"): False}, Wishes(still=True)),
        ({(GNOME, "enable-animations"): True}, Wishes()),
        ({(APPEARANCE, "color-scheme"): "dark", (APPEARANCE, "contrast"): "high"}, Wishes()),
    ],
)
def test_an_answer_is_read_as_the_portal_means_it(
    answers: dict[tuple[str, str], Any], wishes: Wishes
) -> None:
    assert read_wishes(lambda group, key: answers.get((group, key))) == wishes


def test_a_desktop_that_does_not_answer_is_asked_once() -> None:
    asked: list[str] = []

    def nobody(_group: str, key: str) -> Any:
        asked.append(key)
        raise TimeoutError

    assert read_wishes(nobody) == Wishes()
    assert asked == ["color-scheme"]
