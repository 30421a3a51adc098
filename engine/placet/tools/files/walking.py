"""Going down from an agent's folder by directory descriptors, one name at a time, never through a link.

A path that is looked up by the system as a whole can be bent between two look-ups by swapping one of its
folders for a symbolic link. Here each folder is opened by its name in the one before it with `O_NOFOLLOW`,
and what is then held is the folder itself and not its name (DECISIONS T23).
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath

from placet.rules.errors import ToolFailed
from placet.tools.files.failures import failure
from placet.tools.quoting import quoted

# O_PATH needs no right to read the folder, only to pass it; where it doesn't exist (macOS) reading is asked
# for.
_FOLDER = getattr(os, "O_PATH", 0) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READABLE = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Which file or folder it is, whatever its name: it changes when the name is given to another."""

    device: int
    inode: int

    def as_json(self) -> dict[str, int]:
        """The pinned form, part of a preview's target."""
        return {"device": self.device, "inode": self.inode}


@dataclass(frozen=True, kw_only=True)
class Reach:
    """How far a path's folders exist: `descriptor` is the deepest of them, open while the walk lasts.

    `folders` are their identities from the agent's folder down; `missing` are the names below that don't
    exist.
    """

    descriptor: int
    folders: tuple[Identity, ...]
    missing: tuple[str, ...]


@contextmanager
def reach(root: str, names: Sequence[str]) -> Iterator[Reach]:
    """Walk from the agent's folder `root` (absolute, no link in it) as far as `names` lead.

    Raises:
        ToolFailed: `outside_folder` for a symbolic link, `not_a_folder`, `access_denied`, or the agent's
            folder is gone.
    """
    descriptor = _open_root(root)
    try:
        folders = [identity_of(os.fstat(descriptor))]
        missing: tuple[str, ...] = ()
        for depth, name in enumerate(names):
            below = open_folder(name, descriptor, "/".join(names[: depth + 1]))
            if below is None:
                missing = tuple(names[depth:])
                break
            os.close(descriptor)
            descriptor = below
            folders.append(identity_of(os.fstat(descriptor)))
        yield Reach(descriptor=descriptor, folders=tuple(folders), missing=missing)
    finally:
        os.close(descriptor)


def open_folder(name: str, parent: int, shown: str) -> int | None:
    """Open the folder `name` in the folder `parent`; `None` when there is nothing. The caller closes it.

    Raises:
        ToolFailed: it is a link or no folder, said about the path `shown`.
    """
    try:
        return os.open(name, _FOLDER, dir_fd=parent)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in (errno.ENOTDIR, errno.ELOOP) and _is_link(name, parent):
            raise linked(shown) from error
        raise failure(error, shown) from error


def readable(descriptor: int) -> int:
    """Open a held folder once more, for listing and for syncing. The caller closes it."""
    return os.open(".", _READABLE, dir_fd=descriptor)


def identity_of(status: os.stat_result) -> Identity:
    """The identity in what the system says about a file."""
    return Identity(device=status.st_dev, inode=status.st_ino)


def linked(path: str) -> ToolFailed:
    """The refusal of a symbolic link."""
    text = f"{quoted(path, 200)} is a symbolic link, which file tools don't follow."
    return ToolFailed(text, code="outside_folder")


def _open_root(root: str) -> int:
    top, *names = PurePosixPath(root).parts
    if top != "/":
        raise RuntimeError(f"an agent's folder must be an absolute path, not {root!r}")
    descriptor = os.open("/", _FOLDER)
    for name in names:
        try:
            below = os.open(name, _FOLDER, dir_fd=descriptor)
        except OSError as error:
            raise _root_lost(error) from error
        finally:
            os.close(descriptor)
        descriptor = below
    return descriptor


def _root_lost(error: OSError) -> ToolFailed:
    if error.errno == errno.ENOENT:
        return ToolFailed("This agent's folder is gone.", code="not_found")
    if error.errno in (errno.ENOTDIR, errno.ELOOP):
        return ToolFailed(
            "The way to this agent's folder leads through a link or a file now.", code="outside_folder"
        )
    return failure(error, "this agent's folder")


def _is_link(name: str, parent: int) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)
    except OSError:
        return False
