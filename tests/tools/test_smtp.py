"""Sending a mail: once, to a real SMTP server, and with an outcome that is never guessed."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from placet.rules import strict_json
from placet.rules.channels import Email, declared
from placet.rules.errors import ToolFailed
from placet.tools import smtp
from placet.tools.letters import Outgoing
from tests.fakes.mail_server import PASSWORD, USER, Gate, MailServer, certificate


def channel(definition: dict[str, Any]) -> Email:
    made = declared("email", definition, "gen_1")
    assert isinstance(made, Email)
    return made


def mail(**more: Any) -> Outgoing:
    given: dict[str, Any] = {"subject": None, "content": "Gr\u00fc\u00dfe\n.\nQUIT \U0001f600", **more}
    return Outgoing(agent="clerk", recipient="email:ada@example.org", address="ada@example.org", **given)


def send(definition: dict[str, Any], timeout_s: float = 10, **more: Any) -> dict[str, Any]:
    return asyncio.run(smtp.send(channel(definition), mail(**more), timeout_s))


def failure(definition: dict[str, Any], timeout_s: float = 10) -> ToolFailed:
    with pytest.raises(ToolFailed) as caught:
        send(definition, timeout_s)
    assert PASSWORD not in caught.value.message
    return caught.value


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def trusted(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The server's certificate, made one of those that this process trusts."""
    monkeypatch.setenv("SSL_CERT_FILE", str(files[1]))
    return files[0]


def test_a_mail_arrives_once_whole_and_recognisable() -> None:
    with MailServer() as server:
        answer = send(server.definition(), subject="Gr\u00fc\u00dfe \u2192 alle", task_id="task_1")
    assert strict_json.dump(answer) == '{"message_id":"<task_1@placet.invalid>"}'
    assert server.envelopes == [("placet@example.org", ["ada@example.org"])]
    (got,) = server.mails
    assert got.get_content().replace("\r\n", "\n") == "Gr\u00fc\u00dfe\n.\nQUIT \U0001f600\n"
    headers = {name: got[name] for name in ("From", "To", "Subject", "Message-ID", "X-Placet-Agent")}
    assert headers == {
        "From": "placet@example.org",
        "To": "ada@example.org",
        "Subject": "Gr\u00fc\u00dfe \u2192 alle",
        "Message-ID": "<task_1@placet.invalid>",
        "X-Placet-Agent": "clerk",
    }


def test_a_mail_without_a_task_or_a_subject_gets_words_and_an_id_of_its_own() -> None:
    with MailServer() as server:
        first, second = send(server.definition()), send(server.definition())
    assert [it["Subject"] for it in server.mails] == ["Message from clerk"] * 2
    assert first != second


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_mail_goes_over_an_encrypted_line_with_the_owners_log_in(trusted: Path, security: str) -> None:
    with MailServer(security=security, login=True, certificate=trusted) as server:
        send(server.definition())
    assert len(server.mails) == 1


def test_a_log_in_may_hold_any_letters() -> None:
    with MailServer(login=True, user="j\u00f6rg", password="gr\u00fc\u00dfe \U0001f600") as server:
        send(server.definition())
    assert len(server.mails) == 1


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_certificate_that_nobody_vouches_for_is_not_taken(files: tuple[Path, Path], security: str) -> None:
    with MailServer(security=security, login=True, certificate=files[0]) as server:
        error = failure(server.definition())
    assert (error.code, server.mails) == ("mail_refused", [])
    assert "can't be trusted, so nothing was sent" in error.message


def test_a_server_without_encryption_gets_no_password_where_the_owner_wants_it() -> None:
    with MailServer(login=True) as server:
        error = failure(server.definition(security="starttls"))
    assert (error.code, server.mails) == ("mail_refused", [])
    assert "offers no encryption" in error.message


def test_a_wrong_password_is_told_without_repeating_it() -> None:
    with MailServer(login=True) as server:
        error = failure({**server.definition(), "password": "another s3cret"})
    assert error.code == "mail_refused"
    assert "neither this user nor this password" in error.message
    assert "s3cret" not in error.message
    assert USER not in error.message


@pytest.mark.parametrize(
    "server",
    [
        MailServer(rcpt_answer="550 no such \u202euser"),
        MailServer(data_answer="554 we think not"),
        MailServer(login=True, data_answer=f"554 not with {PASSWORD}"),
    ],
)
def test_a_no_of_the_servers_means_that_nothing_was_sent(server: MailServer) -> None:
    with server:
        error = failure(server.definition())
    assert error.code == "mail_refused"
    assert error.details["status"] in {550, 554}
    assert "\u202e" not in error.message
    assert "nothing was sent" in error.message


def test_an_address_where_nothing_listens_means_that_nothing_was_sent() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        error = failure({"kind": "email", "host": "127.0.0.1", "port": port, "from": "a@example.org"})
    assert (error.code, "nothing was sent" in error.message) == ("mail_unreachable", True)


def test_a_server_that_takes_the_text_and_says_nothing_leaves_the_outcome_unknown() -> None:
    gate = Gate()
    with MailServer(before=gate) as server:
        error = failure(server.definition(), timeout_s=0.3)
        gate.open()
    assert error.code == "outcome_unknown"
    assert "did not answer within 0.3 s. Whether the mail was sent is unknown" in error.message
    assert len(server.mails) == 1


@contextmanager
def crowd(script: bytes, close_after: bytes | None = None) -> Iterator[dict[str, Any]]:
    """A server of one connection that says its script a byte at a time, and closes once it heard something."""
    heard = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with listening, listening.accept()[0] as peer:
            got = b""
            peer.sendall(script)
            while close_after is None or close_after not in got:
                piece = peer.recv(4096)
                if not piece:
                    break
                got += piece
                if got.endswith(b"\r\n") and close_after is not None and close_after not in got:
                    peer.sendall(b"354 go on\r\n" if got.endswith(b"data\r\n") else b"250 yes\r\n")
            heard.set()

    thread = threading.Thread(target=serve)
    thread.start()
    yield {
        "kind": "email",
        "host": "127.0.0.1",
        "port": listening.getsockname()[1],
        "from": "a@example.org",
        "security": "none",
    }
    thread.join(10)
    assert heard.is_set()


def test_a_server_that_breaks_off_after_the_text_leaves_the_outcome_unknown() -> None:
    with crowd(b"220 hello\r\n", close_after=b"\r\n.\r\n") as definition:
        error = failure(definition)
    assert error.code == "outcome_unknown"
    assert "broke the connection" in error.message


def test_a_server_that_breaks_off_before_the_text_sent_nothing() -> None:
    with crowd(b"220 hello\r\n", close_after=b"rcpt") as definition:
        assert failure(definition).code == "mail_unreachable"


def test_a_server_that_never_greets_is_left_after_its_time() -> None:
    with crowd(b"220-slowly\r\n") as definition:
        assert failure(definition, timeout_s=0.2).code == "mail_unreachable"


def test_a_server_that_greets_with_a_no_is_told_with_its_word() -> None:
    with crowd(b"554 not you\r\n") as definition:
        error = failure(definition)
    assert (error.code, error.details["status"]) == ("mail_refused", 554)
