"""What went wrong with a task, in the language of the console where the words are the engine's."""

from __future__ import annotations

from typing import Final

from placet.api.views import TaskRow
from placet_gui.said import said, with_marks_said

_OF_CODE: Final = frozenset(["sys_code", "sys_lambda"])
"""Tools whose error may be the words of an agent's code."""


def trouble(row: TaskRow) -> str:
    """A task's error: the engine's sentence in the console's language, and another program's as it put it."""
    of_a_server = "." in row.tool  # its name, a point, and the tool's
    foreign = row.decision_only or of_a_server or row.tool in _OF_CODE
    return with_marks_said(row.shown_error) if foreign else said(row.shown_error)
