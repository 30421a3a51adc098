"""Links to a task, `placet://task/ID`: what programs and notes may point with."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["SCHEME", "task_of"]

SCHEME: Final = "placet://"
_TASK: Final = re.compile(r"placet://task/([A-Za-z0-9_-]{1,64})/?", re.ASCII)


def task_of(link: str) -> str | None:
    """The task that a link points to; None when it isn't exactly such a link."""
    found = _TASK.fullmatch(link)
    return None if found is None else found[1]
