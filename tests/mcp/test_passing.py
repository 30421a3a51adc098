"""What isn't a call of a tool: what carries words to a server is asked about like one, and what only lists passes."""

import json

import pytest

from tests.mcp.peers import Place

READ = {"uri": "http://here/?secret=1"}


def reads(here: Place) -> list[object]:
    path = here.shop.folder / "reads"
    return [json.loads(it)["params"] for it in path.read_text().splitlines()] if path.exists() else []


def test_a_list_passes_unasked(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        assert peer.result("resources/list")["resources"][0]["name"] == "a"
    assert [it for it in here.house.tasks() if it.tool.startswith("shop:")] == []


def test_a_read_waits_for_the_owner_and_its_end_is_written_down(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        asked = peer.ask("resources/read", **READ)
        task = here.house.waiting()[0]
        assert (task.tool, json.loads(task.args_json), reads(here)) == ("shop:resources.read", READ, [])
        here.house.approve(task.id)
        assert peer.wait(id=asked)["result"]["contents"][0]["text"] == "This is it."
        assert here.house.ended(task.id).status == "completed"
    assert reads(here) == [READ]


def test_what_the_owner_edited_is_what_is_read(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        asked = peer.ask("resources/read", **READ)
        here.house.approve(here.house.waiting()[0].id, modified_args={"uri": "http://here/"})
        assert peer.wait(id=asked)["result"]["contents"][0]["uri"] == "http://here/"
    assert reads(here) == [{"uri": "http://here/"}]


@pytest.mark.parametrize("how", ["denied", "taken back", "no console"])
def test_a_read_that_nobody_allowed_is_never_heard_of_by_the_server(here: Place, how: str) -> None:
    with here.gateway(PLACET_DEADLINE="20") as peer:
        peer.hello()
        asked = peer.ask("resources/read", **READ)
        task_id = here.house.waiting()[0].id
        if how == "denied":
            here.house.deny(task_id, "Not this one.")
            assert peer.wait(id=asked)["error"]["message"] == "The owner denied this: Not this one."
        elif how == "taken back":
            peer.send(method="notifications/cancelled", params={"requestId": asked})
            assert here.house.ended(task_id).status == "cancelled"
        else:
            here.house.engine.close()
            assert "Nobody allowed" in peer.wait(id=asked)["error"]["message"]
    assert reads(here) == []


def test_a_read_that_the_owner_freed_runs_at_once(here: Place) -> None:
    here.house.change(tools=[{"name": "shop:resources.read", "restricted": False}])
    with here.gateway() as peer:
        peer.hello()
        assert peer.result("resources/read", **READ)["contents"][0]["text"] == "This is it."
        (task,) = [it for it in here.house.tasks() if it.tool == "shop:resources.read"]
        assert here.house.ended(task.id).status == "completed"


def test_what_the_server_refuses_is_told_and_written_down(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        asked = peer.ask("prompts/get", name="a")
        task = here.house.waiting()[0]
        assert task.tool == "shop:prompts.get"
        here.house.approve(task.id)
        assert peer.wait(id=asked)["error"]["code"] == -32601
        assert here.house.ended(task.id).status == "failed"
