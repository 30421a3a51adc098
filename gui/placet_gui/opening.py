"""How the console is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from placet.folder import DataFolder


@dataclass(frozen=True, kw_only=True)
class Opening:
    """The data folder, HTTP and its port (None: as set), the window, a task to show, a demo."""

    folder: DataFolder
    http: bool = True
    port: int | None = None
    minimized: bool = False
    task_id: str | None = None  # what a link points to
    demo: Any = None  # a `placet.cli.demo.Demo`
