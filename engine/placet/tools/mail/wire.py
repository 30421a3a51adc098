"""The library's connection to a mail server, with our limits; loaded when one is first needed (`line`)."""

from __future__ import annotations

import imaplib
import socket
import ssl
from collections.abc import Callable
from typing import Any, Final

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from placet.rules.accounts import Account
from placet.tools.accounts.limits import Limits, TooMuch

_CONNECT_S: Final = 10.0


class Wire(imaplib.IMAP4):
    """The library's connection, with a limit of bytes, and a socket that is known before the first word comes."""

    def __init__(self, account: Account, limits: Limits, opened: Callable[[socket.socket], None]) -> None:
        self._limits = limits
        self._opened = opened
        self._left = limits.answer_bytes
        self._is_private = account.place["security"] == "tls"
        super().__init__(str(account.place["host"]), int(account.place["port"]), timeout=limits.time_s)

    def read(self, size: int) -> bytes:
        """So many bytes."""
        self._count(size)
        return super().read(size)

    def readline(self) -> bytes:
        """One line."""
        line = super().readline()
        self._count(len(line))
        return line

    def _count(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise TooMuch

    def _create_socket(self, timeout: float | None) -> socket.socket:
        plain = socket.create_connection((self.host, self.port), min(_CONNECT_S, self._limits.time_s))
        try:
            plain.settimeout(timeout)
            self._opened(plain)
            if not self._is_private:
                return plain
            trusted = ssl.create_default_context().wrap_socket(
                plain, server_hostname=self.host, do_handshake_on_connect=False
            )
        except BaseException:
            plain.close()
            raise
        try:
            self._opened(trusted)
            trusted.do_handshake()
        except BaseException:
            trusted.close()
            raise
        return trusted


class Client(IMAPClient):  # type: ignore[misc]  # the library has no types
    """The library, on such a connection. `opened` is told each socket as soon as there is one."""

    def __init__(self, account: Account, limits: Limits, opened: Callable[[socket.socket], None]) -> None:
        self._given = (account, limits, opened)
        super().__init__(str(account.place["host"]), int(account.place["port"]), ssl=False)

    def _create_IMAP4(self) -> Wire:  # noqa: N802 - the library's name
        return Wire(*self._given)

    def _set_read_timeout(self) -> None:
        """It has its own already."""

    def marked_folders(self, flag: bytes) -> list[str]:
        """The folders that the server marks with a flag (RFC 6154).

        WORKAROUND: the library asks for all folders, which are many, and one name among them that can't be read, which
        may be another user's doing, breaks the list. What we do: a server that can is asked for marked ones alone, and a
        name that can't be read is passed over. What it costs: a look into the library.
        """
        only = ("(SPECIAL-USE)",) if self.has_capability("SPECIAL-USE") else ()
        answer, listed = self._imap._simple_command("LIST", *only, '""', '"*"')  # noqa: SLF001 - see above
        self._checkok("LIST", answer, listed)
        _, lines = self._imap._untagged_response(answer, listed, "LIST")  # noqa: SLF001 - see above
        rows = [row for line in lines for row in self._folder_row(line)]
        return [str(name) for flags, _, name in rows if name and flag.lower() in {it.lower() for it in flags}]

    def _folder_row(self, line: Any) -> list[Any]:
        try:
            return list(self._proc_folder_list([line]))
        except (ValueError, LookupError, IMAPClientError):
            return []
