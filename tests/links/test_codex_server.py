"""What Codex's app-server asks its client (spec/integrations 3.4); `test_codex_app_server` asks the real one."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from placet.links import codex_server
from placet.links.codex_server import Decided
from tests.mcp.peers import Place

COMMAND = "item/commandExecution/requestApproval"
CHANGE = "item/fileChange/requestApproval"
RIGHTS = "item/permissions/requestApproval"
ELICIT = "mcpServer/elicitation/request"
WHERE = {"threadId": "thread-1", "turnId": "t", "itemId": "item-1"}
ASKS: list[tuple[str, dict[str, Any], str, dict[str, Any], dict[str, Any]]] = [
    (
        COMMAND,
        {**WHERE, "command": "make", "cwd": "/srv"},
        "shell",
        {"decision": "accept"},
        {"decision": "decline"},
    ),
    (CHANGE, {**WHERE, "changes": {"a": 1}}, "apply_patch", {"decision": "accept"}, {"decision": "decline"}),
    (
        RIGHTS,
        {**WHERE, "permissions": {"network": True}},
        "permissions",
        {"permissions": {"network": True}, "scope": "turn"},
        {"permissions": {}, "scope": "turn"},
    ),
    (
        ELICIT,
        {
            **WHERE,
            "serverName": "files",
            "_meta": {"codex_approval_kind": "mcp_tool_call", "persist": "always"},
        },
        "mcp:files",
        {"action": "accept", "content": {}},
        {"action": "decline"},
    ),
]


def test_each_request_is_asked_about_and_answered_in_its_own_words(here: Place) -> None:
    with ThreadPoolExecutor(1) as pool:
        for method, params, tool, yes, no in ASKS:
            for allowed in (True, False):
                future = pool.submit(codex_server.answer, method, params)
                task = here.house.waiting()[0]
                assert task.tool == tool
                if allowed:
                    here.house.approve(task.id)
                else:
                    here.house.deny(task.id)
                decided = future.result(timeout=60)
                assert decided.result == (yes if allowed else no)
                if allowed:
                    assert not codex_server.outcome(decided, {"id": "item-2", "status": "completed"})
                    assert codex_server.outcome(decided, {"id": "item-1", "status": "completed"})
                    assert here.house.ended(task.id).status == "completed"


def test_an_edited_call_is_declined_and_told_as_not_run(here: Place) -> None:
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(codex_server.answer, COMMAND, ASKS[0][1])
        task = here.house.waiting()[0]
        here.house.approve(task.id, modified_args={"command": "ls"})
        assert future.result(timeout=60).result == {"decision": "decline"}
    assert here.house.ended(task.id).status == "failed"


def test_the_end_of_a_call_without_a_name_is_told_by_no_other(here: Place) -> None:
    method, params, *_ = ASKS[-1]
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(
            codex_server.answer, method, {key: params[key] for key in params if key != "itemId"}
        )
        task = here.house.waiting()[0]
        here.house.approve(task.id)
        assert not codex_server.outcome(future.result(timeout=60), {"status": "completed"})
    assert here.house.task(task.id).status == "running"


def test_rights_are_had_once_the_server_has_the_answer_and_nothing_else_is(here: Place) -> None:
    with ThreadPoolExecutor(1) as pool:
        for method, params, *_ in ASKS:
            future = pool.submit(codex_server.answer, method, params)
            task = here.house.waiting()[0]
            here.house.approve(task.id)
            codex_server.taken(future.result(timeout=60))
            assert here.house.task(task.id).status == ("completed" if method == RIGHTS else "running")


def test_what_only_names_a_request_or_offers_a_standing_answer_is_not_shown(here: Place) -> None:
    more = {
        "startedAtMs": 1,
        "approvalId": "a",
        "availableDecisions": ["accept", "cancel"],
        "proposedExecpolicyAmendment": ["make"],
        "proposedNetworkPolicyAmendments": [{"host": "example.org", "action": "allow"}],
    }
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(codex_server.answer, COMMAND, {**ASKS[0][1], **more})
        task = here.house.waiting()[0]
        assert json.loads(task.args_json) == {"command": "make", "cwd": "/srv"}
        here.house.deny(task.id)
        assert future.result(timeout=60).result == {"decision": "decline"}


def test_what_was_answered_elsewhere_counts_as_not_run(here: Place) -> None:
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(codex_server.answer, COMMAND, ASKS[0][1])
        task = here.house.waiting()[0]
        here.house.approve(task.id)
        codex_server.withdrawn(future.result(timeout=60))
    assert here.house.ended(task.id).status == "failed"


@pytest.mark.parametrize(
    ("method", "params"),
    [
        (COMMAND, {**WHERE, "command": "ls", "availableDecisions": ["decline", "cancel"]}),
        (COMMAND, {"command": "ls"}),
        (COMMAND, {"threadId": "thread-1", "command": "ls"}),
        (CHANGE, {"threadId": "thread-1", "itemId": 1, "changes": {"a": 1}}),
        (ELICIT, {**WHERE, "serverName": "files", "message": "What is your name?"}),
        (ELICIT, {**WHERE, "_meta": {"codex_approval_kind": "mcp_tool_call"}}),
        ("item/unknown/requestApproval", WHERE),
        (COMMAND, {**WHERE, "command": None, "reason": "It needs the network."}),
        (CHANGE, {**WHERE, "reason": "It is outside of the workspace.", "grantRoot": "/srv"}),
        (CHANGE, {**WHERE, "changes": []}),
        (RIGHTS, {**WHERE, "permissions": {}}),
    ],
)
def test_what_cannot_be_asked_is_declined_unasked(here: Place, method: str, params: dict[str, Any]) -> None:
    decided = codex_server.answer(method, params)
    assert decided.answer is None
    assert "accept" not in str(decided.result)
    assert here.house.tasks() == ()


@pytest.mark.parametrize("broken", ["no console", "wrong token", "deadline"])
def test_whatever_is_broken_nothing_is_accepted(
    here: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    if broken == "no console":
        monkeypatch.delenv("PLACET_URL")
        monkeypatch.setenv("PLACET_DATA", str(tmp_path / "none"))
    elif broken == "wrong token":
        monkeypatch.setenv("PLACET_TOKEN", "placet_x")
    else:
        monkeypatch.setenv("PLACET_DEADLINE", "0.2")
    for method, params, _, _, no in ASKS:
        decided: Decided = codex_server.answer(method, params)
        assert (decided.result, decided.answer) == (no, None)
    assert not [it for it in here.house.tasks() if it.status == "running"]


def test_only_requests_for_leave_are_known() -> None:
    assert all(codex_server.is_known(method) for method, *_ in ASKS)
    assert not codex_server.is_known("item/completed")
