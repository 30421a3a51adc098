"""All backends of one console: the embedded one, and those of the settings."""

from __future__ import annotations

import os
import stat
import string
from collections.abc import Callable, Sequence
from pathlib import Path

from placet.backends.embedded import BACKEND_ID, EmbeddedBackend
from placet.backends.openai import OpenAIBackend
from placet.keyrings import SERVICE, KeyringFailed, SystemKeyring
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

    def __init__(
        self,
        rows: Sequence[BackendSetting],
        models_folder: Path | None,
        keyring: Callable[[], SystemKeyring | None] = lambda: None,
    ) -> None:
        """`keyring` finds the system's keyring, for keys that lie there."""
        self._keyring = keyring
        self._keys: dict[str, str | BadSetting] = {}
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

    @property
    def embedded(self) -> EmbeddedBackend:
        """The model inside."""
        return self._embedded

    def add(self, row: BackendSetting) -> None:
        """Know one more server, which the settings hold by now."""
        self._rows[row.id] = row

    def addresses(self) -> list[str]:
        """Where all servers of the settings are."""
        return [row.base_url for row in self._rows.values()]

    def ports(self) -> frozenset[int]:
        """On which ports children of ours listen now."""
        port = self._embedded.port
        return frozenset() if port is None else frozenset({port})

    def wants_keyring(self) -> bool:
        """Whether `fetch_keys` has something to fetch."""
        return any(_in_keyring(row.api_key_ref) for row in self._rows.values())

    def fetch_keys(self) -> None:
        """Read the keys that lie in the system's keyring. Blocking, until whoever sits there has unlocked it."""
        for row in self._rows.values():
            if row.api_key_ref is not None and _in_keyring(row.api_key_ref):
                try:
                    self._keys[row.id] = read_key(row.api_key_ref, self._keyring)
                except BadSetting as error:
                    self._keys[row.id] = error

    def _key(self, backend_id: str, reference: str) -> str:
        if not _in_keyring(reference):
            return read_key(reference)
        found = self._keys.get(backend_id)
        if found is None:
            raise BadSetting(f"The system's keyring has not given the key of {backend_id} yet; is it locked?")
        if isinstance(found, BadSetting):
            raise found
        return found

    async def close(self) -> None:
        """Close those that were made."""
        for backend in self._made.values():
            await backend.close()

    def _make(self, backend_id: str) -> OpenAIBackend:
        row = self._rows.get(backend_id)
        if row is None:
            raise NotFound(f"There is no backend {backend_id}.")
        key = None if row.api_key_ref is None else self._key(row.id, row.api_key_ref)
        return OpenAIBackend(row.id, row.base_url, kind=row.kind, api_key=key, models=row.models)


def _in_keyring(reference: str | None) -> bool:
    return reference is not None and reference.startswith("keyring:")


def read_key(reference: str, keyring: Callable[[], SystemKeyring | None] = lambda: None) -> str:
    """The key that a reference names: `file:<absolute path>`, the one line of a file that only its owner may read, or
    `keyring:<name>`, a secret that lies in the system's keyring under our service and this name. Blocking.

    Raises:
        BadSetting: another kind of reference, or the key can't be had, may be read by others, or is none. Nothing of
            it is ever repeated.
    """
    kind, _, place = reference.partition(":")
    if kind == "keyring":
        return _from_keyring(place, keyring())
    if kind != "file":
        raise BadSetting('A key is named by api_key_ref = "file:/absolute/path" or "keyring:NAME".')
    path = Path(place)
    if not path.is_absolute():
        raise BadSetting(f"The path of a key is absolute, and {place} isn't.")
    key = _read_private(path).strip()
    if not key or not _KEY_CHARACTERS.issuperset(key):
        raise BadSetting(f"{path} doesn't hold a key: one word of plain characters.")
    return key


def _from_keyring(name: str, keyring: SystemKeyring | None) -> str:
    if keyring is None:
        raise BadSetting(
            "There is no keyring here; put the key into a file and name that (file:/absolute/path)."
        )
    try:
        key = keyring.read(name)
    except KeyringFailed as error:
        raise BadSetting(str(error)) from None
    if not key or not _KEY_CHARACTERS.issuperset(key):
        text = f"The keyring holds no key for the service {SERVICE} and the name {name}: one word of plain characters."
        raise BadSetting(text)
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
