"""A file of code, read once: its bytes, its text and its digest belong together (DECISIONS T21)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from placet.rules.errors import ToolFailed
from placet.tools.files.paths import names_of
from placet.tools.files.seeing import look, sha256_of
from placet.tools.quoting import counted, quoted

CODE_LIMIT_BYTES: Final = 1024 * 1024
"""The largest file that is run: a person is to read it."""


@dataclass(frozen=True, kw_only=True)
class CodeFile:
    """One file's bytes as they were read; `sha256` is theirs, in lower-case hex."""

    path: str
    data: bytes = field(repr=False)
    text: str = field(repr=False)
    sha256: str


def read_code(folder: str, path: str) -> CodeFile:
    """Read a file of an agent's folder, through no link. Blocking.

    Raises:
        ToolFailed: `not_found`, `too_large`, `not_text`, or what the path leads to can't be run.
    """
    file = look(folder, path, names_of(path)).file
    if file is None:
        raise ToolFailed(f"There is no {quoted(path, 200)}.", code="not_found")
    if file.data is None or file.size_bytes > CODE_LIMIT_BYTES:
        limit = counted(CODE_LIMIT_BYTES, "byte")
        raise ToolFailed(
            f"{quoted(path, 200)} is larger than {limit}, the most that is run.", code="too_large"
        )
    if file.text is None:
        raise ToolFailed(f"{quoted(path, 200)} is not UTF-8 text.", code="not_text")
    return CodeFile(path=path, data=file.data, text=file.text, sha256=sha256_of(file.data))
