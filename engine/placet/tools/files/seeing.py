"""What is under a path: looked at through descriptors, pinned as a target, compared before an effect."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from placet.rules.errors import ToolFailed
from placet.tools.files.failures import told
from placet.tools.files.walking import Identity, Reach, identity_of, linked, reach
from placet.tools.quoting import counted, quoted

READ_LIMIT_BYTES = 4 * 1024 * 1024
"""The largest file that is read, compared by its bytes, or shown as a diff."""

# O_NONBLOCK: a FIFO that takes the place of a file between the look and the opening must not hang us.
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC

_BENT = frozenset({"outside_folder", "not_a_regular_file", "not_found", "not_a_folder", "is_a_folder"})
"""What a look-up says when a path no longer leads where it led."""


@dataclass(frozen=True, kw_only=True)
class SeenFile:
    """A regular file with one name. `data` is `None` above `READ_LIMIT_BYTES`; times are ns since 1970."""

    identity: Identity
    size_bytes: int
    modified_ns: int
    changed_ns: int
    mode: int
    owner: int
    group: int
    data: bytes | None

    @property
    def text(self) -> str | None:
        """Its text, `None` when it isn't UTF-8 or is too large."""
        try:
            return None if self.data is None else self.data.decode()
        except UnicodeDecodeError:
            return None

    def as_json(self) -> dict[str, Any]:
        """The pinned form: by its bytes where they were read, else by its time of change, set by nobody."""
        pinned: dict[str, Any] = {
            **self.identity.as_json(),
            "size": self.size_bytes,
            "mtime_ns": self.modified_ns,
        }
        if self.data is None:
            return {**pinned, "ctime_ns": self.changed_ns}
        return {**pinned, "sha256": sha256_of(self.data)}


@dataclass(frozen=True, kw_only=True)
class Seen:
    """What a path led to: the folders on the way, those still missing, and the file or its absence."""

    path: str
    folders: tuple[Identity, ...]
    missing: tuple[str, ...]
    file: SeenFile | None

    def as_target(self) -> dict[str, Any]:
        """Everything that an approval of a write was given about (DECISIONS T23)."""
        return {
            "path": self.path,
            "folders": [folder.as_json() for folder in self.folders],
            "missing_folders": list(self.missing),
            "file": None if self.file is None else self.file.as_json(),
        }


def look(root: str, path: str, names: Sequence[str]) -> Seen:
    """Look at a file's path afresh, from the agent's folder down. Blocking.

    Raises:
        ToolFailed: the path leads through or to something that file tools don't touch.
    """
    with reach(root, names[:-1]) as reached:
        return seen_from(reached, path, names[-1])


def seen_from(reached: Reach, path: str, name: str) -> Seen:
    """What lies under `name` in the folder that the walk reached.

    Raises:
        ToolFailed: it is there and isn't a regular file with one name, or can't be read.
    """
    file = None if reached.missing else _see_file(reached.descriptor, path, name)
    return Seen(path=path, folders=reached.folders, missing=reached.missing, file=file)


@contextmanager
def pinned(target: Mapping[str, Any] | None) -> Iterator[None]:
    """Within the block, a path that no longer leads where the approved target led is `target_changed`."""
    try:
        yield
    except ToolFailed as error:
        if target is None or error.code not in _BENT:
            raise
        raise target_changed(error.message) from error


def confirm(now: Mapping[str, Any], target: Mapping[str, Any] | None) -> None:
    """Compare what is there with what was shown; without a target nothing was pinned.

    Raises:
        ToolFailed: `target_changed`.
    """
    if target is not None and dict(now) != dict(target):
        raise target_changed("Something else is there now.")


def target_changed(why: str) -> ToolFailed:
    """The refusal of an effect on anything but what was shown."""
    return ToolFailed(
        f"The target isn't what it was when it was shown, so nothing was done. {why}", code="target_changed"
    )


def sha256_of(data: bytes) -> str:
    """The lower-case hex SHA-256."""
    return hashlib.sha256(data).hexdigest()


def kind_of(status: os.stat_result) -> str:
    """The word for what it is in a listing: `file`, `folder`, `link` or `other`."""
    if stat.S_ISREG(status.st_mode):
        return "file"
    if stat.S_ISDIR(status.st_mode):
        return "folder"
    return "link" if stat.S_ISLNK(status.st_mode) else "other"


def _see_file(folder: int, path: str, name: str) -> SeenFile | None:
    with told(path):
        try:
            # Looked at before it is opened: opening a device can already do something.
            _check_regular(os.stat(name, dir_fd=folder, follow_symlinks=False), path)
            descriptor = os.open(name, _FILE, dir_fd=folder)
        except FileNotFoundError:
            return None
        try:
            return _read_seen(descriptor, path)
        finally:
            os.close(descriptor)


def _read_seen(descriptor: int, path: str) -> SeenFile:
    status = os.fstat(descriptor)
    _check_regular(status, path)
    data = _read_bounded(descriptor) if status.st_size <= READ_LIMIT_BYTES else None
    return SeenFile(
        identity=identity_of(status),
        size_bytes=status.st_size if data is None else len(data),
        modified_ns=status.st_mtime_ns,
        changed_ns=status.st_ctime_ns,
        mode=stat.S_IMODE(status.st_mode),
        owner=status.st_uid,
        group=status.st_gid,
        data=data,
    )


def _read_bounded(descriptor: int) -> bytes | None:
    """The bytes of a file, or `None` when it turns out to be longer than the limit (it may be growing)."""
    pieces, left = [], READ_LIMIT_BYTES + 1
    while left and (piece := os.read(descriptor, left)):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces) if left else None


def _check_regular(status: os.stat_result, path: str) -> None:
    kind = kind_of(status)
    if kind == "link":
        raise linked(path)
    if kind == "folder":
        raise ToolFailed(f"{quoted(path, 200)} is a folder.", code="is_a_folder")
    if kind != "file":
        raise ToolFailed(f"{quoted(path, 200)} is not a regular file.", code="not_a_regular_file")
    if status.st_nlink > 1:
        others = counted(status.st_nlink - 1, "other name")
        text = f"{quoted(path, 200)} has {others} (hard links), which may be outside of this agent's folder."
        raise ToolFailed(text, code="not_a_regular_file")
