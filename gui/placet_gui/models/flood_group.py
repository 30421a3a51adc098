"""What a group of one agent's requests says of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from placet_gui.texts import status_word
from placet_gui.words import Context, number_text, translate

floods = Context("floods")

if TYPE_CHECKING:
    from placet.api.views import TaskRow

_TOOLS_SHOWN: Final = 3


def group_key(agent_id: str) -> str:
    """The key of an agent's group among the keys of rows; no task's id is spelt so."""
    return f"group of {agent_id}"


@dataclass(frozen=True, kw_only=True)
class FloodGroup:
    """One agent's requests taken together: how many wait, for which tools, and since when the oldest does.

    `tools` are the names with how often each is asked for, the most frequent first; they are showable texts.
    `settled` counts those that were decided a moment ago, by status. `is_open`: each of them is shown by itself, too.
    """

    agent_id: str
    agent: str
    waiting: int
    tools: tuple[tuple[str, int], ...]
    oldest_ms: int | None
    settled: tuple[tuple[str, int], ...]
    is_open: bool

    @property
    def key(self) -> str:
        """What stands for it among the keys of rows."""
        return group_key(self.agent_id)

    @classmethod
    def of(cls, rows: Sequence[TaskRow], *, is_open: bool) -> FloodGroup:
        """The group of these rows, which are one agent's, and at least one."""
        waiting = [row for row in rows if row.can_decide]
        return cls(
            agent_id=rows[0].agent_id,
            agent=rows[0].agent,
            waiting=len(waiting),
            tools=tuple(Counter(row.tool for row in waiting).most_common()),
            oldest_ms=min((row.created_at for row in waiting), default=None),
            settled=tuple(Counter(row.status for row in rows if not row.can_decide).most_common()),
            is_open=is_open,
        )

    def count_words(self) -> str:
        """How many wait, or what became of them."""
        if self.waiting:
            return floods.tr("%Ln waiting", "", self.waiting)
        return ", ".join(f"{number_text(count)} {status_word(status)}" for status, count in self.settled)

    def tool_words(self) -> str:
        """Which tools are asked for, and how often; the rarest are counted only."""
        shown = [f"{tool} {number_text(count)}" for tool, count in self.tools[:_TOOLS_SHOWN]]
        if (left := len(self.tools) - _TOOLS_SHOWN) > 0:
            shown.append(floods.tr("%Ln more tools", "", left))
        return ", ".join(shown)

    def words(self) -> str:
        """The group read aloud."""
        parts = (
            translate("floods", "{0} asks a lot").format(self.agent),
            self.count_words(),
            self.tool_words(),
        )
        return ". ".join(part for part in parts if part)
