"""One connection to a mail server: private as the owner declared, limited in time and in what it takes in.

What the server says is untrusted, how long it takes too: each wait is limited, and so is their sum. A connection serves
one call and is closed after it.
"""

from __future__ import annotations

import contextlib
import imaplib
import logging
import socket
import ssl
import threading
from collections.abc import Iterator
from typing import Any, Final

from placet.late import imapclient
from placet.rules.accounts import Account
from placet.rules.errors import ToolFailed
from placet.tools.accounts.leave import unattempted
from placet.tools.accounts.limits import Limits, TooMuch

_log = logging.getLogger(__name__)
_PLAIN: Final = b"AUTH=PLAIN"
_NO_LOGIN: Final = b"LOGINDISABLED"

UNREACHABLE: Final = "account_unreachable"
LOGIN_REFUSED: Final = "login_refused"
REFUSED: Final = "mail_refused"


class Line:
    """Connects and logs in, as a context; blocking, for one thread. `ToolFailed` says what went wrong.

    `committed` is set by whoever is about to change something: what breaks after that may have happened.
    """

    def __init__(self, account: Account, password: str, limits: Limits) -> None:
        self.account = account
        self.limits = limits
        self.committed = False
        self._password = password
        self._cut = threading.Event()
        self._socket: socket.socket | None = None

    @contextlib.contextmanager
    def open(self) -> Iterator[Any]:
        """The library's client, logged in.

        Raises:
            ToolFailed: `account_unreachable`, `login_refused`, `mail_refused`; `outcome_unknown` after `committed`.
        """
        timer = threading.Timer(self.limits.time_s, self._cut_off)
        timer.daemon = True
        timer.start()
        try:
            with self._connected() as client:
                self._log_in(client)
                yield client
        except imapclient.exceptions.LoginError:
            raise self._failed(
                "The mail server takes neither this user nor this password.", LOGIN_REFUSED
            ) from None
        except ssl.SSLError:
            text = "The mail server's certificate, or its encryption, can't be trusted."
            raise self._failed(text, UNREACHABLE) from None
        except (OSError, imaplib.IMAP4.abort) as error:
            raise self._failed(self._why(error), UNREACHABLE) from None
        except (imapclient.exceptions.IMAPClientError, imaplib.IMAP4.error, ValueError, LookupError) as error:
            # Of the server's own words nothing is passed on: they may repeat what is in the mailbox.
            _log.info("a mail server's answer was of no use: %s", type(error).__name__)
            raise self._failed(
                "The mail server refused, or answered what can't be understood.", REFUSED
            ) from None
        finally:
            timer.cancel()
            timer.join()

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Any]:
        from placet.tools.mail.wire import Client  # noqa: PLC0415 - it brings the library along, which no start waits for

        client = Client(self.account, self.limits, self.opened)
        try:
            if self.account.place["security"] == "starttls":
                client.starttls(ssl.create_default_context())
                self.opened(client.socket())
            yield client
        finally:
            self._hang_up(client)

    def _hang_up(self, client: Any) -> None:
        try:
            client.logout()
        except (OSError, imapclient.exceptions.IMAPClientError, imaplib.IMAP4.error):
            with contextlib.suppress(OSError):
                client.shutdown()

    def _log_in(self, client: Any) -> None:
        user = self.account.user
        if client.has_capability(_PLAIN):  # takes any letters, where LOGIN is for ASCII
            client.plain_login(user, self._password)
        elif client.has_capability(_NO_LOGIN):
            raise imapclient.exceptions.LoginError
        else:
            client.login(user, self._password)

    def opened(self, connection: socket.socket) -> None:
        """Know the socket that is to be cut off when the time is over."""
        self._socket = connection
        if self._cut.is_set():
            raise TimeoutError

    def _cut_off(self) -> None:
        self._cut.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def _why(self, error: Exception) -> str:
        if isinstance(error, TooMuch):
            return "The mail server says more than it may."
        if self._cut.is_set() or isinstance(error, TimeoutError):
            return f"The mail server did not answer within {self.limits.time_s:g} s."
        return "The mail server can't be reached, or broke off."

    def _failed(self, text: str, code: str) -> ToolFailed:
        if self.committed:
            return ToolFailed(f"{text} Whether it was saved is unknown.", code="outcome_unknown")
        return unattempted(f"{text} Nothing was changed.", code)
