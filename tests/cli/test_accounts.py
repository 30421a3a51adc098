"""`account put`, `account list`, `account test`, `account remove`."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.flows.house import House
from tests.flows.wire import Wire

MAIL = {
    "kind": "imap",
    "host": "127.0.0.1",
    "port": 1,
    "security": "none",
    "user": "ada",
    "password": "s3cret",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mail.json"
    path.write_text(json.dumps(MAIL))
    return path


def test_an_account_is_declared_listed_and_removed_and_its_password_is_never_said(
    house: House, net: Wire, run: Run, file: Path
) -> None:
    put = run("account", "put", "mail", "--file", file)
    assert (put.code, put.out) == (0, "Declared mail: imap:ada@127.0.0.1:1.\n")
    listed = run("account", "list")
    assert listed.out == "mail  imap:ada@127.0.0.1:1  read+write  for good\n"
    file.write_text(json.dumps({**MAIL, "expires_at": 4_102_444_800_000, "rights": ["read"]}))
    assert json.loads(run("account", "put", "mail", "--file", file, "--json").out)["rights"] == ["read"]
    assert run("account", "list").out.endswith("read  until 2100-01-01\n")
    whole = run("account", "list", "--json")
    assert [it["name"] for it in json.loads(whole.out)["accounts"]] == ["mail"]
    assert "s3cret" not in put.out + listed.out + whole.out
    assert run("account", "remove", "mail").out == "Removed mail.\n"
    assert run("account", "remove", "mail", "--json").code == 1


def test_an_account_that_cannot_be_used_says_why(house: House, net: Wire, run: Run, file: Path) -> None:
    run("account", "put", "mail", "--file", file)
    tried = run("account", "test", "mail")
    assert tried.code == 1
    assert tried.err.endswith("[account_unreachable]\n")
    told = run("account", "test", "mail", "--json")
    assert (told.code, json.loads(told.out)["ok"]) == (1, False)
    assert json.loads(run("account", "remove", "mail", "--json").out)["name"] == "mail"


@pytest.mark.parametrize("content", [None, b"{", b"[]", b"\xff", b"[" * 60_000])
def test_a_file_that_declares_nothing_is_wrong_use(
    house: House, net: Wire, run: Run, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "bad.json"
    if content is not None:
        path.write_bytes(content)
    said = run("account", "put", "mail", "--file", path)
    assert (said.code, said.err.endswith("[bad_declaration]\n")) == (2, True)
