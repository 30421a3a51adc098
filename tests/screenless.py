"""Qt's platform without a screen, which remarks on standard error that it takes no window's least size."""

from __future__ import annotations

__all__ = ["without_remarks"]

_REMARK = "This plugin does not support propagateSizeHints()"


def without_remarks(said: str) -> str:
    """What a console without a screen said, but for the platform's own remarks."""
    return "".join(line for line in said.splitlines(keepends=True) if line.strip() != _REMARK)
