"""Agents, their conversations, tokens and settings on the wire."""

from pathlib import Path

import pytest

from placet.settings import TABLE, Settings
from tests.flows.house import House
from tests.flows.wire import Wire


def test_declaring_an_agent_answers_with_it(house: House, net: Wire, tmp_path: Path) -> None:
    declared = {"name": "scribe", "folder": str(tmp_path / "scribe"), "tools": [{"name": "fs_write"}]}
    answer = net.owner.post("/agents", json=declared)
    assert answer.status_code == 201
    body = answer.json()
    assert (body["id"], body["name"], body["state"], body["model"]) == (body["id"], "scribe", "idle", None)
    assert body["tools"][0]["restricted"] is True
    names = [row["name"] for row in net.owner.get("/agents").json()["agents"]]
    assert names == ["clerk", "scribe"]


def test_a_name_in_use_is_409(net: Wire, tmp_path: Path) -> None:
    answer = net.owner.post("/agents", json={"name": "clerk", "folder": str(tmp_path / "another")})
    assert (answer.status_code, answer.json()["code"]) == (409, "name_in_use")


def test_a_declaration_that_does_not_fit_is_400_with_the_place(net: Wire) -> None:
    answer = net.owner.post("/agents", json={"name": "x", "folder": "~/x", "tools": [{"nam": "fs_write"}]})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_declaration")
    assert answer.json()["pointer"].startswith("/tools/0")


def test_changing_an_agent_merges_its_tools_by_name(net: Wire) -> None:
    answer = net.owner.patch("/agents/clerk", json={"tools": [{"name": "fs_read", "enabled": False}]})
    assert answer.status_code == 200
    enabled = {tool["name"]: tool["enabled"] for tool in answer.json()["tools"]}
    assert enabled == {"held": True, "fs_read": False, "fs_write": True}


def test_an_agent_can_be_stopped_and_started(net: Wire) -> None:
    assert net.owner.post("/agents/clerk/stop").json() == {"state": "stopped"}
    assert net.owner.get("/agents/clerk").json()["state"] == "stopped"
    assert net.owner.post("/agents/clerk/start", json={}).json() == {"state": "idle"}


def test_who_is_not_there_is_404_for_the_owner_too(still: Wire) -> None:
    for method, path in (
        ("GET", ""),
        ("PATCH", ""),
        ("POST", "/stop"),
        ("GET", "/tasks"),
        ("GET", "/conversations"),
    ):
        assert still.owner.request(method, f"/agents/nobody{path}").status_code == 404


def test_a_conversation_holds_what_was_said_in_order(net: Wire) -> None:
    opened = net.owner.post("/agents/clerk/conversations", json={"title": "Today"})
    assert (opened.status_code, opened.json()["title"]) == (201, "Today")
    path = f"/agents/clerk/conversations/{opened.json()['id']}/messages"
    said = net.owner.post(path, json={"text": "Good \u202emorning"})
    assert said.status_code in {202, 409}  # an agent without a model says so
    assert net.owner.get("/agents/clerk/conversations").json()["conversations"] == [opened.json()]
    messages = net.owner.get(path).json()["messages"]
    assert all(message.keys() >= {"id", "role", "text", "task_id", "at_ms"} for message in messages)


@pytest.mark.parametrize("body", [{}, {"text": ""}, {"text": 1}, {"text": "x", "to": "y"}])
def test_a_message_without_words_is_400(still: Wire, body: dict[str, object]) -> None:
    assert still.owner.post("/agents/clerk/messages", json=body).status_code == 400


def test_a_conversation_that_is_not_there_is_404(still: Wire) -> None:
    assert still.owner.get("/agents/clerk/conversations/none/messages").status_code == 404


def test_a_tokens_secret_is_shown_once(net: Wire) -> None:
    made = net.owner.post("/tokens", json={"scope": "agent", "agent": "clerk", "ttl_s": 60, "label": "mine"})
    assert made.status_code == 201
    body = made.json()
    assert (body["scope"], body["agent"], body["label"]) == ("agent", "clerk", "mine")
    assert body["expires_at"] == body["created_at"] + 60_000
    listed = net.owner.get("/tokens")
    assert body["id"] in {row["id"] for row in listed.json()["tokens"]}
    assert body["token"] not in listed.text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"scope": "root"}, 400),
        ({"scope": "agent"}, 400),
        ({"scope": "owner", "agent": "clerk"}, 400),
        ({"scope": "agent", "agent": "nobody"}, 404),
        ({"scope": "client", "ttl_s": 0}, 400),
        ({"scope": "client", "ttl": "30d"}, 400),
    ],
)
def test_a_token_that_makes_no_sense_is_not_made(still: Wire, body: dict[str, object], status: int) -> None:
    before = still.owner.get("/tokens").json()
    assert still.owner.post("/tokens", json=body).status_code == status
    assert still.owner.get("/tokens").json() == before


def test_a_token_that_is_not_there_cannot_be_revoked(still: Wire) -> None:
    assert still.owner.delete("/tokens/token_none").status_code == 404


def test_settings_are_told_with_what_explains_them(still: Wire) -> None:
    body = still.owner.get("/settings").json()
    assert body["settings"].keys() == {row.key for row in TABLE}
    assert [(row["key"], row["sentence"]) for row in body["table"]] == [
        (row.key, row.sentence) for row in TABLE
    ]


@pytest.mark.parametrize("body", [{"http.keep_alive_s": 7}, {"http": {"keep_alive_s": 7}}])
def test_settings_are_changed_in_the_owners_file(house: House, net: Wire, body: dict[str, object]) -> None:
    answer = net.owner.patch("/settings", json=body)
    assert (answer.status_code, answer.json()["settings"]["http.keep_alive_s"]) == (200, 7)
    assert Settings.load(house.data / "settings.toml").integer("http.keep_alive_s") == 7


def test_settings_that_the_disk_does_not_take_change_nothing_and_say_so(house: House, net: Wire) -> None:
    (house.data / "settings.toml").unlink()
    (house.data / "settings.toml").mkdir()  # no file can take its place
    answer = net.owner.patch("/settings", json={"http.keep_alive_s": 7})
    assert (answer.status_code, answer.json()["code"]) == (503, "settings_not_written")
    assert house.engine.settings.integer("http.keep_alive_s") != 7
    assert house.events("setting.changed") == []


@pytest.mark.parametrize("body", [{"http.port": 1, "http.prot": 1}, {"http": {"port": "x"}}, {"http": 1}])
def test_settings_that_do_not_fit_change_nothing(
    still_house: House, still: Wire, body: dict[str, object]
) -> None:
    answer = still.owner.patch("/settings", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_setting")
    assert answer.json()["pointer"].startswith("/http")
    assert still_house.engine.settings.integer("http.port") == 0
