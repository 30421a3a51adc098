"""The table of the owner's standing answers."""

from __future__ import annotations

import enum
from typing import Final

from PySide6.QtCore import QObject, Qt

from placet.api.grants import GrantRow
from placet_gui.models.columned_rows import RowColumn
from placet_gui.models.grant_words import grant_sentence
from placet_gui.models.row_table import RowTable
from placet_gui.moments import clock_text, exact_text
from placet_gui.texts import GRANTS, word
from placet_gui.words import Context, noop, number_text, translate

grants = Context("grants")


class ColumnId(enum.IntEnum):
    """The columns, in their order."""

    STATE = 0
    SENTENCE = 1
    USES = 2
    UNTIL = 3
    HITS = 4


def sentence_of(row: GrantRow) -> str:
    """What a grant lets pass."""
    return grant_sentence(row.agent, row.tool, row.wording)


def state_of(row: GrantRow) -> str:
    """How a grant stands: a key of `texts.GRANTS`."""
    if row.revoked_at is not None:
        return "revoked"
    if row.live:
        return "live"
    return "used_up" if row.uses_left == 0 else "expired"


def uses_text(row: GrantRow) -> str:
    """How often it may still be used."""
    return translate("grants", "no limit") if row.uses_left is None else number_text(row.uses_left)


def until_text(row: GrantRow) -> str:
    """Until when it stands."""
    if row.expires_at is None:
        return translate("grants", "no end")
    return clock_text(row.expires_at)


COLUMNS: Final = {
    ColumnId.STATE: RowColumn(header=noop("grants", "State"), text=lambda row: word(GRANTS, state_of(row))),
    ColumnId.SENTENCE: RowColumn(header=noop("grants", "What may pass"), text=sentence_of),
    ColumnId.USES: RowColumn(
        header=noop("grants", "Uses left"), text=uses_text, align=Qt.AlignmentFlag.AlignRight
    ),
    ColumnId.UNTIL: RowColumn(
        header=noop("grants", "Until"), text=until_text, align=Qt.AlignmentFlag.AlignRight
    ),
    ColumnId.HITS: RowColumn(
        header=noop("grants", "Let pass"),
        text=lambda row: number_text(row.hits),
        align=Qt.AlignmentFlag.AlignRight,
    ),
}


class GrantTable(RowTable[GrantRow]):
    """Grants as rows."""

    CONTEXT = "grants"

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__([COLUMNS[it] for it in ColumnId], lambda row: row.id, parent)

    def spoken(self, row: GrantRow) -> str:
        """How the grant stands, and what it lets pass."""
        return f"{word(GRANTS, state_of(row))}: {sentence_of(row)}"


def ends_text(row: GrantRow) -> str:
    """One line about a grant's life, for its details."""
    made = translate("grants", "made {0}").format(exact_text(row.created_at)[:19])
    passed = grants.tr("let %Ln calls pass", "", row.hits)
    uses = translate("grants", "no limit of uses")
    if row.uses_left is not None:
        uses = grants.tr("%Ln uses left", "", row.uses_left)
    until = translate("grants", "no end")
    if row.expires_at is not None:
        until = translate("grants", "until {0}").format(exact_text(row.expires_at)[:19])
    if row.revoked_at is not None:
        until = translate("grants", "revoked {0}").format(exact_text(row.revoked_at)[:19])
    return f"{made}  ·  {passed}  ·  {uses}  ·  {until}"
