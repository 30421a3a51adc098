"""Which file systems a ledger isn't safe on: SQLite's locks and its shared memory don't hold over a network."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["network_kind"]

_MOUNTS: Final = Path("/proc/self/mountinfo")
_OVER_A_NETWORK: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "9p", "ceph", "glusterfs", "lustre", "gfs2"}
)
_HELPED_ALONG: Final = "fuse."  # sshfs, davfs, cloud drives: each a program of its own with locks of its own
_LOCAL_HELPERS: Final = frozenset(
    {"fuse.ext4", "fuse.gocryptfs", "fuse.encfs", "fuse.mergerfs", "fuse.overlayfs"}
)


def network_kind(path: Path, mounts: Path = _MOUNTS) -> str | None:
    """The kind of file system that a folder lies on, when it is one over a network; None when it isn't, or nobody knows.

    Linux only: other systems don't say it in a file. `mounts` has the kernel's format (proc(5), `mountinfo`).
    """
    real = os.path.realpath(path)
    try:
        lines = mounts.read_text(errors="surrogateescape").splitlines()
    except OSError:
        return None
    kind = ""
    longest = 0
    for point, its_kind in _read(lines):
        # The longest mount point that leads there counts, and of two at one place the later one: it lies on top.
        if _covers(point, real) and len(point) >= longest:
            longest, kind = len(point), its_kind
    remote = kind in _OVER_A_NETWORK or (kind.startswith(_HELPED_ALONG) and kind not in _LOCAL_HELPERS)
    return kind if remote else None


def _read(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Mount points and their kinds. A line without the dash that stands before the kind is none."""
    for line in lines:
        before, dash, after = line.partition(" - ")
        words = before.split(" ")
        if dash and len(words) > 4:
            yield _plain(words[4]), after.split(" ")[0]


def _plain(point: str) -> str:
    for code, char in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        point = point.replace(code, char)
    return point


def _covers(point: str, path: str) -> bool:
    return point in {"/", path} or path.startswith(f"{point}/")
