"""The server itself: how it answers when something of ours breaks, and how it stops."""

import http.client
import json
import logging
import socket
import threading
from typing import Any

import httpx
import pytest

import placet.app
from placet.http import problems
from placet.http.server import Server
from placet.rules import errors
from tests.flows.house import House
from tests.flows.wire import Wire


def family(base: type[errors.PlacetError] = errors.PlacetError) -> list[type[errors.PlacetError]]:
    return [base, *(it for child in base.__subclasses__() for it in family(child))]


@pytest.mark.parametrize("kind", family(), ids=lambda kind: kind.__name__)
def test_every_error_travels_under_a_status_of_its_own_kind(kind: type[errors.PlacetError]) -> None:
    answer = problems.of_error(kind("A sentence."))
    assert 400 <= answer.status_code < 600
    assert answer.status_code != 500
    assert answer.body.startswith(b'{"error":"A sentence.","code":')


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (errors.TooLarge, 413),
        (errors.BadDeclaration, 400),
        (errors.NameInUse, 409),
        (errors.LedgerDamaged, 503),
        (errors.CorruptRow, 503),
        (errors.LedgerWriteFailed, 503),
    ],
)
def test_the_narrower_class_gives_the_status(kind: type[errors.PlacetError], status: int) -> None:
    assert problems.of_error(kind("A sentence.")).status_code == status


def test_a_mistake_of_ours_is_500_without_a_word_about_it(
    house: House, net: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Any) -> Any:
        raise RuntimeError("secret inner words")

    # No request can make the engine break on purpose, so its front door is broken here.
    monkeypatch.setattr(house.engine, "query", broken)
    with caplog.at_level(logging.ERROR, logger="placet"):
        answer = net.owner.get("/agents")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text
    assert [
        record.exc_info is not None for record in caplog.records if record.name == "placet.http.problems"
    ] == [True]


def test_a_waiting_call_is_answered_202_when_the_engine_stops(house: House, net: Wire) -> None:
    answers: list[httpx.Response] = []
    waiting = threading.Thread(target=lambda: answers.append(net.call("held", {})))
    waiting.start()
    house.waiting()
    house.engine.close()
    waiting.join(20)
    assert [answer.status_code for answer in answers] == [202]


def test_after_the_stop_nobody_listens(house: House, net: Wire) -> None:
    assert net.owner.get("/health").status_code == 200
    house.engine.close()
    with pytest.raises(httpx.ConnectError):
        net.owner.get("/health")


def test_answers_do_not_wait_for_a_full_packet(still_house: House) -> None:
    server = Server(still_house.engine, host="127.0.0.1", port=0)
    url = still_house.engine.run(server.start())
    with httpx.Client(base_url=url, trust_env=False) as somebody:
        somebody.get("/health")
        assert server._listener._uvicorn is not None
        (line,) = server._listener._uvicorn.server_state.connections
        accepted = line.transport.get_extra_info("socket")
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
    still_house.engine.run(server.stop())


def test_a_connection_that_reads_nothing_does_not_outlive_the_stop(house: House, net: Wire) -> None:
    house.folder().joinpath("big.txt").write_text("x" * 900_000)
    asked = json.dumps({"tool": "fs_read", "args": {"path": "big.txt"}})
    headers = (
        f"Host: 127.0.0.1:{net.owner.base_url.port}\r\nAuthorization: {net.agent.headers['authorization']}"
    )
    lines = []
    for _ in range(5):
        line = socket.create_connection(("127.0.0.1", net.owner.base_url.port or 0), timeout=60)
        line.sendall(
            f"POST /agents/clerk/tool-calls HTTP/1.1\r\n{headers}\r\nContent-Length: {len(asked)}\r\n\r\n{asked}".encode()
        )
        lines.append(line)
    assert [line.recv(12) for line in lines] == [b"HTTP/1.1 200"] * 5
    house.engine.close()
    for line in lines:
        line.close()


def test_the_server_listens_on_ipv6_loopback_as_well(still_house: House) -> None:
    url = placet.app.serve_http(still_house.engine, "::1")
    assert url.startswith("http://[::1]:")
    assert httpx.get(f"{url}/health", trust_env=False).json() == {"status": "ok"}


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
    ],
)
def test_what_is_no_request_is_400_in_the_shape_of_every_error(still: Wire, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", still.owner.base_url.port or 0), timeout=60) as line:
        line.sendall(sent)
        answer = http.client.HTTPResponse(line)
        answer.begin()
        body = json.loads(answer.read())
    assert (answer.status, body["code"]) == (400, "bad_input")
    assert answer.getheader("content-type") == "application/json"
    assert answer.will_close
