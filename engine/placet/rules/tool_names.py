"""What a tool may be called: by a declaration, or by an outside harness that asks about one of its own."""

from __future__ import annotations

import re
from typing import Final

RULE: Final = "must be made of letters, digits, _, -, . and :, and be at most 128 long"
"""The rule in words, for the end of a sentence."""
_NAME: Final = re.compile(r"[A-Za-z0-9_.:-]{1,128}")


def is_tool_name(name: str) -> bool:
    """Whether a tool may be called this. A name is shown on cards and in lists, so it holds nothing that misleads."""
    return _NAME.fullmatch(name) is not None
