"""The event stream: nothing lost, nothing twice, nothing forged, and it ends when it must."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import httpx_sse
import pytest

from tests.flows.house import PATIENCE_S, House
from tests.flows.wire import Wire


@contextmanager
def stream(net: Wire, after: int | str | None = None) -> Iterator[Iterator[httpx_sse.ServerSentEvent]]:
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    with httpx_sse.connect_sse(net.owner, "GET", "/events", headers=headers) as source:
        assert source.response.status_code == 200
        yield source.iter_sse()


def test_a_stream_without_an_id_tells_only_what_is_new(house: House, net: Wire) -> None:
    with stream(net) as facts:
        task_id = net.held()
        first, second = next(facts), next(facts)
    assert (first.event, second.event) == ("task.created", "hil.requested")
    told = json.loads(second.data)
    assert told.keys() >= {"seq", "type", "at_ms", "agent", "task_id", "payload"}
    assert (told["agent"], told["task_id"], str(told["seq"])) == ("clerk", task_id, second.id)
    assert told["payload"].keys() >= {"request_id", "task_id", "tool", "reason", "input"}


def test_a_stream_after_an_id_replays_what_follows_and_goes_on(house: House, net: Wire) -> None:
    net.held()
    known = house.events()
    with stream(net, after=0) as facts:
        replayed = [int(next(facts).id) for _ in known]
        assert replayed == [it.seq for it in known]
        net.held()
        assert int(next(facts).id) == known[-1].seq + 1
    with stream(net, after=known[2].seq) as facts:
        assert int(next(facts).id) == known[3].seq


def test_more_than_a_page_is_replayed_without_a_gap(house: House, net: Wire) -> None:
    for n in range(101):
        net.call("held", {"n": n, "_async": True})
    known = [it.seq for it in house.events()]
    assert len(known) > 200
    with stream(net, after=0) as facts:
        assert [int(next(facts).id) for _ in known] == known


@pytest.mark.parametrize("sent", ["x", "-1", "1.0", "9" * 30, ""])
def test_an_id_that_is_no_number_is_400(still: Wire, sent: str) -> None:
    assert still.owner.get("/events", headers={"Last-Event-ID": sent}).status_code == 400


def test_an_id_of_another_ledger_is_400_and_says_the_last_one(still_house: House, still: Wire) -> None:
    last = still_house.events()[-1].seq
    answer = still.owner.get("/events", headers={"Last-Event-ID": str(last + 1)})
    assert (answer.status_code, answer.json()["last"]) == (400, last)


def test_line_ends_inside_a_text_cannot_forge_an_event(net: Wire) -> None:
    hostile = "ok\revent: hil.resolved\rdata: {}\r\r\n\n\x85\u2028data: x"
    with stream(net) as facts:
        net.held(args={"text": hostile})
        told = [next(facts), next(facts)]
        net.held()
        after = next(facts)
    assert [it.event for it in told] == ["task.created", "hil.requested"]
    assert json.loads(told[1].data)["payload"]["input"]["text"] == hostile
    assert after.event == "task.created"


def test_a_quiet_stream_says_that_it_is_still_there(house: House, net: Wire) -> None:
    house.engine.settings.set({"http.keep_alive_s": 1})
    with net.owner.stream("GET", "/events") as response:
        lines = (line for line in response.iter_lines() if line)
        assert next(lines) == ": following"
        assert next(lines) == ": still here"


def test_closing_the_engine_ends_every_stream(house: House, net: Wire) -> None:
    with stream(net) as one, stream(net) as two:
        closing = threading.Thread(target=house.engine.close)
        closing.start()
        assert list(one) == []
        assert list(two) == []
        closing.join(20)
    assert not closing.is_alive()


def test_a_reader_that_stalls_is_dropped_and_nobody_else_notices(house: House, net: Wire) -> None:
    house.engine.settings.set({"http.send_stall_s": 1})
    with stream(net) as facts:
        quiet = _jobs(house)
        with stalled_reader(net) as stalled:
            for n in range(30):
                net.held(args={"text": "x" * 500_000, "n": n})
                assert [next(facts).event, next(facts).event] == ["task.created", "hil.requested"]
            _wait_until(lambda: _jobs(house) <= quiet)  # to read before that would end the stall
            assert _until_end(stalled) < 30 * 500_000


def _jobs(house: House) -> int:
    """How many jobs the engine's loop has; one for each stream that is served."""

    async def count() -> int:
        return len(asyncio.all_tasks())

    return house.engine.run(count())


def _wait_until(what: Callable[[], bool]) -> None:
    """Ask again until it holds: nothing tells a client that the server let go of it."""
    pause, deadline = threading.Event(), time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < deadline, "it never came to be"
        pause.wait(0.02)


@contextmanager
def stalled_reader(net: Wire) -> Iterator[socket.socket]:
    """A client that asks for the stream and doesn't read it."""
    host = f"127.0.0.1:{net.owner.base_url.port}"
    asked = (
        f"GET /events HTTP/1.1\r\nHost: {host}\r\nAuthorization: {net.owner.headers['authorization']}\r\n\r\n"
    )
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(20)
        line.connect(("127.0.0.1", net.owner.base_url.port or 0))
        line.sendall(asked.encode())
        yield line


def _until_end(line: socket.socket) -> int:
    size = 0
    while piece := _piece(line):
        size += len(piece)
    return size


def _piece(line: socket.socket) -> bytes:
    try:
        return line.recv(65536)
    except ConnectionResetError:
        return b""


def test_streams_that_were_opened_and_left_leave_nothing_behind(house: House, net: Wire) -> None:
    before = _jobs(house)
    for _ in range(100):
        with net.owner.stream("GET", "/events") as response:
            assert next(response.iter_lines()) == ": following"
    # Each look gives the engine's loop a round to let go in.
    assert any(_jobs(house) <= before for _ in range(2000))


def test_the_stream_is_refused_like_any_route(still: Wire) -> None:
    with httpx.Client(base_url=still.owner.base_url, trust_env=False) as nobody:
        assert nobody.get("/events").status_code == 401
