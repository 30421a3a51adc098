"""Every file of an agent's folder, with the digest of its bytes, through no link and within bounds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from placet.rules.errors import ToolFailed
from placet.tools.files.paths import names_of
from placet.tools.files.seeing import seen_from, sha256_of
from placet.tools.files.walking import Reach, reach, readable

MOST_FILES: Final = 2_000
MOST_DEPTH: Final = 16
MOST_BYTES: Final = 64 * 1024 * 1024
"""How many bytes one listing reads; what comes after that has no digest."""


@dataclass(frozen=True, kw_only=True)
class ListedFile:
    """A regular file; `sha256` None: too large, or the listing had read enough."""

    path: str
    size_bytes: int
    sha256: str | None


@dataclass(frozen=True, kw_only=True)
class Listing:
    """Files by path; `truncated` when there are more."""

    files: tuple[ListedFile, ...]
    truncated: bool


def list_files(folder: str) -> Listing:
    """List an agent's folder. Blocking. Links, devices and files with several names are left out.

    Raises:
        ToolFailed: the folder is gone, or can't be read.
    """
    left_bytes = MOST_BYTES
    found: list[ListedFile] = []
    with reach(folder, ()) as reached:
        top = readable(reached.descriptor)
        try:
            for path, descriptor, name in _walk(top, ""):
                if len(found) == MOST_FILES:
                    return Listing(files=tuple(found), truncated=True)
                listed = _listed(path, descriptor, name, left_bytes)
                if listed is not None:
                    found.append(listed)
                    left_bytes -= listed.size_bytes if listed.sha256 else 0
        finally:
            os.close(top)
    return Listing(files=tuple(found), truncated=False)


def _walk(top: int, prefix: str) -> Iterator[tuple[str, int, str]]:
    """Each file's path, the descriptor of its folder, and its name; folders in the order of their names."""
    with os.scandir(top) as entries:
        kinds = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
    for name, is_folder in kinds:
        path = prefix + name
        if not is_folder:
            yield path, top, name
        elif path.count("/") < MOST_DEPTH:
            yield from _below(top, name, path)


def _below(top: int, name: str, path: str) -> Iterator[tuple[str, int, str]]:
    try:
        below = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=top)
    except OSError:  # it went away, became a link, or isn't ours to read
        return
    try:
        yield from _walk(below, path + "/")
    finally:
        os.close(below)


def _listed(path: str, descriptor: int, name: str, left_bytes: int) -> ListedFile | None:
    try:
        names_of(path)
        file = seen_from(Reach(descriptor=descriptor, folders=(), missing=()), path, name).file
    except ToolFailed:
        return None
    if file is None:
        return None
    known = file.data is not None and file.size_bytes <= left_bytes
    digest = sha256_of(file.data) if known and file.data is not None else None
    return ListedFile(path=path, size_bytes=file.size_bytes, sha256=digest)
