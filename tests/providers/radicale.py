"""A real calendar server on loopback: Radicale as a child, with users and calendars of its own."""

import itertools
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from icalendar import Calendar

from tests.providers.dovecot import START_S, free_port

PASSWORD, NEW_PASSWORD = "correct horse battery", "hopper's sécret"
_NUMBERS = itertools.count(1)
_MAKE = (
    '<c:mkcalendar xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><set><prop>'
    "<displayname>Work</displayname></prop></set></c:mkcalendar>"
)
_CONFIG = """
[server]
hosts = 127.0.0.1:{port}
[auth]
type = htpasswd
htpasswd_filename = {base}/users
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = {base}/collections
[logging]
level = warning
"""


@dataclass
class Radicale:
    """One server. `stop` and `start` take it down, and up again on the same port with the same calendars."""

    base: Path
    port: int = field(init=False)
    _process: subprocess.Popen[bytes] | None = None
    _users: dict[str, str] = field(default_factory=dict)

    def __enter__(self) -> "Radicale":
        self.base.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        config, output = self.base / "config", self.base / "output"
        config.write_text(_CONFIG.format(base=self.base, port=self.port))
        self._write_users()
        command = [sys.executable, "-W", "ignore", "-m", "radicale", "--config", str(config)]
        with output.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.base
            )
        until = time.monotonic() + START_S
        while not self._listens():
            assert self._process.poll() is None, output.read_text()
            assert time.monotonic() < until, "the calendar server doesn't come up"
            time.sleep(0.05)  # there is nothing else that it would tell us by

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(timeout=START_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                raise

    def _listens(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5):
                return True
        except OSError:
            return False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def calendar(self, *, made: bool = True) -> "UserCalendar":
        """A user whom nobody was before, with an empty calendar."""
        calendar = UserCalendar(self, f"ada{next(_NUMBERS)}")
        self.set_password(calendar.user, PASSWORD)
        if made:
            calendar.make()
        return calendar

    def set_password(self, user: str, password: str) -> None:
        self._users[user] = password
        self._write_users()

    def _write_users(self) -> None:
        lines = "".join(f"{user}:{password}\n" for user, password in self._users.items())
        (self.base / "users").write_text(lines, encoding="utf-8")


@dataclass
class UserCalendar:
    """One user's calendar, seen past Placet."""

    server: Radicale
    user: str

    @property
    def url(self) -> str:
        return f"{self.server.url}/{self.user}/work/"

    @property
    def identity(self) -> str:
        return f"caldav:{self.user}@127.0.0.1:{self.server.port}"

    def account(self, **more: Any) -> dict[str, Any]:
        """Its declaration as an account."""
        return {"kind": "caldav", "url": self.url, "user": self.user, "password": PASSWORD, **more}

    def make(self) -> None:
        self._ask("MKCALENDAR", self.url, _MAKE)

    def entries(self) -> list[Any]:
        """What is in it, as the library for it reads it."""
        found = self._ask("GET", self.url).content
        return list(Calendar.from_ical(found).walk("VEVENT")) if found.strip() else []

    def put(self, uid: str, *lines: str) -> None:
        """Put an entry of these lines, as somebody's program would."""
        body = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", f"UID:{uid}"]
        body += ["DTSTAMP:20261201T080000Z", *lines, "END:VEVENT", "END:VCALENDAR", ""]
        self._ask("PUT", f"{self.url}{uid}.ics", "\r\n".join(body))

    def remove(self, uid: str) -> None:
        self._ask("DELETE", f"{self.url}{uid}.ics")

    def _ask(self, method: str, url: str, content: str = "") -> httpx.Response:
        answer = httpx.request(
            method, url, content=content, auth=(self.user, PASSWORD), timeout=START_S, trust_env=False
        )
        assert answer.is_success, (method, url, answer.status_code, answer.text)
        return answer
