"""Who gets in: the token, its scope, the address that was called and the page that called."""

import socket
from typing import Any

import httpx
import pytest

import placet.app
from placet.api import BadSetting, Scope
from placet.api.commands import CreateToken
from placet.http.access import is_loopback, own_names
from placet.http.listening import ListenError
from tests.flows.house import House
from tests.flows.wire import Wire, client

OWNERS_ROUTES = [
    ("GET", "/agents"),
    ("POST", "/agents"),
    ("GET", "/agents/clerk"),
    ("PATCH", "/agents/clerk"),
    ("POST", "/agents/clerk/stop"),
    ("POST", "/agents/clerk/start"),
    ("GET", "/agents/clerk/conversations"),
    ("POST", "/agents/clerk/conversations"),
    ("GET", "/agents/clerk/conversations/c/messages"),
    ("POST", "/agents/clerk/conversations/c/messages"),
    ("POST", "/agents/clerk/messages"),
    ("POST", "/agents/clerk/tasks/task_x/resolve"),
    ("GET", "/tasks"),
    ("GET", "/tasks/task_x"),
    ("POST", "/tasks/task_x/deadline"),
    ("GET", "/tokens"),
    ("POST", "/tokens"),
    ("DELETE", "/tokens/token_x"),
    ("GET", "/settings"),
    ("PATCH", "/settings"),
    ("GET", "/events"),
]
AGENTS_ROUTES = [
    ("POST", "/agents/{}/tool-calls"),
    ("GET", "/agents/{}/tasks"),
    ("GET", "/agents/{}/tasks/task_x"),
    ("POST", "/agents/{}/tasks/task_x/cancel"),
]


def code_of(answer: httpx.Response) -> tuple[int, str]:
    body: dict[str, Any] = answer.json()
    assert body["error"]
    return answer.status_code, body["code"]


def bare(net: Wire, **headers: str) -> httpx.Client:
    return httpx.Client(base_url=net.owner.base_url, headers=headers, timeout=20, trust_env=False)


@pytest.mark.parametrize(
    ("method", "path"), [*OWNERS_ROUTES, ("POST", "/agents/clerk/tool-calls"), ("GET", "/nowhere")]
)
def test_without_a_token_nothing_but_health_answers(still: Wire, method: str, path: str) -> None:
    with bare(still) as nobody:
        answer = nobody.request(method, path)
        assert code_of(answer) == (401, "unauthenticated")
        assert answer.headers["www-authenticate"] == "Bearer"
        assert nobody.get("/health").json() == {"status": "ok"}


@pytest.mark.parametrize(
    "sent", ["", "Bearer", "Basic {}", "{}", "Bearer {} {}", "Bearer x{}", "Bearer \xe9"]
)
def test_what_is_no_valid_bearer_token_is_refused(still: Wire, sent: str) -> None:
    secret = still.owner.headers["authorization"].removeprefix("Bearer ")
    with bare(still) as nobody:
        answer = nobody.get(
            "/agents", headers={"Authorization": sent.format(secret, secret).encode("latin-1")}
        )
    assert code_of(answer) == (401, "unauthenticated")


def test_a_token_in_the_address_is_no_token(still: Wire) -> None:
    secret = still.owner.headers["authorization"].removeprefix("Bearer ")
    with bare(still) as nobody:
        assert nobody.get("/agents", params={"token": secret}).status_code == 401


def test_two_tokens_are_none(still: Wire) -> None:
    sent = [
        ("Authorization", still.agent.headers["authorization"]),
        ("Authorization", still.owner.headers["authorization"]),
    ]
    with bare(still) as nobody:
        assert nobody.get("/agents", headers=sent).status_code == 401


@pytest.mark.parametrize(("method", "path"), OWNERS_ROUTES)
def test_an_agents_token_does_not_reach_what_is_the_owners(still: Wire, method: str, path: str) -> None:
    assert code_of(still.agent.request(method, path)) == (403, "forbidden")


@pytest.mark.parametrize(("method", "path"), AGENTS_ROUTES)
def test_another_agents_things_look_like_nothing_to_an_agent(
    still_house: House, still: Wire, method: str, path: str
) -> None:
    asked = {"json": {"tool": "held"}} if path.endswith("calls") else {}
    others = still.agent.request(method, path.format("other"), **asked)
    nobodys = still.agent.request(method, path.format("nobody"), **asked)
    assert code_of(others) == (404, "not_found")
    assert others.json() == nobodys.json()


@pytest.mark.parametrize(
    ("method", "path"), [*OWNERS_ROUTES, *((m, p.format("clerk")) for m, p in AGENTS_ROUTES)]
)
def test_a_clients_token_reaches_neither(still_house: House, still: Wire, method: str, path: str) -> None:
    secret = still_house.submit(CreateToken(scope=Scope.CLIENT)).secret
    with client(str(still.owner.base_url), secret) as somebody:
        assert code_of(somebody.request(method, path)) == (403, "forbidden")


def test_an_agent_is_found_by_its_id_as_well(still_house: House, still: Wire) -> None:
    by_id = still.agent.get(f"/agents/{still_house.agent().id}/tasks").json()
    assert (
        by_id
        == still.agent.get("/agents/clerk/tasks").json()
        == {"agentId": still_house.agent().id, "tasks": []}
    )


def test_a_revoked_token_stops_at_once(house: House, net: Wire) -> None:
    made = net.owner.post("/tokens", json={"scope": "agent", "agent": "clerk"}).json()
    with client(str(net.owner.base_url), made["token"]) as agent:
        assert agent.get("/agents/clerk/tasks").status_code == 200
        assert net.owner.delete(f"/tokens/{made['id']}").status_code == 200
        assert agent.get("/agents/clerk/tasks").status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "rebind.example:{}", "127.0.0.1", "[::1]", "localhost.evil.example:{}", ""]
)
def test_a_foreign_host_is_refused_before_anything_else(still: Wire, host: str) -> None:
    port = still.owner.base_url.port
    answer = still.owner.get("/health", headers={"Host": host.format(port)})
    assert code_of(answer) == (403, "foreign_origin")


@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "LOCALHOST:{}", "[::1]:{}"])
def test_our_own_names_are_welcome(still: Wire, host: str) -> None:
    assert (
        still.owner.get("/agents", headers={"Host": host.format(still.owner.base_url.port)}).status_code
        == 200
    )


def test_a_request_without_a_host_is_refused(still: Wire) -> None:
    with socket.create_connection(("127.0.0.1", still.owner.base_url.port or 0), timeout=60) as line:
        line.sendall(b"GET /health HTTP/1.0\r\n\r\n")
        assert line.recv(100).split()[1] == b"403"


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
        "http://127.0.0.1.evil.example",
        "http://LOCALHOST:1",
        "",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_a_foreign_page_is_refused_and_told_nothing(still: Wire, method: str, origin: str) -> None:
    headers = {"Origin": origin, "Content-Type": "text/plain"}
    answer = still.owner.request(method, "/agents", headers=headers, content=b"{}")
    assert code_of(answer) == (403, "foreign_origin")
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_a_page_of_our_own_address_is_welcome(still: Wire) -> None:
    origin = f"http://127.0.0.1:{still.owner.base_url.port}"
    assert still.owner.get("/agents", headers={"Origin": origin}).status_code == 200


@pytest.mark.parametrize("path", ["/nowhere", "/agents/", "/agents/clerk/nothing", "//agents"])
def test_an_address_that_is_not_there_is_404_in_json(still: Wire, path: str) -> None:
    assert code_of(still.owner.get(path)) == (404, "not_found")


@pytest.mark.parametrize(
    ("method", "path"), [("DELETE", "/agents"), ("PUT", "/tasks"), ("GET", "/agents/clerk/tool-calls")]
)
def test_a_method_that_is_not_taken_is_405_in_json(still: Wire, method: str, path: str) -> None:
    answer = still.owner.request(method, path)
    assert code_of(answer) == (405, "method_not_allowed")
    assert answer.headers["allow"]


@pytest.mark.parametrize(
    "path", ["/agents", "/tasks", "/tokens", "/settings", "/health", "/agents/clerk/tasks", "/agents/clerk"]
)
def test_no_get_changes_anything(still_house: House, still: Wire, path: str) -> None:
    before = still_house.events()
    assert still.owner.get(path).status_code == 200
    assert still_house.events() == before


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1", "example.org", "", "::ffff:127.0.0.1"])
def test_listening_for_others_is_refused(still_house: House, host: str) -> None:
    with pytest.raises(BadSetting):
        placet.app.serve_http(still_house.engine, host or "192.0.2.1")
    assert not is_loopback(host)


def test_a_port_that_is_taken_is_said(house: House) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(ListenError, match="in use"):
            placet.app.serve_http(house.engine, "127.0.0.1", other.getsockname()[1])


def test_the_usual_port_may_stay_unsaid() -> None:
    assert "localhost" in own_names("127.0.0.1", 80)
    assert "127.0.0.2:80" in own_names("127.0.0.2", 80)
    assert "localhost" not in own_names("127.0.0.1", 8080)
