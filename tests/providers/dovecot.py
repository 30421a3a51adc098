"""A real mail server on loopback: Debian's Dovecot with a configuration, users and mailboxes of its own.

It runs as an ordinary user (`tests.ordinary`), in one folder, and ends with its context, by its process id.
"""

import grp
import imaplib
import itertools
import random
import shlex
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP, default
from pathlib import Path
from typing import Any

from tests.ordinary import ordinary

PASSWORD, NEW_PASSWORD = "correct horse battery", 'hopper\'s "sécret"'
"""Both open every mailbox: a changed password is one of them in the place of the other."""
START_S = 60.0
_NUMBERS = itertools.count(1)

_CONFIG = """
base_dir = {base}/run
state_dir = {base}/state
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = {ssl}
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 0
first_valid_gid = 0
mail_location = maildir:{base}/mail/%u
mail_fsync = never
mailbox_list_index = {index}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=any {base}/old
}}
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=any {base}/new
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={base}/home/%u
}}
namespace inbox {{
  inbox = yes
  {special}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  chroot =
}}
{certificate}
{quota}
"""
_QUOTA = "mail_plugins = quota\nplugin {{\n quota = maildir:User quota\n quota_rule = *:bytes={}\n}}"


def free_port() -> int:
    """A port below those that the system gives out by itself, so that nobody gets it by chance meanwhile."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as trying:
            trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trying.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@dataclass
class Dovecot:
    """One server. `special`: whether it says which folder drafts belong into; `most_bytes`: what a mailbox may hold;
    `index`: whether it keeps an index of folders, which takes it milliseconds for each that was laid past it.
    """

    certificate: Path | None = None
    special: bool = False
    most_bytes: int | None = None
    index: bool = True
    _pid: int | None = None
    port: int = field(init=False)

    def __enter__(self) -> "Dovecot":
        self.name = f"dovecot-{next(_NUMBERS)}"
        self.base = ordinary().folder / self.name
        self.port, self.tls_port = free_port(), 0
        self._write()
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Come up, or come up again after `stop`."""
        output = self.base / "output"
        self._pid = ordinary().start(
            ["/usr/sbin/dovecot", "-F", "-c", str(self.base / "dovecot.conf")], output
        )
        until = time.monotonic() + START_S
        while not self._greets():
            assert ordinary().runs(self._pid), output.read_text()
            assert time.monotonic() < until, "the mail server doesn't come up"
            time.sleep(0.05)  # there is nothing else that it would tell us by

    def stop(self) -> None:
        """Go down; mailboxes stay."""
        pid, self._pid = self._pid, None
        if pid is not None:
            ordinary().stop(pid)

    def _greets(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                return connection.recv(4).startswith(b"* OK")
        except OSError:
            return False

    def _write(self) -> None:
        for folder in ("run", "state", "mail", "home"):
            ordinary().write(f"{self.name}/{folder}/.made", "")
        for name, password in (("old", PASSWORD), ("new", NEW_PASSWORD)):
            ordinary().write(f"{self.name}/{name}", f"any:{{PLAIN}}{password}")
        certificate = ""
        if self.certificate is not None:
            self.tls_port = free_port()
            file = ordinary().write(f"{self.name}/certificate.pem", self.certificate.read_text())
            certificate = f"ssl_cert = <{file}\nssl_key = <{file}"
        config = _CONFIG.format(
            base=self.base,
            ssl="yes" if certificate else "no",
            user=ordinary().user,
            group=grp.getgrgid(ordinary().gid).gr_name,
            uid=ordinary().uid,
            gid=ordinary().gid,
            port=self.port,
            special="mailbox Entwürfe {\n special_use = \\Drafts\n auto = create\n}" if self.special else "",
            tls_port=self.tls_port,
            index="yes" if self.index else "no",
            certificate=certificate,
            quota="" if self.most_bytes is None else _QUOTA.format(self.most_bytes),
        )
        ordinary().write(f"{self.name}/dovecot.conf", config)

    def mailbox(self) -> "Mailbox":
        """A mailbox that nobody had before."""
        return Mailbox(self, f"ada{next(_NUMBERS)}")


@dataclass
class Mailbox:
    """One user's mails, seen past Placet."""

    server: Dovecot
    user: str

    @property
    def identity(self) -> str:
        return f"imap:{self.user}@127.0.0.1:{self.server.port}"

    def account(self, **more: Any) -> dict[str, Any]:
        """Its declaration as an account."""
        return {
            "kind": "imap",
            "host": "127.0.0.1",
            "port": self.server.port,
            "security": "none",
            "user": self.user,
            "password": PASSWORD,
            **more,
        }

    def mails(self, folder: str = "Drafts") -> list[EmailMessage]:
        """The mails of a folder, oldest first; none where there is no such folder."""
        with self._open() as client:
            status, count = client.select(folder, readonly=True)
            if status != "OK" or count == [b"0"]:
                return []
            status, found = client.fetch("1:*", "(BODY.PEEK[])")
            assert status == "OK"
            raw = [bytes(part[1]) for part in found if isinstance(part, tuple)]
        return [BytesParser(policy=default, _class=EmailMessage).parsebytes(it) for it in raw]

    def deliver(
        self,
        subject: str = "Lunch?",
        body: str = "Shall we have lunch on Tuesday?",
        sender: str = "bob@example.org",
        message_id: str | None = None,
        folder: str = "INBOX",
        **headers: str,
    ) -> str:
        """Put a mail into a folder, as somebody's program would; its Message-ID."""
        mail = EmailMessage(policy=SMTP)
        mail["From"], mail["To"], mail["Subject"] = sender, f"{self.user}@example.org", subject
        mail["Message-ID"] = message_id or f"<mail{next(_NUMBERS)}@example.org>"
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(body)
        self.put(mail.as_bytes(), folder)
        return str(mail["Message-ID"])

    def put(self, raw: bytes, folder: str = "INBOX") -> None:
        """Put a mail of any bytes into a folder."""
        with self._open() as client:
            if folder != "INBOX":
                client.create(folder)
            status, said = client.append(folder, "", imaplib.Time2Internaldate(time.time()), raw)
            assert status == "OK", said

    @contextmanager
    def crowded(self, count: int, names: Sequence[bytes]) -> Iterator[None]:
        """With so many folders beside the inbox, and one of each name as it is, past the server and what it would refuse."""
        self.deliver()  # it makes the mailbox
        place = shlex.quote(str(self.server.base / "mail" / self.user))
        odd = " ".join(_in_shell(b"." + it) for it in names)
        ordinary().run(f"cd {place} && seq {count} | sed 's/^/.f/' | xargs mkdir && mkdir -- {odd}")
        try:
            yield
        finally:
            ordinary().run(
                f"rm -rf {place}"
            )  # it may take long, and whoever ends the servers waits for so long only

    def empty(self, folder: str = "Drafts") -> None:
        """Remove all mails of a folder."""
        with self._open() as client:
            assert client.select(folder)[0] == "OK"
            client.store("1:*", "+FLAGS", "\\Deleted")
            client.expunge()

    @contextmanager
    def _open(self) -> Iterator[imaplib.IMAP4]:
        with imaplib.IMAP4("127.0.0.1", self.server.port, timeout=START_S) as client:
            client.login(self.user, PASSWORD)
            yield client


def _in_shell(name: bytes) -> str:
    """Any bytes as one word of a POSIX shell."""
    return '"$(printf ' + "'" + "".join(f"\\{it:03o}" for it in name) + "'" + ')"'
