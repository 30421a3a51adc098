"""All backends of one console: the embedded one, and those of the settings."""

from __future__ import annotations

import os
import stat
import string
from collections.abc import Sequence
from pathlib import Path

from placet.backends.embedded import BACKEND_ID, EmbeddedBackend
from placet.backends.openai import OpenAIBackend
from placet.rules.errors import BadSetting, NotFound
from placet.rules.ports import Backend
from placet.settings import BackendSetting

_KEY_BYTES = 4096
_OTHERS = 0o077
_NOT_BLOCKING: int = getattr(os, "O_NONBLOCK", 0)
_KEY_CHARACTERS = frozenset(string.ascii_letters + string.digits + string.punctuation)


class Backends:
    """Finds a backend by its id. Lives on the engine's loop.

    A server is made when it is first asked for, so that one bad row doesn't keep the console from starting. Every
    kind of server of the settings is spoken to in the same way, by chat completions (generations 3).
    """

    def __init__(self, rows: Sequence[BackendSetting], models_folder: Path | None) -> None:
        self._rows = {row.id: row for row in rows}
        self._embedded = EmbeddedBackend(models_folder)
        self._made: dict[str, Backend] = {BACKEND_ID: self._embedded}

    def ids(self) -> list[str]:
        """The ids of all backends, the embedded one first."""
        return [BACKEND_ID, *self._rows]

    def get(self, backend_id: str) -> Backend:
        """The backend of this id.

        Raises:
            NotFound: there is none.
            BadSetting: its row in the settings can't be used: the address, or the place of the key.
        """
        if backend_id not in self._made:
            self._made[backend_id] = self._make(backend_id)
        return self._made[backend_id]

    def all(self) -> list[Backend]:
        """All backends, the embedded one first.

        Raises:
            BadSetting: a row of the settings can't be used.
        """
        return [self.get(backend_id) for backend_id in self.ids()]

    def ports(self) -> frozenset[int]:
        """On which ports children of ours listen now."""
        port = self._embedded.port
        return frozenset() if port is None else frozenset({port})

    async def close(self) -> None:
        """Close those that were made."""
        for backend in self._made.values():
            await backend.close()

    def _make(self, backend_id: str) -> OpenAIBackend:
        row = self._rows.get(backend_id)
        if row is None:
            raise NotFound(f"There is no backend {backend_id}.")
        key = None if row.api_key_ref is None else read_key(row.api_key_ref)
        return OpenAIBackend(row.id, row.base_url, api_key=key, models=row.models)


def read_key(reference: str) -> str:
    """The key that `file:<absolute path>` refers to: the file's one line, which only its owner may read.

    Raises:
        BadSetting: another kind of reference (a key's place in a keyring isn't supported), or the file can't be
            read, may be read by others, or doesn't hold a key. The content is never repeated.
    """
    kind, _, place = reference.partition(":")
    if kind != "file":
        raise BadSetting('A key is read from a file only: write api_key_ref = "file:/absolute/path".')
    path = Path(place)
    if not path.is_absolute():
        raise BadSetting(f"The path of a key is absolute, and {place} isn't.")
    key = _read_private(path).strip()
    if not key or not _KEY_CHARACTERS.issuperset(key):
        raise BadSetting(f"{path} doesn't hold a key: one word of plain characters.")
    return key


def _read_private(path: Path) -> str:
    try:
        # Not blocking, so that a pipe in this place is found out instead of waited for.
        with os.fdopen(os.open(path, os.O_RDONLY | _NOT_BLOCKING), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode) or found.st_size > _KEY_BYTES:
                raise BadSetting(f"{path} isn't a small file.")
            if os.name == "posix" and (found.st_mode & _OTHERS or found.st_uid not in {os.geteuid(), 0}):
                raise BadSetting(f"{path} may be read by others; its mode must be 0600, and its owner you.")
            return file.read(_KEY_BYTES).decode("ascii", errors="replace")
    except OSError as error:
        raise BadSetting(f"{path} can't be read: {error.strerror}.") from error
