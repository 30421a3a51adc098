"""Two gateways of one agent: the owner's word on one is none on the other, and neither waits for the other's calls."""

from pathlib import Path

from tests.mcp.peers import Place, Shop, gateway, words_of


def test_a_rule_for_one_gateways_tool_frees_no_other_gateways(here: Place, tmp_path: Path) -> None:
    other = Shop(tmp_path / "other")
    known = {"PLACET_URL": here.url, "PLACET_TOKEN": here.token}
    with here.gateway() as first, gateway(other, **known) as second:
        first.hello()
        second.hello()
        assert words_of(first.call("free", arguments={"n": 1})) == '{"n": 1}'
        asked = second.ask("tools/call", name="free", arguments={"n": 1})
        task = here.house.waiting()[0]
        assert task.tool == "other.free"
        here.house.deny(task.id)
        assert second.wait(id=asked)["result"]["isError"] is True
    assert other.calls == []


def test_the_result_of_another_gateways_call_is_not_waited_for(here: Place) -> None:
    with here.gateway() as first, here.gateway() as second:
        first.hello()
        second.hello()
        task_id = first.call("echo", arguments={}, task={})["task"]["taskId"]
        refused = second.answer("tasks/result", taskId=task_id)["error"]["message"]
        assert refused.endswith("It hasn't been decided, and nothing was run.")
        assert "asked for elsewhere" in second.result("tasks/get", taskId=task_id)["statusMessage"]
        assert "asked for elsewhere" in words_of(second.call("placet_task", arguments={"task_id": task_id}))
        here.house.approve(task_id)
        here.house.ended(task_id)
        assert words_of(second.result("tasks/result", taskId=task_id)) == "{}"


def test_a_no_to_another_gateways_call_is_told_as_a_no(here: Place) -> None:
    with here.gateway() as first, here.gateway() as second:
        first.hello()
        second.hello()
        task_id = first.call("echo", arguments={}, task={})["task"]["taskId"]
        here.house.deny(task_id, "Go ahead.")
        here.house.ended(task_id)
        said = words_of(second.result("tasks/result", taskId=task_id))
    assert said == "The owner denied this: Go ahead."
