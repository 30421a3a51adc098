"""Which folders may become an agent's (DECISIONS T23)."""

from __future__ import annotations

import pwd
from collections.abc import Iterable
from pathlib import Path

from placet.rules.errors import BadDeclaration


def check_agent_folder(folder: Path, *, data_folder: Path, others: Iterable[Path]) -> Path:
    """Return the real path of an agent's folder, made (0700) when it is missing. Blocking; a leading `~` is
    understood.

    Folders are told apart by what they are and not only by how they are spelled: other letter cases and bind
    mounts of one folder count as that folder.

    Raises:
        BadDeclaration: `/folder` is `/`, is or holds a home, overlaps with the data folder or with one of
            `others`, or can't be a folder.
    """
    real = _real(folder)
    _check_homes(real)
    if _overlap(real, data_folder.resolve()):
        raise _refused("An agent's folder may not touch Placet's data folder.")
    if any(_overlap(real, other.resolve()) for other in others):
        raise _refused("An agent's folder may not overlap with another agent's.")
    _make(real)
    return real


def _real(folder: Path) -> Path:
    try:
        expanded = folder.expanduser()
        if not expanded.is_absolute():
            raise _refused("An agent's folder is an absolute path, or one that starts with ~.")
        return expanded.resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, no such home, a NUL
        raise _refused("The path of an agent's folder leads nowhere.") from error


def _check_homes(real: Path) -> None:
    if real == Path(real.anchor):
        raise _refused("An agent's folder may not be the root of all files.")
    homes = {Path(entry.pw_dir) for entry in pwd.getpwall() if entry.pw_dir.startswith("/")} | {Path.home()}
    if any(lies_in(home.resolve(), real) for home in homes):
        raise _refused("An agent's folder may not be a home, nor hold one; take a folder in it.")


def _overlap(one: Path, other: Path) -> bool:
    return lies_in(one, other) or lies_in(other, one)


def lies_in(inner: Path, outer: Path) -> bool:
    """Whether `inner` is `outer` or lies in it, by spelling or by identity."""
    line = (inner, *inner.parents)
    return outer in line or _identity(outer) in {_identity(each) for each in line} - {None}


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _make(real: Path) -> None:
    try:
        real.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError as error:
        raise _refused("What should be an agent's folder is not a folder.") from error
    except OSError as error:
        raise _refused(f"An agent's folder can't be made: {error.strerror}.") from error
    if real.resolve() != real:
        raise _refused("The path of an agent's folder changed while it was looked at.")


def _refused(why: str) -> BadDeclaration:
    return BadDeclaration(why, pointer="/folder")
