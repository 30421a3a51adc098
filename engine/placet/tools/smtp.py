"""Sending one mail by SMTP: once, within a time limit, with an outcome that is never guessed.

Source: RFC 5321. Until the text of the mail was given over nothing is sent; after that, only the server's word tells.
"""

from __future__ import annotations

import asyncio
import contextlib
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Any, Final

from placet.rules.channels import Email
from placet.rules.errors import ToolFailed
from placet.tools.letters import Outgoing
from placet.tools.quoting import quoted, without

_CONNECT_S: Final = 10.0
_WE_ARE: Final = "[127.0.0.1]"
"""How we greet: our machine's name is nobody's business, and looking it up can take long (RFC 5321, 4.1.3)."""
_READY: Final = 220
_DOMAIN: Final = "placet.invalid"  # nobody's, RFC 2606
_SHOWN_CHARS: Final = 200
_UNKNOWN: Final = "Whether the mail was sent is unknown; it is not sent again."


async def send(server: Email, message: Outgoing, timeout_s: float) -> dict[str, Any]:
    """Hand one mail to the server; answers `{"message_id"}`, which the mail carries too.

    Raises:
        ToolFailed: `mail_unreachable` or `mail_refused`: nothing was sent. `outcome_unknown`: it broke off, or took too
            long, after the text had been given over.
    """
    return await asyncio.to_thread(_Sending(server, message, timeout_s).run)


@dataclass
class _Sending:
    """One mail on its way. Lives in one thread, but for the timer that cuts the line at the end of its time."""

    server: Email
    message: Outgoing
    timeout_s: float
    _given_over: bool = field(default=False, init=False)
    _cut: threading.Event = field(default_factory=threading.Event, init=False)
    _line: _Line = field(init=False)

    def __post_init__(self) -> None:
        self._line = _Line(self.server, self.timeout_s)

    def run(self) -> dict[str, Any]:
        """Send; as `send` says."""
        mail = letter(self.server, self.message)
        try:
            with self._timed(), contextlib.closing(self._line) as line:
                line.open()
                self._greet(line)
                self._hand_over(line, mail)
        except smtplib.SMTPAuthenticationError as error:
            # Nothing of the answer is told: it may repeat what was sent.
            text = f"The mail server takes neither this user nor this password ({error.smtp_code})."
            raise ToolFailed(f"{text} Nothing was sent.", code="mail_refused") from None
        except smtplib.SMTPResponseException as error:
            raise _refused(self.server, error.smtp_code, error.smtp_error) from None
        except (OSError, smtplib.SMTPException) as error:
            raise self._broken(error) from None
        return {"message_id": str(mail["Message-ID"])}

    @contextlib.contextmanager
    def _timed(self) -> Iterator[None]:
        """Each wait of the socket's is limited anyway; this limits their sum, whatever the server trickles."""
        timer = threading.Timer(self.timeout_s, self._cut_off)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _cut_off(self) -> None:
        self._cut.set()
        sock = self._line.sock
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def _greet(self, line: smtplib.SMTP) -> None:
        if self.server.security == "starttls":
            line.starttls(context=ssl.create_default_context())
        if self.server.user is not None and self.server.password is not None:
            line.login(self.server.user, _Utf8(self.server.password))

    def _hand_over(self, line: smtplib.SMTP, mail: EmailMessage) -> None:
        line.ehlo_or_helo_if_needed()
        _accepted(line.mail(self.server.sender))
        _accepted(line.rcpt(self.message.address))
        if self._cut.is_set():
            raise TimeoutError
        self._given_over = True
        _accepted(line.data(mail.as_bytes()))
        with contextlib.suppress(OSError):  # it is sent; how the two part changes nothing
            line.quit()

    def _broken(self, error: Exception) -> ToolFailed:
        if self._given_over:
            why = (
                f"did not answer within {self.timeout_s:g} s" if self._late(error) else "broke the connection"
            )
            return ToolFailed(f"The mail server {why}. {_UNKNOWN}", code="outcome_unknown")
        if isinstance(error, ssl.SSLError):
            text = "The mail server's certificate, or its encryption, can't be trusted, so nothing was sent."
            return ToolFailed(text, code="mail_refused")
        if isinstance(error, smtplib.SMTPNotSupportedError):
            text = "The mail server offers no encryption, or no way to log in, so nothing was sent."
            return ToolFailed(text, code="mail_refused")
        text = "The mail server can't be reached, or broke off, so nothing was sent."
        return ToolFailed(text, code="mail_unreachable")

    def _late(self, error: Exception) -> bool:
        return self._cut.is_set() or isinstance(error, TimeoutError)


class _Line(smtplib.SMTP):
    """A connection that is opened after it was made, encrypted from the start where the owner says so."""

    def __init__(self, server: Email, timeout_s: float) -> None:
        super().__init__(local_hostname=_WE_ARE, timeout=timeout_s)
        self._server = server
        self._trust = ssl.create_default_context() if server.security == "tls" else None

    def open(self) -> None:
        """Connect, and read the server's greeting."""
        host = self._server.host
        self._host = host  # what `starttls` holds the certificate against
        code, said = self.connect(host, self._server.port)
        if code != _READY:
            raise smtplib.SMTPConnectError(code, said)

    def auth(
        self,
        mechanism: str,
        authobject: Callable[..., str | None],
        *,
        initial_response_ok: bool = True,
    ) -> tuple[int, bytes]:
        """Log in as the library does, in UTF-8 (RFC 4616), where it breaks at anything but ASCII."""

        def said(*challenge: bytes) -> str | None:
            answer = authobject(*challenge)
            return None if answer is None else _Utf8(answer)

        return super().auth(mechanism, said, initial_response_ok=initial_response_ok)  # type: ignore[arg-type]

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        plain = socket.create_connection((host, port), min(_CONNECT_S, timeout))
        plain.settimeout(timeout)
        self.sock = plain  # known to the timer before the first word comes
        if self._trust is None:
            return plain
        return self._trust.wrap_socket(plain, server_hostname=host)


class _Utf8(str):
    """A text that is UTF-8 on the wire, whatever the library asks for."""

    __slots__ = ()

    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
        """Its bytes; `encoding` isn't heeded."""
        return super().encode("utf-8", errors)


def letter(server: Email, message: Outgoing) -> EmailMessage:
    """The mail itself. Its Message-ID is its task's, so that one that came twice can be told."""
    mail = EmailMessage(policy=SMTP.clone(cte_type="7bit"))  # every server takes that
    mail["From"] = server.sender
    mail["To"] = message.address
    mail["Subject"] = message.subject or f"Message from {message.agent}"
    mail["Date"] = formatdate(usegmt=True)
    mail["Message-ID"] = f"<{message.task_id}@{_DOMAIN}>" if message.task_id else make_msgid(domain=_DOMAIN)
    mail["Auto-Submitted"] = "auto-generated"  # RFC 3834: nobody's holiday notice answers
    mail["X-Placet-Agent"] = message.agent
    mail.set_content(message.content)
    return mail


def _accepted(answer: tuple[int, bytes]) -> None:
    code, said = answer
    if not 200 <= code < 300:
        raise smtplib.SMTPResponseException(code, said)


def _refused(server: Email, code: int, said: bytes | str) -> ToolFailed:
    shown = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    why = quoted(without(shown, server.password or ""), _SHOWN_CHARS)
    text = f"The mail server answered {code}, {why}, so nothing was sent."
    return ToolFailed(text, code="mail_refused", status=code)
