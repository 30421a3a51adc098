"""Agents of other frameworks: their real packages, a model that is a script, and the owner's answers between them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import placet.links.examples
from tests.flows.house import House
from tests.mcp.peers import Place, place

EXAMPLES = Path(placet.links.examples.__file__).parent
NAMES = ("langgraph_one_call.py", "openai_agents_one_call.py")


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Place]:
    with House(tmp_path) as house:
        yield place(house, tmp_path)


@pytest.fixture
def asks(here: Place, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThreadPoolExecutor]:
    monkeypatch.setenv("PLACET_URL", here.url)
    monkeypatch.setenv("PLACET_TOKEN", here.token)
    with ThreadPoolExecutor(1) as pool:
        yield pool


def started(name: str, target: Path, **environment: str) -> "subprocess.Popen[str]":
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("PLACET_")}
    return subprocess.Popen(
        [sys.executable, str(EXAMPLES / name), str(target)],
        stdout=subprocess.PIPE,
        text=True,
        env={**inherited, **environment},
    )


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_short(name: str) -> None:
    assert len((EXAMPLES / name).read_text().splitlines()) <= 40


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("allowed", [True, False])
def test_an_example_holds_its_call_and_ends_well_after_either_answer(
    here: Place, tmp_path: Path, name: str, allowed: bool
) -> None:
    target = tmp_path / "greeting.txt"
    with started(name, target, PLACET_URL=here.url, PLACET_TOKEN=here.token) as program:
        task = here.house.waiting()[0]
        assert (task.tool, json.loads(task.args_json)) == (
            "write_file",
            {"path": str(target), "text": "Hello."},
        )
        assert not target.exists()
        if allowed:
            here.house.approve(task.id)
        else:
            here.house.deny(task.id, "Not today.")
        said, _ = program.communicate(timeout=60)
    assert program.returncode == 0
    assert target.exists() == allowed
    assert ("6 characters written" if allowed else "Not today.") in said


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_an_example_without_a_console_runs_nothing_and_says_so(tmp_path: Path, name: str) -> None:
    target = tmp_path / "greeting.txt"
    with started(name, target, PLACET_DATA=str(tmp_path / "none"), PLACET_TOKEN="placet_x") as program:
        said, _ = program.communicate(timeout=60)
    assert program.returncode == 0
    assert not target.exists()
    assert "was not run" in said


class Ran:
    """What a graph's tools were called with."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Any]] = []


def langchain_agent(ran: Ran, mode: str, *calls: dict[str, Any]) -> Any:
    from langchain.agents import create_agent
    from langchain.agents.middleware import HumanInTheLoopMiddleware
    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.tools import tool
    from langgraph.checkpoint.memory import InMemorySaver

    class Script(GenericFakeChatModel):
        def bind_tools(self, tools: Any, **more: Any) -> Any:
            return self

    @tool
    def write(text: str) -> str:
        """Write a text."""
        ran.calls.append(("write", text))
        if text == "broken":
            raise ValueError("It broke.")
        return f"wrote {text}"

    model = Script(messages=iter([AIMessage(content="", tool_calls=list(calls)), AIMessage(content="Done.")]))
    middleware = HumanInTheLoopMiddleware(interrupt_on={"write": True}, interrupt_mode=mode)  # type: ignore[arg-type]
    return create_agent(model, tools=[write], middleware=[middleware], checkpointer=InMemorySaver())


def wants(text: str, call_id: str) -> dict[str, Any]:
    return {"name": "write", "args": {"text": text}, "id": call_id}


GIVEN = {"messages": [("user", "Write.")]}
CONFIG = {"configurable": {"thread_id": "t"}}


@pytest.mark.long
@pytest.mark.parametrize("mode", ["batched", "per_call"])
def test_each_call_of_a_graph_is_answered_for_itself(
    here: Place, asks: ThreadPoolExecutor, mode: str
) -> None:
    from placet.links import langgraph

    ran = Ran()
    graph = langchain_agent(ran, mode, wants("a", "1"), wants("b", "2"), wants("c", "3"))
    future = asks.submit(langgraph.run, graph, GIVEN, CONFIG)
    for _ in range(3):  # in whichever order the graph asks
        text = json.loads(here.house.waiting()[0].args_json)["text"]
        answer_one(here, {"a": True, "b": "Not b.", "c": {"text": "edited"}}[text])
    result = future.result(timeout=60)
    assert sorted(ran.calls) == [("write", "a"), ("write", "edited")]
    said_to_model = " ".join(str(it.content) for it in result["messages"] if it.type == "tool")
    assert "Not b." in said_to_model
    tasks = {json.loads(it.args_json)["text"]: here.house.ended(it.id) for it in here.house.tasks()}
    assert [tasks[it].status for it in "abc"] == ["completed", "denied", "completed"]
    assert json.loads(tasks["a"].result_json or "") == "wrote a"
    assert "wrote edited" in (tasks["c"].result_json or "")


@pytest.mark.long
def test_a_call_that_breaks_its_graph_is_on_record_as_failed(here: Place, asks: ThreadPoolExecutor) -> None:
    from placet.links import langgraph

    graph = langchain_agent(Ran(), "batched", wants("broken", "1"))
    future = asks.submit(langgraph.run, graph, GIVEN, CONFIG)
    answer_one(here, True)
    with pytest.raises(ValueError, match="It broke"):
        future.result(timeout=60)
    (task,) = here.house.tasks()
    ended = here.house.ended(task.id)
    assert (ended.status, "unknown" in str(ended.error)) == ("failed", True)


@pytest.mark.long
def test_a_graph_that_asks_for_something_else_is_left_open() -> None:
    from langgraph.types import Interrupt

    from placet.links.langgraph import UnknownInterrupt, answers

    for value in (
        "How old are you?",
        {"question": 1},
        [],
        {"action_requests": [{"name": 1}], "review_configs": []},
    ):
        with pytest.raises(UnknownInterrupt):
            answers([Interrupt(value=value, id="i")], CONFIG)


@pytest.mark.long
def test_an_interrupt_that_takes_no_no_is_left_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from langgraph.types import Interrupt

    from placet.links.langgraph import UnknownInterrupt, answers

    monkeypatch.setenv("PLACET_DATA", str(tmp_path))
    monkeypatch.setenv("PLACET_TOKEN", "placet_x")
    asked = {"name": "write", "args": {}}
    for choices, said in ((["approve"], None), (["approve", "reject"], "reject"), (["respond"], "respond")):
        value = {
            "action_requests": [asked],
            "review_configs": [{"action_name": "write", "allowed_decisions": choices}],
        }
        if said is None:
            with pytest.raises(UnknownInterrupt):
                answers([Interrupt(value=value, id="i")], CONFIG)
        else:
            (decision,) = answers([Interrupt(value=value, id="i")], CONFIG).resume["i"]["decisions"]  # type: ignore[index]
            assert decision["type"] == said


@pytest.mark.long
def test_an_inbox_is_answered_in_its_own_words(here: Place, asks: ThreadPoolExecutor) -> None:
    from langgraph.types import Interrupt

    from placet.links.langgraph import answers

    config = {"allow_accept": True, "allow_edit": True, "allow_ignore": True, "allow_respond": False}
    asked = [{"action_request": {"action": "send", "args": {"n": n}}, "config": config} for n in range(3)]
    future = asks.submit(answers, [Interrupt(value=asked, id="i")], CONFIG)
    for said in (True, "No.", {"n": 7}):
        answer_one(here, said)
    assert future.result(timeout=60).resume["i"] == [
        {"type": "accept", "args": None},
        {"type": "ignore", "args": None},
        {"type": "edit", "args": {"action": "send", "args": {"n": 7}}},
    ]


def answer_one(here: Place, said: Any) -> None:
    task = here.house.waiting()[0]
    if said is True:
        here.house.approve(task.id)
    elif isinstance(said, str):
        here.house.deny(task.id, said)
    else:
        here.house.approve(task.id, modified_args=said)


@pytest.mark.long
def test_a_run_of_the_agents_sdk_is_asked_about_call_by_call(here: Place, asks: ThreadPoolExecutor) -> None:
    import asyncio

    from agents.testing import ScriptedModel, assistant_message, function_call

    from agents import Agent, RunConfig, function_tool
    from placet.links import openai_agents

    ran: list[str] = []

    @function_tool(needs_approval=True)
    def write(text: str) -> str:
        """Write a text."""
        ran.append(text)
        return f"wrote {text}"

    steps = [
        [function_call("write", {"text": it}, call_id=f"call_{it}") for it in "abc"],
        [assistant_message("Done.")],
    ]
    agent = Agent(name="Writer", model=ScriptedModel(steps), tools=[write])
    quiet = RunConfig(tracing_disabled=True)
    future = asks.submit(lambda: asyncio.run(openai_agents.run(agent, "Write.", run_config=quiet)))
    for said in (True, "Not b.", {"text": "edited"}):
        answer_one(here, said)
    result = future.result(timeout=60)
    assert ran == ["a"]
    outputs = " ".join(str(it.output) for it in result.new_items if it.type == "tool_call_output_item")
    assert "Not b." in outputs
    assert '{"text":"edited"}' in outputs
    tasks = [here.house.ended(it.id) for it in reversed(here.house.tasks())]
    assert [it.status for it in tasks] == ["completed", "denied", "failed"]
