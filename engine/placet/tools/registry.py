"""Which tools there are."""

from __future__ import annotations

from collections.abc import Iterable

from placet.rules.errors import NotEnabled
from placet.rules.ports import Tool
from placet.tools.files.fs_delete import FsDelete
from placet.tools.files.fs_edit import FsEdit
from placet.tools.files.fs_list import FsList
from placet.tools.files.fs_read import FsRead
from placet.tools.files.fs_write import FsWrite
from placet.tools.quoting import quoted
from placet.tools.schemas import Schema
from placet.tools.turn_end import TurnEnd


class Registry:
    """Tools by name, each with its schema compiled once. Read only, so safe from any thread."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise RuntimeError(f"two tools are called {tool.name}")
            self._tools[tool.name] = tool
        self._schemas = {name: Schema(tool.schema) for name, tool in self._tools.items()}

    def get(self, name: str) -> Tool | None:
        """The tool of this name; `None` when there is none."""
        return self._tools.get(name)

    def names(self) -> tuple[str, ...]:
        """All names, in the order in which the tools were given."""
        return tuple(self._tools)

    def schema_of(self, name: str) -> Schema:
        """The compiled schema of a tool's arguments.

        Raises:
            NotEnabled: there is no such tool.
        """
        try:
            return self._schemas[name]
        except KeyError:
            raise NotEnabled(f"There is no tool called {quoted(name, 200)}.") from None


def builtin() -> Registry:
    """The tools that Placet brings along."""
    return Registry([FsRead(), FsList(), FsWrite(), FsEdit(), FsDelete(), TurnEnd()])
