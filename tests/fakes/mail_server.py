"""A real SMTP server on loopback (aiosmtpd), with or without encryption and log-in."""

import datetime
import email
import email.message
import email.policy
import ipaddress
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

USER, PASSWORD = "clerk@example.org", "hunter2 s3cret"


class _AnyPort(Controller):
    """A controller that takes any free port, and knows it before it looks whether its server answers."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@dataclass
class MailServer:
    """Keeps each mail that it takes. `data_answer`: what it says to a mail's text; `before`: called with the text read."""

    security: str = "none"
    login: bool = False
    user: str = USER
    password: str = PASSWORD
    certificate: Path | None = None
    data_answer: str = "250 OK"
    rcpt_answer: str = "250 OK"
    before: Callable[[], None] = lambda: None
    mails: list[email.message.EmailMessage] = field(default_factory=list)
    envelopes: list[tuple[str, list[str]]] = field(default_factory=list)

    def __enter__(self) -> "MailServer":
        trust = None
        if self.certificate is not None:
            trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            trust.load_cert_chain(self.certificate)
        self._controller = _AnyPort(
            self,
            hostname="127.0.0.1",
            port=0,
            ssl_context=trust if self.security == "tls" else None,
            tls_context=trust if self.security == "starttls" else None,
            require_starttls=self.security == "starttls",
            authenticator=self._check if self.login else None,
            auth_require_tls=False,
            server_hostname="mail.example.org",
        )
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def port(self) -> int:
        return int(self._controller.port)

    def definition(self, **more: Any) -> dict[str, Any]:
        login = {"user": self.user, "password": self.password} if self.login else {}
        plain = {"kind": "email", "host": "127.0.0.1", "port": self.port, "from": "placet@example.org"}
        return {**plain, "security": self.security, **login, **more}

    def _check(self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any) -> AuthResult:
        right = isinstance(given, LoginPassword) and (given.login, given.password) == (
            self.user.encode(),
            self.password.encode(),
        )
        return AuthResult(success=right, handled=right)

    async def handle_RCPT(self, _server: Any, session: Any, envelope: Any, address: str, _: Any) -> str:  # noqa: N802  the name is aiosmtpd's
        if self.login and not session.authenticated:
            return "530 log in first"
        envelope.rcpt_tos.append(address)
        return self.rcpt_answer

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802  the name is aiosmtpd's
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(mail, email.message.EmailMessage)
        self.mails.append(mail)
        self.envelopes.append((envelope.mail_from, list(envelope.rcpt_tos)))
        self.before()
        return self.data_answer


class Gate:
    """Holds a server's answer back until the test lets it go; bounded, so that no thread is left hanging."""

    def __init__(self) -> None:
        self._go = threading.Event()

    def __call__(self) -> None:
        self._go.wait(10)

    def open(self) -> None:
        self._go.set()


def certificate(folder: Path) -> tuple[Path, Path]:
    """A key with a certificate for 127.0.0.1 in one file, and the certificate alone, to be trusted by."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    public = made.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    both, alone = folder / "server.pem", folder / "trusted.pem"
    both.write_bytes(private + public)
    alone.write_bytes(public)
    return both, alone
