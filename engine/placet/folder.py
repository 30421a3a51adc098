"""The data folder: where each thing of it lies, who may read it, and how a file in it is written whole.

Everything that Placet keeps is in this one folder (interfaces 6). It is the owner's alone: mode 0700,
and the files written here 0600, whatever the umask says.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

__all__ = [
    "CHALLENGE",
    "PROOF",
    "DataFolder",
    "FolderError",
    "check_target",
    "default_folder",
    "fill_whole",
    "open_plain",
    "proof_of",
    "state_folder",
    "sync_folder",
    "write_whole",
]

T = TypeVar("T")

CHALLENGE = "Placet-Challenge"
"""The header of `GET /health` with which a client asks for a proof; its value is drawn anew for each request."""
PROOF = "Placet-Proof"
"""The header of the answer."""

_OURS_ONLY = 0o700
_FILE_MODE = 0o600
_OTHERS = 0o077
_MOST_BENCH_BYTES = 1 << 20


class FolderError(Exception):
    """A folder can't be the data folder; the message is one sentence for the owner."""

    code = "data_folder_refused"


def default_folder(environment: Mapping[str, str]) -> Path:
    """Where the data folder lies when nobody says: `PLACET_DATA`, else the platform's place for user data."""
    named = environment.get("PLACET_DATA")
    if named:
        return Path(named).expanduser().absolute()
    import platformdirs  # noqa: PLC0415 - it brings much along, which a folder that was named doesn't need

    return platformdirs.user_data_path("placet", appauthor=False)


def state_folder() -> Path:
    """The platform's place for what a program remembers beside its data; it isn't part of a data folder."""
    import platformdirs  # noqa: PLC0415 - as above

    return platformdirs.user_state_path("placet", appauthor=False)


def write_whole(path: Path, content: bytes, *, last_look: Callable[[], None] | None = None) -> None:
    """Replace a file so that a crash leaves the old content or the new, never a piece. Mode 0600.

    `last_look` is called when the new content is on the disk and the old still in its place, which stays if it raises.
    """
    fill_whole(path, lambda file: file.write(content), last_look=last_look)


def open_plain(path: Path) -> BinaryIO:
    """Open a file to read it. Anything else than a plain file, such as a pipe that nobody writes to, is refused at once.

    Raises:
        OSError: it can't be read, or is no plain file.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "It is no plain file", str(path))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def check_target(path: Path, data: Path) -> None:
    """Look whether a file of the owner's may be written here, in the place of a plain file or of nothing.

    A device or a link would be put out of the way by it, and a part of the data folder lost.

    Raises:
        OSError: it may not.
    """
    if path.parent.resolve().is_relative_to(data.resolve()):
        raise OSError(errno.EPERM, "It would lie in the data folder", str(path))
    if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
        raise OSError(errno.EEXIST, "What lies there is no plain file", str(path))


def fill_whole(
    path: Path, fill: Callable[[BinaryIO], T], *, last_look: Callable[[], None] | None = None
) -> T:
    """As `write_whole`, for what is written piece by piece; answers what `fill` does.

    Raises:
        OSError: it can't be written; what was there is there.
    """
    import tempfile  # noqa: PLC0415 - a window that only reads waits for this module

    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(file.fileno(), _FILE_MODE)
            filled = fill(file)
            file.flush()
            os.fsync(file.fileno())
        if last_look is not None:
            last_look()
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return filled


def sync_folder(folder: Path) -> None:
    """Have the disk know which names a folder holds. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def proof_of(secret: str, challenge: str) -> str:
    """What only the engine that wrote the folder's note can answer to a challenge: HMAC-SHA-256, in hexadecimal.

    A port that a crash left can be taken by another user's program, which can't read the note.
    """
    return hmac.new(secret.encode(), f"placet.health.v1\0{challenge}".encode(), hashlib.sha256).hexdigest()


@dataclass(frozen=True, kw_only=True)
class DataFolder:
    """The paths of one data folder. Making this value touches no disk; `prepare` does."""

    root: Path

    @property
    def ledger(self) -> Path:
        """The ledger, one SQLite file; its `-wal` and `-shm` lie beside it."""
        return self.root / "ledger.sqlite"

    @property
    def lock(self) -> Path:
        """Held by the one process that may write."""
        return self.root / "lock"

    @property
    def service(self) -> Path:
        """Where a running engine listens, its process id, and the secret that it proves itself with (`proof_of`)."""
        return self.root / "service.json"

    @property
    def settings(self) -> Path:
        """The owner's settings."""
        return self.root / "settings.toml"

    @property
    def secrets(self) -> Path:
        """Keys of the owner's that the system's keyring doesn't hold: those of channels (mode 0600)."""
        return self.root / "secrets"

    @property
    def links(self) -> Path:
        """What is kept of each link to another program: its agent's token, and where it was put (mode 0600)."""
        return self.root / "links"

    @property
    def bench(self) -> Path:
        """What `placet bench` measured last, for the console's statistics."""
        return self.root / "bench.json"

    @property
    def logs(self) -> Path:
        """Log files, rotated."""
        return self.root / "logs"

    @property
    def models(self) -> Path:
        """Model weights."""
        return self.root / "models"

    @property
    def sandbox(self) -> Path:
        """Scratch space of sandboxed code."""
        return self.root / "sandbox"

    def is_made(self) -> bool:
        """True once a ledger lies there, so that the folder holds a record."""
        return self.ledger.exists()

    def is_free(self) -> bool:
        """True when there is nothing at this place yet, not even an empty folder (interfaces 1: `init`)."""
        return not self.root.exists()

    def prepare(self) -> None:
        """Make the folder and its parts where they are missing, and shut others out of it.

        Raises:
            FolderError: it is something else than a folder, or belongs to somebody else.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True, mode=_OURS_ONLY)
        except (FileExistsError, NotADirectoryError):
            raise FolderError(f"{self.root} isn't a folder.") from None
        except OSError as problem:
            raise FolderError(f"{self.root} can't be made: {problem.strerror}.") from None
        _shut_others_out(self.root)
        for part in (self.logs, self.models, self.sandbox):
            part.mkdir(exist_ok=True, mode=_OURS_ONLY)
            _shut_others_out(part)

    def write_service(self, url: str, pid: int, secret: str) -> None:
        """Tell clients of this folder where the engine listens, and how it proves that it is the one."""
        write_whole(self.service, json.dumps({"url": url, "pid": pid, "secret": secret}).encode())

    def read_service(self) -> dict[str, Any] | None:
        """What a running engine wrote, `{"url", "pid", "secret"}`; None when there is nothing readable."""
        try:
            found = json.loads(self.service.read_bytes())
        except (OSError, ValueError):
            return None
        if not isinstance(found, dict):
            return None
        return found if all(isinstance(found.get(key), str) for key in ("url", "secret")) else None

    def write_bench(self, rows: Sequence[Mapping[str, Any]], at_ms: int, version: str) -> None:
        """Keep what was measured, in the place of what was before."""
        kept = {"at_ms": at_ms, "version": version, "rows": list(rows)}
        write_whole(self.bench, json.dumps(kept, indent=1).encode())

    def read_bench(self) -> dict[str, Any] | None:
        """What was measured last, `{"at_ms", "version", "rows"}`; None when there is nothing readable.

        A row is a JSON object; what is in it is nobody's promise.
        """
        found = _read_object(self.bench, _MOST_BENCH_BYTES)
        if (
            found is None
            or not isinstance(found.get("at_ms"), int)
            or not isinstance(found.get("version"), str)
        ):
            return None
        rows = found.get("rows")
        return found if isinstance(rows, list) and all(isinstance(row, dict) for row in rows) else None

    def remove_service(self) -> None:
        """Take the note away; the engine no longer listens."""
        self.service.unlink(missing_ok=True)


def _read_object(path: Path, most_bytes: int) -> dict[str, Any] | None:
    """The JSON object in a file of ours; None when there is none, or the file is too large to be one of ours."""
    try:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
        found = json.loads(content) if len(content) <= most_bytes else None
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _shut_others_out(path: Path) -> None:
    found = path.stat()
    # Another user's folder stays theirs to read whatever its mode says now, so it is no place for secrets.
    if found.st_uid != os.geteuid():
        raise FolderError(f"{path} belongs to another user.")
    if stat.S_IMODE(found.st_mode) & _OTHERS:
        path.chmod(_OURS_ONLY)
