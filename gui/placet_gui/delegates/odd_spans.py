"""Where a painted line has letters that can be taken for others, to be underlined: two rows could look the same without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtGui import QFontMetricsF

ODD_PX: Final = 2
"""How thick the line under such a letter is, and how far below the letters' feet."""


def odd_spans(shown: str, metrics: QFontMetricsF) -> Iterator[tuple[float, float]]:
    """How far from the text's left end each row of such letters begins, and how wide it is."""
    if shown.isascii():
        return
    from placet.api import odd_letters  # noqa: PLC0415 - the window is painted before the engine is imported

    for start, end in odd_letters(shown):
        yield metrics.horizontalAdvance(shown[:start]), metrics.horizontalAdvance(shown[start:end])
