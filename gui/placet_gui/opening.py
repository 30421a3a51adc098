"""How the console is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from placet.folder import DataFolder


@dataclass(frozen=True, kw_only=True)
class Opening:
    """The data folder, HTTP and its port (None: as set), the window, a demo."""

    folder: DataFolder
    http: bool = True
    port: int | None = None
    minimized: bool = False
    demo: Any = None  # a `placet.cli.demo.Demo`
