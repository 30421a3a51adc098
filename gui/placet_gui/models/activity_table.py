"""The table of what happened: the newest facts, and more as the owner scrolls."""

from __future__ import annotations

import enum
from typing import Final

from PySide6.QtCore import QObject, Qt

from placet.api import showable
from placet.api.activity import ActivityLine
from placet_gui.models.columned_rows import RowColumn
from placet_gui.models.newest_rows import NewestRows
from placet_gui.moments import clock_text
from placet_gui.said import said
from placet_gui.texts import ACTIVITIES, APPROVALS, FACTS, VIAS, decider, word
from placet_gui.words import noop, translate


class ColumnId(enum.IntEnum):
    """The columns, in their order."""

    KIND = 0
    WHAT = 1
    AGENT = 2
    WHO = 3
    AT = 4


_OTHERWISE: Final = ("timed_out", "orphaned", "withdrawn")
_NAMED: Final = ("tool", "name", "key", "path", "what", "boot")
"""What a fact is about, in the order in which it is looked for."""


def verdict_of(row: ActivityLine) -> str | None:
    """How a request was answered: a key of `texts.APPROVALS`; None for what is no answer."""
    if row.fact != "hil.resolved":
        return None
    otherwise = next((it for it in _OTHERWISE if row.payload.get(it)), None)
    return otherwise or ("approved" if row.payload.get("approved") else "denied")


def what_of(row: ActivityLine) -> str:
    """What happened, as one showable line."""
    verdict = verdict_of(row)
    words = word(FACTS, row.fact) if verdict is None else word(APPROVALS, verdict)
    moved = row.payload.get("to")
    if isinstance(moved, str):
        words = f"{words}: {_status_text(moved)}"
    about = next((row.payload[it] for it in _NAMED if isinstance(row.payload.get(it), str)), row.tool)
    words = words if about is None else f"{words}  ·  {about}"
    return showable(words, single_line=True, limit=160).text


def _status_text(status: str) -> str:
    """A status as the engine writes it, in the console's language where that is another."""
    known = said(status)
    return known if known != status else status.replace("_", " ")


def who_of(row: ActivityLine) -> str:
    """Who it was by, where a fact says so."""
    by, via = row.payload.get("decided_by"), row.payload.get("via")
    if not isinstance(by, str):
        return ""
    where = word(VIAS, via) if isinstance(via, str) else ""
    return showable(", ".join(filter(None, (decider(by), where))), single_line=True).text


_COLUMNS: Final = {
    ColumnId.KIND: RowColumn[ActivityLine](
        header=noop("tables", "Kind"), text=lambda row: word(ACTIVITIES, row.kind)
    ),
    ColumnId.WHAT: RowColumn[ActivityLine](header=noop("tables", "What"), text=what_of),
    ColumnId.AGENT: RowColumn[ActivityLine](header=noop("tables", "Agent"), text=lambda row: row.agent or ""),
    ColumnId.WHO: RowColumn[ActivityLine](header=noop("tables", "By"), text=who_of),
    ColumnId.AT: RowColumn[ActivityLine](
        header=noop("tables", "When"),
        text=lambda row: clock_text(row.at_ms),
        align=Qt.AlignmentFlag.AlignRight,
    ),
}


class ActivityTable(NewestRows[ActivityLine]):
    """Facts as rows, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__([_COLUMNS[column] for column in ColumnId], _spoken, parent)


def _spoken(row: ActivityLine) -> str:
    """A row as one sentence for assistive tools."""
    kind, what = word(ACTIVITIES, row.kind), what_of(row)
    if row.agent is None:
        return translate("activity", "{0}: {1}").format(kind, what)
    return translate("activity", "{0}: {1}, {2}").format(kind, what, row.agent)
