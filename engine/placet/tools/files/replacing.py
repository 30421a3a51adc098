"""Giving a name new bytes so that everybody sees either all of the old or all of the new ones.

The order, which is the promise: make the missing folders, write a temporary file beside the name, sync it,
ask for a stop, look again, rename, sync the folder. Whatever fails before the rename leaves no trace. A crash
may leave the temporary file, until a later write into that folder takes it away.

Not promised: extended attributes and access lists of a replaced file are not carried over; between the last
look and the rename another program of the same user has some microseconds in which its own write to the old
file is lost.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import StopSignal
from placet.tools.files.failures import told
from placet.tools.files.own import OwnTraces, temporary_name
from placet.tools.files.seeing import Seen, SeenFile, target_changed
from placet.tools.files.walking import Identity, Reach, identity_of, open_folder, readable
from placet.tools.quoting import quoted

_TEMPORARY = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_NOREPLACE = 1  # RENAME_NOREPLACE, linux/fs.h
_LIBC = ctypes.CDLL(None, use_errno=True)


def check_rights(seen: Seen, name: str, reached: Reach) -> None:
    """Ask the system, without touching anything, whether a write would be let through. Blocking.

    A rename needs no right on the file that it replaces, but whoever took that right away meant the file to
    stay.

    Raises:
        ToolFailed: `access_denied`.
    """
    # Syncing the folder needs the right to read it; after the rename it is too late to refuse.
    places = [(".", os.R_OK | os.W_OK | os.X_OK), *([] if seen.file is None else [(name, os.W_OK)])]
    for place, rights in places:
        if not _may(place, rights, reached.descriptor):
            text = f"The system doesn't let Placet write {quoted(seen.path, 200)}."
            raise ToolFailed(text, code="access_denied")


def put(
    data: bytes,
    name: str,
    seen: Seen,
    reached: Reach,
    stop: StopSignal,
    look_again: Callable[[], Seen],
    own: OwnTraces,
) -> None:
    """Write `data` under `name` in the folder of `seen`, only if `look_again` still sees just that at the
    end. Blocking. `own` is told of the folders that are made for it.

    Raises:
        ToolStopped: `stop` was set before the rename; nothing was changed.
        ToolFailed: `target_changed`, or what the disk said; nothing was changed, except with `not_durable`.
    """
    with told(seen.path), _folders_made(seen, reached, own) as (folder, ready):
        temporary = _written(data, ready.file, folder)
        try:
            if stop.is_set():
                raise ToolStopped("Stopped before anything was written.")
            if look_again() != ready:
                raise target_changed("Something else is there now.")
            _give_name(temporary, name, ready.file is None, folder)
        except BaseException:
            _discard(temporary, folder)
            raise
        sync_folder(folder, seen.path, "written")
        own.sweep(folder)


@contextmanager
def _folders_made(seen: Seen, reached: Reach, own: OwnTraces) -> Iterator[tuple[int, Seen]]:
    """Make the missing folders, unmade when the block fails. Yields the last and what should be seen now."""
    with ExitStack() as held, ExitStack() as undo:  # unmade first, closed afterwards
        parent = reached.descriptor
        made: list[Identity] = []
        for name in seen.missing:
            with own.making:
                parent = _make_folder(name, parent, seen.path, undo, held, own)
            made.append(identity_of(os.fstat(parent)))
        yield parent, replace(seen, folders=(*seen.folders, *made), missing=())
        undo.pop_all()


def _may(name: str, rights: int, folder: int) -> bool:
    effective = os.access in os.supports_effective_ids
    return os.access(name, rights, dir_fd=folder, effective_ids=effective, follow_symlinks=False)


def _make_folder(name: str, parent: int, path: str, undo: ExitStack, held: ExitStack, own: OwnTraces) -> int:
    """Make one folder, or take the one that another write of ours made meanwhile; returns its descriptor."""
    try:
        os.mkdir(name, 0o755, dir_fd=parent)
        is_new = True
    except FileExistsError:
        is_new = False
    if is_new:
        undo.callback(_unmake_folder, name, parent)
        _sync(parent)
    made = open_folder(name, parent, path)
    if made is None:
        raise target_changed(f"{quoted(name, 200)} was removed by somebody else meanwhile.")
    held.callback(os.close, made)
    identity = identity_of(os.fstat(made))
    if is_new:
        own.note_made(identity)
    elif not own.made(identity):
        raise target_changed(f"{quoted(name, 200)} was made by somebody else meanwhile.")
    return made


def _unmake_folder(name: str, parent: int) -> None:
    try:
        os.rmdir(name, dir_fd=parent)
    except OSError:
        pass  # somebody put something into it, so it is theirs now


def _written(data: bytes, old: SeenFile | None, folder: int) -> str:
    """Write and sync a temporary file in the folder; returns its name. New files get the usual mode."""
    temporary = temporary_name()
    descriptor = os.open(temporary, _TEMPORARY, 0o666 if old is None else 0o600, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb", buffering=0) as file:
            _write_all(file.fileno(), data)
            if old is not None:
                _keep_rights(file.fileno(), old)
            os.fsync(file.fileno())
    except BaseException:
        _discard(temporary, folder)
        raise
    return temporary


def _discard(temporary: str, folder: int) -> None:
    try:
        os.unlink(temporary, dir_fd=folder)
    except OSError:
        pass  # the failure that brought us here is the one to tell


def _write_all(descriptor: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]


def _keep_rights(descriptor: int, old: SeenFile) -> None:
    """Owner, group and mode as before; set-user-id and its kin are dropped, as on any write."""
    status = os.fstat(descriptor)
    if (status.st_uid, status.st_gid) != (old.owner, old.group):
        os.fchown(descriptor, old.owner, old.group)
    os.fchmod(descriptor, old.mode & 0o777)


def _give_name(temporary: str, name: str, is_new: bool, folder: int) -> None:
    if not is_new:
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
        return
    try:
        rename_to_free_name(temporary, name, folder)
    except FileExistsError:
        raise target_changed(f"{quoted(name, 200)} was made by somebody else meanwhile.") from None


def rename_to_free_name(temporary: str, name: str, folder: int) -> None:
    """Rename unless the name is taken: in one step where the system has it, else by a second name.

    Raises:
        FileExistsError: it is taken. OSError: what else the system said.
    """
    rename = getattr(_LIBC, "renameat2", None)
    if rename is not None:
        if rename(folder, os.fsencode(temporary), folder, os.fsencode(name), ctypes.c_uint(_NOREPLACE)) == 0:
            return
        number = ctypes.get_errno()
        if number not in (errno.ENOSYS, errno.EINVAL):
            raise OSError(number, os.strerror(number))
    os.link(temporary, name, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)
    os.unlink(temporary, dir_fd=folder)


def sync_folder(folder: int, path: str, done: str) -> None:
    """Have the disk keep a change of names that has happened already; `done` is what was done to the path.

    Raises:
        ToolFailed: `not_durable`; what fails here is only about its outliving a power cut.
    """
    try:
        _sync(folder)
    except OSError as error:
        text = f"{quoted(path, 200)} was {done}, but the disk did not confirm that it outlives a power cut."
        raise ToolFailed(text, code="not_durable") from error


def _sync(folder: int) -> None:
    descriptor = readable(folder)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
