"""The data folder opened by a command itself, while no engine runs on it: the same verbs as over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from placet import app
from placet.api.commands import Command
from placet.api.engine import Engine
from placet.folder import DataFolder
from placet.rules.authority import Via

__all__ = ["opened", "submit"]


@contextmanager
def opened(folder: DataFolder) -> Iterator[Engine]:
    """An engine of this command's own; closed in order at the end.

    Raises:
        DataFolderInUse: a console, or an engine without HTTP, holds the folder.
    """
    engine = app.open(folder.root)
    try:
        yield engine
    finally:
        engine.close()


def submit(engine: Engine, command: Command) -> Any:
    """Carry a command out as the owner at this terminal."""
    return engine.run(engine.submit(command, app.owner_authority(Via.TERMINAL)))
