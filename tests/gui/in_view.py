"""Looks over a window for words that aren't wholly in view: squeezed, cut off by what they lie in, or lain over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QComboBox, QLabel, QLineEdit, QWidget

from placet_gui.names import Name

_OVER: Final = {Name.WAITING_BADGE}
"""What lies over something else on purpose."""
_NARROW: Final = "nav_"
"""The buttons of the rail are drawn narrower than Qt's hint, which counts room for a menu's arrow."""


def flaws(window: QWidget) -> list[str]:
    """What is wrong, each with the widget's name; nothing in a window where everything can be read."""
    seen = [it for it in window.findChildren(QWidget) if it.isVisible() and it.objectName() not in _OVER]
    return sorted({*_squeezed(seen), *_outside(seen), *_overlapping(seen)})


def _name(widget: QWidget) -> str:
    return widget.objectName() or widget.metaObject().className()


def _squeezed(seen: list[QWidget]) -> Iterator[str]:
    for it in seen:
        if not isinstance(it, QLabel | QAbstractButton) or not it.text() or _name(it).startswith(_NARROW):
            continue
        if isinstance(it, QLabel) and it.wordWrap():
            if it.height() < it.heightForWidth(it.width()):
                yield f"{_name(it)} is too low: {it.text()[:40]!r}"
        elif it.width() < it.minimumSizeHint().width():
            yield f"{_name(it)} is too narrow: {it.text()[:40]!r}"


def _outside(seen: list[QWidget]) -> Iterator[str]:
    for it in seen:
        above = it.parentWidget()
        scrolls = isinstance(above, QAbstractScrollArea) or isinstance(
            above.parentWidget() if above else None, QAbstractScrollArea
        )
        if above is None or it.isWindow() or scrolls or not it.geometry().isValid():
            continue
        if not above.rect().contains(it.geometry()):
            yield f"{_name(it)} is cut off by {_name(above)}"


def _overlapping(seen: list[QWidget]) -> Iterator[str]:
    words = [it for it in seen if isinstance(it, QLabel | QAbstractButton | QLineEdit | QComboBox)]
    for one, other in combinations(words, 2):
        if one.parentWidget() is other.parentWidget() and one.geometry().intersects(other.geometry()):
            yield f"{_name(one)} and {_name(other)} overlap"
