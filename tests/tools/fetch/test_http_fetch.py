"""One fetch: what is sent, what comes back, what is followed, and what is refused (DECISIONS T25, T26)."""

import asyncio
import base64
import gzip
import threading
from typing import Any

import pytest

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, ToolRun
from placet.tools.fetch.http_fetch import HttpFetch
from placet.work.stop import StopFlag
from tests.tools.fetch.site import NAME, NEVER, page, to
from tests.tools.fetch.visit import Names, Visit, sent, visiting

TRICKS = [
    "http://127.0.0.1/",
    "http://127.8.9.10:8080/",
    "http://localhost/",
    "http://[::1]/",
    "http://[::]/",
    "http://0.0.0.0/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://[ff02::1]/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://user:secret@example.org/",
    "http://example.org:0/",
    "ftp://example.org/",
    "file:///etc/passwd",
]


def test_a_get_brings_the_status_the_headers_and_the_text() -> None:
    async def then(visit: Visit) -> None:
        assert await visit.fetch("/a%20b/c;d?e[]=f&g") == {
            "status": 200,
            "url": visit.site.url("/a%20b/c;d?e[]=f&g"),
            "headers": {"content-length": "6", "x-two": "1, 2"},
            "content": "gr\u00fc\u00df",
            "encoding": "utf-8",
            "truncated": False,
        }

    answer = page("gr\u00fc\u00df".encode(), "X-Two: 1", "x-two: 2")
    there = visiting({"/a%20b/c;d?e[]=f&g": answer}, then)
    (request,) = sent(there)
    assert request.startswith("GET /a%20b/c;d?e[]=f&g HTTP/1.1\r\n")
    assert f"\r\nhost: {NAME}:{there.port}\r\n" in request.lower()


def test_a_post_sends_its_body_and_headers_as_they_are() -> None:
    async def then(visit: Visit) -> None:
        headers = {"Content-Type": "text/plain", "X-Mine": "a b"}
        answer = await visit.fetch("/", method="POST", headers=headers, body="\u00fc\r\nx")
        assert answer["status"] == 200

    (request,) = sent(visiting({"/": page()}, then))
    assert request.startswith("POST / HTTP/1.1\r\n")
    assert "x-mine: a b\r\n" in request.lower()
    assert request.encode("latin-1").endswith("\r\n\r\n\u00fc\r\nx".encode())


def test_what_is_no_text_comes_as_base64_and_nothing_is_unpacked() -> None:
    packed = gzip.compress(b"0" * 100_000)

    async def then(visit: Visit) -> None:
        answer = await visit.fetch()
        assert (answer["encoding"], answer["truncated"]) == ("base64", False)
        assert base64.b64decode(answer["content"]) == packed

    visiting({"/": page(packed, "Content-Encoding: gzip")}, then)


def test_a_long_body_is_cut_between_characters() -> None:
    async def then(visit: Visit) -> None:
        answer = await visit.fetch()
        assert (answer["content"], answer["truncated"]) == ("xx\u20ac", True)

    visiting({"/": page(b"xx" + "\u20ac\u20ac".encode() + b"y" * 300_000)}, then, limits={"body_bytes": 7})


@pytest.mark.parametrize("url", TRICKS)
def test_no_spelling_leads_into_this_machine_or_its_network(url: str) -> None:
    tool, place = HttpFetch(frozenset), Place(agent="clerk", folder="/nowhere", hosts=("127.0.0.1",))
    with pytest.raises(ToolFailed) as caught:
        asyncio.run(tool.run({"url": url}, ToolRun(place=place, task_id=None, stop=StopFlag())))
    assert caught.value.code in {"address_refused", "bad_address"}
    if url != "http://localhost/":  # a name is looked up when the call runs, and not for a preview
        with pytest.raises(ToolFailed) as shown:
            tool.preview({"url": url}, place)
        assert shown.value.code == caught.value.code


@pytest.mark.parametrize("number", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1%2", "junk"])
@pytest.mark.parametrize("beside", [[], ["203.0.114.7"]])
def test_a_name_that_leads_inside_is_refused_whatever_else_it_leads_to(
    number: str, beside: list[str]
) -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal()).code == "address_refused"

    names = Names(site_test=[[*beside, number]])
    assert visiting({"/": page()}, then, names=names, private_hosts=(), hosts=(NAME,)).requests == []


def test_an_exception_is_for_one_host_and_one_port() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.fetch())["status"] == 200
        assert (await visit.refusal(url=visit.site.url(host="other.test"))).code == "address_refused"
        assert (await visit.refusal(url=visit.site.url(host="127.0.0.1"))).code == "address_refused"
        visit.place = Place(agent="clerk", folder="/nowhere", private_hosts=(f"{NAME}:1",))
        assert (await visit.refusal()).code == "address_refused"

    async def with_one(visit: Visit) -> None:
        visit.place = Place(agent="clerk", folder="/x", private_hosts=(f"{NAME}:{visit.site.port}",))
        await then(visit)

    assert len(visiting({"/": page()}, with_one).requests) == 1


@pytest.mark.parametrize("number", ["0.0.0.0", "::ffff:127.0.0.1", "::", "255.255.255.255", "224.0.0.1"])
def test_no_exception_reaches_what_is_only_a_second_spelling(number: str) -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal()).code == "address_refused"

    assert visiting({"/": page()}, then, names=Names(site_test=[[number]])).requests == []


def test_placets_own_port_is_refused_even_to_an_exception_and_is_asked_for_at_each_call() -> None:
    ports: set[int] = set()

    async def then(visit: Visit) -> None:
        assert (await visit.fetch())["status"] == 200
        ports.add(visit.site.port)
        refused = await visit.refusal()
        assert (refused.code, "Placet itself" in refused.message) == ("address_refused", True)

    assert len(visiting({"/": page()}, then, own_ports=lambda: frozenset(ports)).requests) == 1


def test_without_an_engine_around_it_no_private_host_is_reached() -> None:
    async def then(visit: Visit) -> None:
        visit.tool = HttpFetch(look_up=visit.names.look_up)
        assert (await visit.refusal()).code == "address_refused"

    assert visiting({"/": page()}, then).requests == []


def test_a_name_is_looked_up_once_and_the_connection_goes_where_the_check_went() -> None:
    names = Names(site_test=[["127.0.0.1"], ["10.0.0.1"]])

    async def then(visit: Visit) -> None:
        assert (await visit.fetch())["content"] == "hello"
        assert visit.names.asked == [NAME]

    assert len(visiting({"/": page()}, then, names=names).requests) == 1


def test_a_name_that_was_rebound_is_refused_at_the_redirect() -> None:
    names = Names(site_test=[["127.0.0.1"], ["0.0.0.0"]])

    async def then(visit: Visit) -> None:
        assert (await visit.refusal()).code == "address_refused"
        assert visit.names.asked == [NAME, NAME]

    assert len(visiting({"/": to("/again"), "/again": page()}, then, names=names).requests) == 1


def test_a_number_that_does_not_answer_gives_way_to_the_next_one() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.fetch())["status"] == 200

    visiting({"/": page()}, then, names=Names(site_test=[["127.0.0.2", "127.0.0.1"]]))


def test_a_name_nobody_has_and_a_port_nobody_listens_on_are_unreachable() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal(url="http://nobody.test/")).code == "unreachable"
        visit.names.answers[NAME] = [["127.0.0.9"]]
        assert (await visit.refusal()).code == "unreachable"
        visit.names.answers[NAME] = [[]]
        assert (await visit.refusal()).code == "unreachable"

    visiting({}, then)


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")

    async def then(visit: Visit) -> None:
        assert (await visit.fetch())["status"] == 200

    visiting({"/": page()}, then)


def test_a_read_without_an_answer_ends_with_its_time() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal()).code == "no_answer"

    visiting({"/": NEVER}, then, limits={"time_s": 0.2})


def test_a_write_without_an_answer_is_unknown_and_never_sent_again() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal(method="POST", body="x")).code == "outcome_unknown"

    assert len(visiting({"/": NEVER}, then, limits={"time_s": 0.2}).requests) == 1


def test_an_answer_that_is_no_http_is_no_answer() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal()).code == "no_answer"

    visiting({"/": b"nonsense\r\n\r\n"}, then)


@pytest.mark.parametrize(("method", "known"), [("GET", True), ("POST", False)])
def test_a_stop_ends_a_read_and_leaves_a_write_unknown(method: str, known: bool) -> None:
    stop = StopFlag()

    async def then(visit: Visit) -> None:
        fetching = asyncio.ensure_future(visit.fetch(method=method))
        await visit.site.asked.wait()
        stop.set()
        with pytest.raises(ToolStopped if known else ToolFailed) as caught:
            await fetching
        assert caught.value.code == ("tool_stopped" if known else "outcome_unknown")

    visiting({"/": NEVER}, then, stop=stop)


def test_a_stop_before_the_start_sends_nothing() -> None:
    stop = StopFlag()
    stop.set()

    async def then(visit: Visit) -> None:
        with pytest.raises(ToolStopped):
            await visit.fetch(method="POST")

    assert visiting({"/": page()}, then, stop=stop).requests == []


def test_a_cancelled_fetch_lets_its_connection_go() -> None:
    async def then(visit: Visit) -> None:
        fetching = asyncio.ensure_future(visit.fetch())
        await visit.site.asked.wait()
        fetching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetching

    before = threading.active_count()
    visiting({"/": NEVER}, then)
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"body": "x"}, "bad_body"),
        ({"method": "HEAD", "body": "x"}, "bad_body"),
        ({"method": "POST", "body": "\ud800"}, "bad_body"),
        ({"headers": {"Host": "evil.example"}}, "bad_header"),
        ({"headers": {"Content-Length": "0"}}, "bad_header"),
        ({"headers": {"transfer-encoding": "chunked"}}, "bad_header"),
        ({"headers": {"X-HTTP-Method-Override": "DELETE"}}, "bad_header"),
        ({"headers": {"a b": "c"}}, "bad_header"),
        ({"headers": {"": "c"}}, "bad_header"),
        ({"headers": {"a": "b\r\nc: d"}}, "bad_header"),
        ({"headers": {"a": "\u00fc"}}, "bad_header"),
        ({"headers": {"a": "b", "A": "c"}}, "bad_header"),
        ({"headers": {f"a{n}": "b" for n in range(51)}}, "bad_header"),
        ({"headers": {"a": "b" * 8193}}, "bad_header"),
    ],
)
def test_a_request_that_could_be_read_in_two_ways_is_refused(args: dict[str, Any], code: str) -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal(**args)).code == code
        with pytest.raises(ToolFailed) as shown:
            visit.tool.preview({"url": visit.site.url(), **args}, visit.place)
        assert shown.value.code == code

    assert visiting({"/": page()}, then).requests == []


PLACE = Place(agent="clerk", folder="/x", hosts=("api.example.org",), private_hosts=("127.0.0.1:8080",))


@pytest.mark.parametrize(
    ("args", "row", "effect", "hold"),
    [
        ({"url": "https://api.example.org/x"}, "http_fetch:known:read", Effect.READ, None),
        ({"url": "http://127.0.0.1:8080/"}, "http_fetch:known:read", Effect.READ, None),
        ({"url": "http://127.0.0.1:8081/"}, "http_fetch:unknown", Effect.READ, "unknown_host"),
        ({"url": "https://example.org/"}, "http_fetch:unknown", Effect.READ, "unknown_host"),
        ({"url": "https://api.example.org.evil.example/"}, "http_fetch:unknown", Effect.READ, "unknown_host"),
        ({"url": "https://api.example.org:8443/"}, "http_fetch:unknown", Effect.READ, "unknown_host"),
        (
            {"url": "https://api.example.org/", "method": "POST"},
            "http_fetch:known:write",
            Effect.WRITE,
            "sends_something",
        ),
        (
            {"url": "https://api.example.org/", "method": "HEAD"},
            "http_fetch:known:write",
            Effect.WRITE,
            "sends_something",
        ),
        (
            {"url": "https://example.org/", "method": "DELETE"},
            "http_fetch:unknown",
            Effect.WRITE,
            "unknown_host",
        ),
    ],
)
def test_reads_from_named_hosts_are_free_and_all_else_waits(
    args: dict[str, Any], row: str, effect: Effect, hold: str | None
) -> None:
    manner = HttpFetch().manner(args, PLACE)
    assert (manner.row, manner.effect, manner.hold) == (row, effect, hold)


def test_the_sentence_says_what_goes_where_and_nothing_is_looked_up_for_it() -> None:
    names = Names()
    tool = HttpFetch(look_up=names.look_up)
    url = "https://api.example.org/x"
    assert tool.preview({"url": url}, PLACE).sentence == f'Fetches "{url}".'
    posted = {"url": url, "method": "POST", "body": "abc"}
    assert tool.preview(posted, PLACE).sentence == f'Sends a POST with 3 bytes to "{url}".'
    deleted = {"url": url, "method": "DELETE"}
    assert tool.preview(deleted, PLACE).sentence == f'Sends a DELETE to "{url}".'
    assert names.asked == []
