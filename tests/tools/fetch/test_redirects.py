"""Where a fetch is sent on to, and how the other side proves who it is (DECISIONS T25)."""

import pytest

from tests.tools.fetch.site import NAME, page, to, trusting
from tests.tools.fetch.visit import Visit, sent, visiting


def test_a_redirect_on_the_same_host_is_followed_with_its_headers() -> None:
    async def then(visit: Visit) -> None:
        answer = await visit.fetch("/a/b", headers={"Authorization": "Bearer x"})
        assert (answer["content"], answer["url"]) == ("hello", visit.site.url("/a/c?d"))

    requests = sent(visiting({"/a/b": to("c?d#e"), "/a/c?d": page()}, then))
    assert [request.split("\r\n")[0] for request in requests] == [
        "GET /a/b HTTP/1.1",
        "GET /a/c?d HTTP/1.1",
    ]
    assert all("authorization: bearer x" in request.lower() for request in requests)


def test_a_redirect_to_another_named_host_is_followed_without_secrets() -> None:
    async def then(visit: Visit) -> None:
        headers = {"Authorization": "Bearer x", "Cookie": "y", "X-Key": "z", "Accept": "text/html"}
        assert (await visit.fetch(headers=headers))["url"] == visit.site.url("/b", host="other.test")

    first, second = sent(visiting({"/": to("http://other.test:{port}/b"), "/b": page()}, then))
    assert "x-key: z" in first.lower()
    assert not {"authorization", "cookie", "x-key"} & {
        line.split(":")[0].lower() for line in second.split("\r\n")
    }
    assert "accept: text/html" in second.lower()


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("http://unnamed.test/", "redirect_refused"),
        ("http://127.0.0.1:{port}/", "redirect_refused"),
        ("http://169.254.169.254/", "redirect_refused"),
        ("http://[::ffff:127.0.0.1]/", "redirect_refused"),
        ("//unnamed.test/", "redirect_refused"),
        ("http://2130706433/", "redirect_refused"),
        ("http://a@site.test:{port}/", "redirect_refused"),
        ("file:///etc/passwd", "redirect_refused"),
        ("http://[/", "redirect_refused"),
        ("http://site.test/", "address_refused"),  # the exception is for the other port
    ],
)
def test_a_redirect_to_anywhere_else_is_refused(location: str, code: str) -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal()).code == code

    assert len(visiting({"/": to(location)}, then).requests) == 1


def test_redirects_come_to_an_end() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal()).code == "redirect_refused"

    assert len(visiting({"/": to("/")}, then).requests) == 6


@pytest.mark.parametrize(
    "status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"]
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_what_writes_is_never_sent_on(method: str, status: str) -> None:
    async def then(visit: Visit) -> None:
        answer = await visit.fetch(method=method)
        assert (answer["status"], answer["headers"]["location"]) == (int(status[:3]), "/b")

    assert len(visiting({"/": to("/b", status), "/b": page()}, then).requests) == 1


def test_the_name_is_proved_by_tls_though_the_number_is_dialled() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.fetch(url=visit.site.url(scheme="https")))["content"] == "hello"
        refused = await visit.refusal(url=visit.site.url(scheme="https", host="other.test"))
        assert (refused.code, "prove" in refused.message) == ("unreachable", True)

    visiting({"/": page()}, then, tls=True, trust=trusting())


def test_a_certificate_that_nobody_vouches_for_is_refused() -> None:
    async def then(visit: Visit) -> None:
        refused = await visit.refusal(url=visit.site.url(scheme="https"))
        assert (refused.code, "prove" in refused.message) == ("unreachable", True)

    assert visiting({"/": page()}, then, tls=True).requests == []


def test_https_is_never_sent_on_to_http() -> None:
    async def then(visit: Visit) -> None:
        assert (await visit.refusal(url=visit.site.url(scheme="https"))).code == "redirect_refused"

    answers = {"/": to(f"http://{NAME}:{{port}}/b"), "/b": page()}
    assert len(visiting(answers, then, tls=True, trust=trusting()).requests) == 1
