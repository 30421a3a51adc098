"""Libraries that take long to load, each loaded when something of it is first used.

Whoever opens the console waits for all that is imported on the way, and no start of it talks to a server. To types and to
whoever packs the program, each name here is the library itself.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

__all__ = ["httpx", "imapclient"]


class _Late:
    """Stands for a module. What is asked of it is kept, so only the first time takes longer."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(importlib.import_module(self._name), attribute)
        setattr(self, attribute, found)
        return found


if TYPE_CHECKING:
    import httpx
    import imapclient
else:
    httpx: Final = _Late("httpx")
    imapclient: Final = _Late("imapclient")
