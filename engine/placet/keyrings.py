"""The system's keyring, where there is one: the Secret Service, KWallet, the macOS keychain, the Windows vault.

Only those are taken: a plug-in that somebody installed could write secrets into a plain file, or send them away. A
machine without a session has none, and then secrets lie in a file of mode 0600 (`placet.work.channels`).
"""

from __future__ import annotations

import importlib
import logging
import sys
from typing import Any, Final, Protocol

__all__ = ["SERVICE", "KeyringFailed", "Store", "SystemKeyring"]

SERVICE: Final = "placet"
"""Under which name all of ours lies in the keyring; the rest is the name that each secret is given."""

_DESKTOPS: Final = (
    ("keyring.backends.SecretService", "Keyring"),
    ("keyring.backends.libsecret", "Keyring"),
    ("keyring.backends.kwallet", "DBusKeyring"),
)
_OF_SYSTEM: Final = {
    "darwin": (("keyring.backends.macOS", "Keyring"),),
    "win32": (("keyring.backends.Windows", "WinVaultKeyring"),),
}
# Only the system's own are tried: loading another's looks all over the machine for its libraries.
_TRUSTED: Final = _OF_SYSTEM.get(sys.platform, _DESKTOPS)

_log = logging.getLogger(__name__)


class KeyringFailed(Exception):
    """The keyring is locked, gone, or refused. The message is one sentence and repeats no secret."""


class Store(Protocol):
    """What we ask of a backend of the library `keyring`."""

    def get_password(self, service: str, username: str) -> str | None:
        """The secret, None when there is none."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a secret, in the place of the one of this name."""
        ...

    def delete_password(self, service: str, username: str) -> None:
        """Drop a secret."""
        ...


class SystemKeyring:
    """One keyring. Every method may block for as long as the system asks its user to unlock it: never on a loop."""

    def __init__(self, store: Store) -> None:
        """Use `SystemKeyring.find`."""
        self._store = store

    @classmethod
    def find(cls) -> SystemKeyring | None:
        """The keyring of this session; None when there is none that can be used. Blocking."""
        for module, name in _TRUSTED:
            store = _usable(module, name)
            if store is not None:
                return cls(store)
        return None

    def read(self, name: str) -> str | None:
        """The secret of this name; None when there is none.

        Raises:
            KeyringFailed: it can't be asked.
        """
        try:
            return self._store.get_password(SERVICE, name)
        except Exception as error:
            raise _failed(error) from None

    def write(self, name: str, secret: str) -> None:
        """Keep a secret.

        Raises:
            KeyringFailed: it isn't kept.
        """
        try:
            self._store.set_password(SERVICE, name, secret)
        except Exception as error:
            raise _failed(error) from None

    def remove(self, name: str) -> None:
        """Drop a secret. One that is gone already is no error, and one that stays is only noted in the log."""
        try:
            self._store.delete_password(SERVICE, name)
        except Exception as error:
            _log.warning("a secret could not be removed from the keyring: %s", type(error).__name__)


def _usable(module: str, name: str) -> Store | None:
    # Imported when a keyring is first needed: the library takes a tenth of a second, which no start should pay.
    try:
        kind: Any = getattr(importlib.import_module(module), name)
        if not kind.viable:
            return None
        store: Store = kind()
    except Exception as error:
        # Whatever a foreign service or a missing library throws means the same: this one can't be used here.
        _log.debug("no keyring by %s: %s", module, type(error).__name__)
        return None
    return store


def _failed(error: Exception) -> KeyringFailed:
    # The library's own words may quote what it was given.
    return KeyringFailed(f"The system's keyring can't be used: {type(error).__name__}.")
