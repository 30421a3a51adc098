"""Whose program is at the other end: the kernel says so, and another user's gets nothing whatever its token (rule 17)."""

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.http import peers
from placet.http.peers import Address, Peers
from tests.flows.house import House
from tests.flows.wire import Wire, client

HOSTS = ["127.0.0.1", "::1"] if sys.platform == "linux" else ["127.0.0.1"]
ROW = "   1: {} {} 01 00000000:00000000 00:00000000 00000000  {}        0 3887706 1 0000000077ab8c86 100 0\n"


@pytest.fixture(params=HOSTS)
def ends(request: pytest.FixtureRequest) -> Iterator[tuple[Address, Address]]:
    """The two ends of a real connection: the caller's and the listener's."""
    family = socket.AF_INET6 if ":" in request.param else socket.AF_INET
    with socket.create_server((request.param, 0), family=family) as listening:
        here = listening.getsockname()[:2]
        with socket.create_connection(here) as theirs:
            yield theirs.getsockname()[:2], here


def test_a_program_of_this_user_is_known_by_its_connection(ends: tuple[Address, Address]) -> None:
    theirs, here = ends
    known = Peers(here[0])
    assert known.is_known is (sys.platform == "linux")
    assert known.is_ours(theirs, here)


def test_a_program_of_another_user_is_told_apart(
    ends: tuple[Address, Address], monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, here = ends
    known = Peers(here[0])
    mine = os.getuid()
    monkeypatch.setattr(peers.os, "getuid", lambda: mine + 1)
    assert known.is_ours(theirs, here) is not known.is_known


def test_a_connection_that_the_table_does_not_name_is_nobodys(ends: tuple[Address, Address]) -> None:
    (host, port), here = ends
    known = Peers(here[0])
    # The listener's own port calls nobody, and our end isn't the listener's.
    for theirs, at in ((here, here), ((host, port), (host, port))):
        assert known.is_ours(theirs, at) is not known.is_known


def test_where_nobody_says_whose_a_connection_is_nobody_is_refused(tmp_path: Path) -> None:
    for table in ("tcp", "tcp6"):
        assert not Peers("127.0.0.1", tables=tmp_path).is_known
        (tmp_path / table).write_text("  sl  local_address rem_address   st\n")
    empty = Peers("127.0.0.1", tables=tmp_path)
    assert not empty.is_known
    assert empty.is_ours(("127.0.0.1", 1), ("127.0.0.1", 2))


@pytest.mark.parametrize(("uid", "ours"), [(0, True), (1, False)])
def test_both_ends_of_a_row_have_to_be_the_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uid: int, ours: bool
) -> None:
    """Read as proc(5) writes it, on this machine's order of bytes."""
    monkeypatch.setattr(Peers, "_knows_us", lambda _: True)
    one, two = ("127.0.0.1", 0x8D1D), ("127.0.0.1", 0xB5EA)
    word = f"{int.from_bytes(bytes((127, 0, 0, 1)), sys.byteorder):08X}"
    rows = [ROW.format(f"{word}:8D1D", f"{word}:B5EB", os.getuid() + 7)]
    rows += [ROW.format(f"{word}:8D1D", f"{word}:B5EA", os.getuid() + uid)]
    (tmp_path / "tcp").write_text("".join(rows))
    known = Peers("127.0.0.1", tables=tmp_path)
    assert known.is_ours(one, two) is ours
    assert not known.is_ours(two, one)


def test_with_every_right_token_another_users_program_reaches_no_route(
    house: House, net: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program is this test's own; who "we" are is what changes, once the engine listens."""
    mine = os.getuid()
    secret = net.owner.headers["authorization"].removeprefix("Bearer ")
    with monkeypatch.context() as elsewhere, client(str(net.owner.base_url), secret) as stranger:
        elsewhere.setattr(peers.os, "getuid", lambda: mine + 1)
        for path in ("/health", "/tasks", "/lmsp/v1/models"):
            answer = stranger.get(path)
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_user")
        assert stranger.post("/agents", json={"name": "mole"}).status_code == 403
    with client(str(net.owner.base_url), secret) as own:  # a new connection of the same program
        assert own.get("/tasks").status_code == 200
        assert own.get("/agents/mole").status_code == 404
