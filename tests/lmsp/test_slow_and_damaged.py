"""What is answered below `/lmsp` before a route has seen the whole request: too slow, unreadable, or no ledger."""

import json
import socket
from pathlib import Path

import httpx

from placet.http.damaged import DamagedServer
from tests.lmsp.client import TASKS
from tests.lmsp.scenes import Scene, scene_at


def said(scene: Scene, sent: bytes) -> tuple[bytes, dict[str, object]]:
    """The status line and the problem object that answer these bytes."""
    port = scene.mine.http.base_url.port or 0
    with socket.create_connection(("127.0.0.1", port), timeout=60) as wire:
        wire.sendall(sent.replace(b"PORT", str(port).encode()))
        got = bytearray()
        while b"\r\n\r\n{" not in got or not got.endswith(b"}"):
            got += wire.recv(65_536)
    head, _, body = bytes(got).partition(b"\r\n\r\n")
    assert b"application/problem+json" in head
    return head.splitlines()[0], json.loads(body)


def test_a_body_that_does_not_come_is_given_up(tmp_path: Path) -> None:
    with scene_at(tmp_path, request_read_s=1) as scene:
        token = scene.mine.http.headers["authorization"].encode()
        asked = (
            b"POST %b HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 100\r\nAuthorization: %b\r\n\r\n{"
        )
        line, problem = said(scene, asked % (TASKS.encode(), token))
        assert line.split()[1] == b"408"
        assert (problem["code"], problem["status"]) == ("request_timeout", 408)


def test_what_is_no_http_is_a_problem_too(still: Scene) -> None:
    line, problem = said(
        still, b"GET %b HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: a\x01b\r\n\r\n" % TASKS.encode()
    )
    assert line.split()[1] == b"400"
    assert (problem["code"], problem["instance"]) == ("invalid_request", TASKS)


def test_a_head_that_does_not_end_is_given_up(still: Scene) -> None:
    endless = b"GET %b HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: %b" % (TASKS.encode(), b"x" * 3_000_000)
    line, problem = said(still, endless)
    assert line == b"HTTP/1.1 431 Request Header Fields Too Large"
    assert (problem["code"], problem["status"]) == ("headers_too_large", 431)
    assert still.mine.ask().status_code == 202


def test_a_damaged_ledger_is_a_problem_below_lmsp(still: Scene) -> None:
    async def serve_and_ask() -> httpx.Response:
        server = DamagedServer("The ledger is damaged.", host="127.0.0.1", port=0)
        url = await server.start()
        async with httpx.AsyncClient(base_url=url, trust_env=False) as nobody:
            answer = await nobody.get(TASKS)
        await server.stop()
        return answer

    answer = still.house.engine.run(serve_and_ask())
    assert (answer.status_code, answer.json()["code"]) == (503, "ledger_damaged")
    assert answer.headers["content-type"] == "application/problem+json"
