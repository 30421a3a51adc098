"""What becomes of a mistake of ours in one of Qt's handlers: it is logged and told, and the window lives on.

PySide hands an exception that leaves a slot, an event handler or a queued call to `sys.excepthook` and goes on.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from placet_gui.words import translate

_log = logging.getLogger(__name__)


@contextmanager
def told(show: Callable[[str], None]) -> Iterator[None]:
    """While in here, such a mistake goes to the log with its frames, and to the owner in one sentence, by `show`."""
    before = sys.excepthook

    def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):
            before(kind, error, trace)
            return
        _log.error("a handler of the window broke", exc_info=(kind, error, trace))
        show(translate("Mistakes", "Something went wrong inside; the log says what."))

    sys.excepthook = tell
    try:
        yield
    finally:
        sys.excepthook = before
