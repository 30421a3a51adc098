"""Where the owner's secrets lie: in the system's keyring, and where there is none or it refuses, in a file of mode 0600.

The file has a section for each kind of thing that has secrets, and in it an entry for each thing by its name: what may
be told of it, the generation of its secret, and the secret itself or that the keyring has it, under that generation.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from placet.folder import write_whole
from placet.keyrings import KeyringFailed, SystemKeyring
from placet.rules.errors import SecretsUnreadable

_log = logging.getLogger(__name__)
IN_KEYRING: Final = "in_keyring"
SECRET: Final = "secret"  # noqa: S105 - the name of a member
GENERATION: Final = "generation"


class Strongbox:
    """One per data folder. Every method may block, and for long where the keyring asks its user: never on the loop."""

    def __init__(self, path: Path, keyring: Callable[[], SystemKeyring | None]) -> None:
        """`keyring` finds the system's keyring; it is asked once, when a secret is first written or read."""
        self._path = path
        self._find_keyring = keyring
        self._guard = threading.Lock()

    def entries(self, section: str) -> dict[str, Any]:
        """What the file says of each thing of a section, by name. Asks no keyring.

        Raises:
            SecretsUnreadable: the file isn't as it was written.
        """
        found: dict[str, Any] = self._read().get(section, {})
        if not isinstance(found, dict):
            raise unreadable()
        return found

    def keep(self, section: str, name: str, entry: Mapping[str, Any], secret: Mapping[str, Any]) -> None:
        """Keep a thing, in the place of the one of its name; on the disk when this returns.

        First the secret, then the file that says where it lies; what nothing names any more goes last.

        Raises:
            SecretsUnreadable: the file isn't as it was written; nothing was changed.
        """
        generation = str(entry[GENERATION])
        with self._guard:
            kept = self._read()
            section_of = kept.setdefault(section, {})
            before = section_of.get(name)
            in_keyring = self._to_keyring(name, generation, secret)
            section_of[name] = {**entry, **({IN_KEYRING: True} if in_keyring else {SECRET: dict(secret)})}
            try:
                write_whole(self._path, json.dumps(kept, indent=1).encode())
            except BaseException:
                if in_keyring and self._keyring is not None:
                    self._keyring.remove(generation)
                raise
            self._forget(before)

    def drop(self, section: str, name: str) -> None:
        """Forget a thing and its secret; one that isn't there is none already.

        Raises:
            SecretsUnreadable: the file isn't as it was written; nothing was changed.
        """
        with self._guard:
            kept = self._read()
            before = kept.get(section, {}).pop(name, None)
            if before is None:
                return
            write_whole(self._path, json.dumps(kept, indent=1).encode())
            self._forget(before)

    def secret_of(self, entry: Mapping[str, Any], what: str = "entry") -> dict[str, Any]:
        """The secret of an entry; `what` is a word of ours for the thing that has it.

        Raises:
            SecretsUnreadable: the keyring isn't there, or doesn't give it.
        """
        if entry.get(IN_KEYRING) is not True:
            secret = entry.get(SECRET, {})
            if not isinstance(secret, dict):
                raise unreadable()
            return secret
        return self._from_keyring(str(entry[GENERATION]), what)

    @cached_property
    def _keyring(self) -> SystemKeyring | None:
        return self._find_keyring()

    def _forget(self, entry: Any) -> None:
        if isinstance(entry, dict) and entry.get(IN_KEYRING) and self._keyring is not None:
            self._keyring.remove(entry[GENERATION])

    def _to_keyring(self, name: str, generation: str, secret: Mapping[str, Any]) -> bool:
        """Whether the keyring took it; where it didn't, the file will, so that the owner's thing works."""
        if not secret or self._keyring is None:
            return False
        try:
            self._keyring.write(generation, json.dumps(dict(secret)))
        except KeyringFailed as error:
            _log.warning("the secrets of %s go into the file: %s", name, error)
            return False
        return True

    def _from_keyring(self, generation: str, what: str) -> dict[str, Any]:
        if self._keyring is None:
            raise SecretsUnreadable(f"The secret of this {what} lies in a keyring that isn't there now.")
        try:
            found = json.loads(self._keyring.read(generation) or "null")
        except KeyringFailed as error:
            raise SecretsUnreadable(str(error)) from None
        except ValueError:
            raise unreadable() from None
        if not isinstance(found, dict):
            raise SecretsUnreadable(f"The keyring doesn't hold the secret of this {what} any more.")
        return found

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise unreadable() from error
        if not isinstance(found, dict) or not all(isinstance(part, dict) for part in found.values()):
            raise unreadable()
        return found


def unreadable() -> SecretsUnreadable:
    """What is raised when the file, or an entry of it, isn't as it was written."""
    return SecretsUnreadable("The file “secrets” of the data folder is not as Placet wrote it.")
