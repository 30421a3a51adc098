"""Words and numbers in the language of the console: every text that the owner reads comes through here or `tr`."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QLocale

translate: Final = QCoreApplication.translate
"""`translate(context, text)`: outside of a `QObject`, where `tr` is. Texts with a number go through a `Context`."""


def noop(_context: str, text: str) -> str:
    """Mark a text of a table, which is translated where it is used: by `translate` with the same context."""
    return text


class Context:
    """Texts with a number, outside of a `QObject`: `lupdate` sees that they are such in calls of `tr` alone.

    It takes the context from the name before the dot, so the variable must be called as the context is.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def tr(self, text: str, disambiguation: str, n: int) -> str:
        """The text in the form that goes with the number, which stands for `%Ln` in it."""
        return translate(self._name, text, disambiguation, n)


def number_text(value: float, decimals: int = 0) -> str:
    """A number as the console's language writes it, its thousands set apart."""
    if isinstance(value, int):
        return QLocale().toString(value)
    return QLocale().toString(value, "f", decimals)
