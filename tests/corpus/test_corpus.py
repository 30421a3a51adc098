"""Every file of the argument corpus, sent as bytes over HTTP: refused with place and reason, or shown and run exactly.

The corpus names tools of its own; one table maps them to ours. The tools that run here take any arguments and keep
what they got: what is under test is everything between the bytes that came in and the call that went out.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from placet.api.cards import REST
from placet.api.queries import GetArgument, GetCard
from placet.api.views import ArgumentNode
from placet.rules.digest import args_digest
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from tests.flows.house import House
from tests.flows.wire import Wire, wire
from tests.rules.marks import decoded

CASES = Path(__file__).parents[1] / "cases" / "arguments"
MANIFEST = json.loads((CASES / "manifest.json").read_text(encoding="utf-8"))["files"]
OURS = {
    "shell_exec": "shell",
    "write_file": "fs_write",
    "open_file": "fs_read",
    "view_file": "fs_read",
    "upload": "fs_write",
    "send_mail": "mail_draft",
    "send_message": "msg_send",
    "post_comment": "msg_send",
    "set_config": "sys_update_config",
    "bulk_update": "sys_update_config",
    "db_query": "db_query",
    "proxy_call": "http_fetch",
    "http_get": "http_fetch",
    "install": "shell",
    "pay": "calendar_create",
}
REFUSED = {
    "c08_nested_2000_objects.json": "bad_arguments",
    "c09_nested_2000_arrays.json": "bad_arguments",
    "d01_duplicate_keys.json": "bad_arguments",
    "d02_duplicate_keys_escaped.json": "bad_arguments",
    "d04_nan_infinity.json": "bad_arguments",
    "d06_int_5000_digits.json": "bad_arguments",
    "d07_floats.json": "bad_arguments",
    "d08_lone_surrogates.json": "bad_arguments",
    "d09_invalid_utf8.json": "bad_input",
    "d10_utf8_bom.json": "bad_arguments",
    "d11_double_encoded.json": "bad_arguments",
    "d13_truncated.json": "bad_arguments",
    "d14_two_documents.json": "bad_arguments",
    "d15_backslash_n_outside_string.json": "bad_arguments",
    "d16_python_style.json": "bad_arguments",
}
"""What can't be bound exactly, and with which code it is refused: the arguments', or the body's that holds them."""


class OpenTool:
    """Takes any arguments and keeps them."""

    effect = Effect.UNKNOWN
    summary = "Takes anything."
    restricted_by_default = True
    schema: Mapping[str, Any] = {"type": "object"}

    def __init__(self, name: str) -> None:
        self.name = name
        self.got: list[dict[str, Any]] = []

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence="Takes what it is given.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        self.got.append(dict(args))
        return ToolResult(value=None)


class Bench:
    """A house in which every tool of the corpus is an open one."""

    def __init__(self, house: House, http: Wire, tools: dict[str, OpenTool]) -> None:
        self.house = house
        self.http = http
        self.tools = tools

    def send(self, tool: str, raw: bytes) -> Any:
        body = b'{"tool": "%s", "wait_ms": 0, "args": %s}' % (tool.encode(), raw)
        return self.http.agent.post(
            "/agents/clerk/tool-calls", content=body, headers={"content-type": "application/json"}
        )


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    tools = {name: OpenTool(name) for name in sorted(set(OURS.values()))}
    with House(tmp_path_factory.mktemp("corpus"), tools=tuple(tools.values()), builtins=False) as house:
        house.declare(tools=[{"name": name, "restricted": True} for name in tools])
        with wire(house) as http:
            yield Bench(house, http, tools)


def sendable(kind: str) -> list[dict[str, Any]]:
    return [it for it in MANIFEST if (it["name"] in REFUSED) == (kind == "refused") and it["kind"] != "list"]


def named(case: dict[str, Any]) -> str:
    return str(case["name"])


@pytest.mark.parametrize("case", sendable("refused"), ids=named)
def test_what_can_not_be_bound_is_refused_with_its_place_and_leaves_nothing(
    bench: Bench, case: dict[str, Any]
) -> None:
    before = bench.house.tasks()
    answer = bench.send(OURS[case["suggested_tool"]], (CASES / case["name"]).read_bytes())
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (400, REFUSED[case["name"]]), problem
    assert problem.get("pointer") is not None or "line" in problem["error"], problem
    assert bench.house.tasks() == before


@pytest.mark.parametrize("case", sendable("taken"), ids=named)
def test_what_is_taken_is_shown_exactly_and_runs_exactly(bench: Bench, case: dict[str, Any]) -> None:
    tool, raw = OURS[case["suggested_tool"]], (CASES / case["name"]).read_bytes()
    # An agent's underscore keys are dropped before anything is stored (DECISIONS T11): nobody sees or runs them.
    sent = {key: value for key, value in json.loads(raw).items() if not key.startswith("_")}
    answer = bench.send(tool, raw)
    assert answer.status_code == 202, answer.text
    task_id = answer.json()["task_id"]
    card = bench.house.engine.query(GetCard(task_id=task_id))
    assert card.digest == args_digest(tool, sent)
    assert same(shown_value(bench.house, task_id, card.arguments), sent)
    assert same(bench.http.task(task_id)["args"], sent)
    bench.house.approve(task_id)
    assert bench.house.ended(task_id).status == "completed"
    assert same(bench.tools[tool].got[-1], sent)


def shown_value(house: House, task_id: str, node: ArgumentNode) -> Any:
    """What a reader of the card would say the value is: from shown text alone, opening what is folded."""
    if node.children and node.children[-1].pointer.endswith(REST):
        return json.loads(house.engine.query(GetArgument(task_id=task_id, pointer=node.children[-1].pointer)))
    if node.type == "object":
        return {decoded(it.key): shown_value(house, task_id, it) for it in node.children}
    if node.type == "array":
        return [shown_value(house, task_id, it) for it in node.children]
    if node.type != "string":
        return json.loads(node.text)
    if node.elided or node.sha256:
        return decoded(house.engine.query(GetArgument(task_id=task_id, pointer=node.pointer)))
    return decoded(node.text[1:-1])


def same(left: Any, right: Any) -> bool:
    """Equal in value, type and order of keys: Python's == takes 1 for 1.0 and for True."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def test_the_list_of_commands_is_held_one_by_one(bench: Bench) -> None:
    (case,) = [it for it in MANIFEST if it["kind"] == "list"]
    values = json.loads((CASES / case["name"]).read_bytes())
    for value in values:
        answer = bench.send(OURS[case["suggested_tool"]], json.dumps({"command": value}).encode())
        assert answer.status_code == 202
        assert bench.http.task(answer.json()["task_id"])["args"] == {"command": value}
        bench.house.deny(answer.json()["task_id"])


def test_the_corpus_is_whole() -> None:
    for case in MANIFEST:
        content = (CASES / case["name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest().startswith(case["sha256"])
    assert {it["suggested_tool"] for it in MANIFEST if it.get("suggested_tool")} <= set(OURS)
