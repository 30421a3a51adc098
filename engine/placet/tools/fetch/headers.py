"""The headers of a request: which ones a caller may set, and which go along to another origin."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from placet.rules.errors import ToolFailed
from placet.tools.quoting import quoted

MAX_HEADERS: Final = 50
MAX_VALUE_CHARS: Final = 8192

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}")
_VALUE = re.compile(r"(?:[!-~](?:[ \t!-~]*[!-~])?)?")
# They frame the message, name its receiver or its method; a second opinion on those is how requests are smuggled.
_OURS = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect"}
    | {"keep-alive", "accept-encoding", "proxy-authorization", "proxy-connection", "forwarded"}
    | {"x-http-method", "x-http-method-override", "x-method-override"}
)
_HARMLESS = frozenset({"accept", "accept-language", "user-agent"})


def check_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Hand the headers back with their names in lower case.

    Raises:
        ToolFailed: `bad_header`.
    """
    if len(headers) > MAX_HEADERS:
        raise _refused(f"A request may carry at most {MAX_HEADERS} headers.")
    checked: dict[str, str] = {}
    for name, value in headers.items():
        lower = name.lower()
        if not _NAME.fullmatch(name) or lower in checked:
            raise _refused(f"{quoted(name, 200)} is no header's name, or is there twice.")
        if lower in _OURS:
            raise _refused(f"The header {lower} is Placet's to set.")
        if len(value) > MAX_VALUE_CHARS or not _VALUE.fullmatch(value):
            raise _refused(f"The value of the header {lower} is too long or isn't plain ASCII.")
        checked[lower] = value
    return checked


def headers_elsewhere(headers: Mapping[str, str]) -> dict[str, str]:
    """What of a request's headers may go along to another origin: nothing that could be a secret."""
    return {name: value for name, value in headers.items() if name in _HARMLESS}


def _refused(why: str) -> ToolFailed:
    return ToolFailed(why, code="bad_header")
