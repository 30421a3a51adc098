"""What the system says about a file, in the words and codes that agents and owners see."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from placet.rules.errors import ToolFailed
from placet.tools.quoting import quoted

_SAID = {
    errno.ENOENT: ("not_found", "There is no {name}."),
    errno.EACCES: ("access_denied", "The system doesn't let Placet touch {name}."),
    errno.EPERM: ("access_denied", "The system doesn't let Placet touch {name}."),
    errno.EROFS: ("access_denied", "{name} is on a disk that is read only."),
    errno.ETXTBSY: ("access_denied", "{name} is a program that is running."),
    errno.ENOSPC: ("disk_full", "The disk is full; {name} was left as it was."),
    errno.EDQUOT: ("disk_full", "The disk quota is used up; {name} was left as it was."),
    errno.EFBIG: ("file_too_large", "The system refuses a file of this size; {name} was left as it was."),
    errno.ENAMETOOLONG: ("bad_path", "The name {name} is too long for this disk."),
    errno.EILSEQ: ("bad_path", "This disk can't hold the name {name}."),
    errno.EINVAL: ("bad_path", "This disk can't hold the name {name}."),
    errno.ENOTDIR: ("not_a_folder", "A part of {name} is not a folder."),
    errno.EISDIR: ("is_a_folder", "{name} is a folder."),
    errno.ELOOP: ("outside_folder", "{name} is a symbolic link, which file tools don't follow."),
    errno.ENXIO: ("not_a_regular_file", "{name} is not a regular file."),
}


@contextmanager
def told(path: str) -> Iterator[None]:
    """Turn what the system refuses inside the block into `ToolFailed`, said about this path."""
    try:
        yield
    except OSError as error:
        raise failure(error, path) from error


def failure(error: OSError, path: str) -> ToolFailed:
    """The failure for one answer of the system. Absolute paths never get into the text."""
    number = error.errno or 0
    code, text = _SAID.get(
        number, ("io_error", "The disk failed on {name}" + f" ({errno.errorcode.get(number, number)}).")
    )
    sentence = text.format(name=quoted(path, 200))
    return ToolFailed(sentence, code=code)
