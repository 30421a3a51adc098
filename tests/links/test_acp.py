"""What an agent asks its client by the Agent Client Protocol, answered by a real engine (spec/integrations 3.5)."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from placet.links import acp
from placet.links.acp import Decided
from tests.mcp.peers import Place

OPTIONS = [
    {"optionId": "a", "name": "Always", "kind": "allow_always"},
    {"optionId": "y", "name": "Yes", "kind": "allow_once"},
    {"optionId": "n", "name": "No", "kind": "reject_once"},
]
CALL = {"toolCallId": "c1", "title": "Delete it", "kind": "delete", "rawInput": {"path": "/srv/a"}}
ASKED = {"sessionId": "s1", "toolCall": CALL, "options": OPTIONS}
YES = {"outcome": {"outcome": "selected", "optionId": "y"}}
CANCELLED = {"outcome": {"outcome": "cancelled"}}
NO = {"outcome": {"outcome": "selected", "optionId": "n"}}


def decided(here: Place, how: str, **more: Any) -> Decided:
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(acp.answer, ASKED)
        task = here.house.waiting()[0]
        assert (task.tool, json.loads(task.args_json)["rawInput"]) == ("delete", {"path": "/srv/a"})
        if how == "deny":
            here.house.deny(task.id)
        else:
            here.house.approve(task.id, **more)
        return future.result(timeout=60)


def test_an_approval_is_for_this_once_and_its_end_is_told(here: Place) -> None:
    found = decided(here, "approve")
    assert found.result == YES
    assert not acp.outcome(found, {"toolCallId": "c2", "status": "completed"})
    assert not acp.outcome(found, {"toolCallId": "c1", "status": "in_progress"})
    assert acp.outcome(found, {"toolCallId": "c1", "status": "failed", "rawOutput": "It was gone."})
    assert found.answer is not None
    assert here.house.ended(str(found.answer.task_id)).status == "failed"


def test_a_denial_and_an_edit_allow_nothing(here: Place) -> None:
    assert decided(here, "deny").result == NO
    assert decided(here, "edit", modified_args={**CALL, "rawInput": {"path": "/srv/b"}}).result == NO


@pytest.mark.parametrize(
    ("asked", "result"),
    [
        ({}, CANCELLED),
        ({**ASKED, "options": OPTIONS[:1]}, CANCELLED),
        ({**ASKED, "options": [OPTIONS[0], OPTIONS[2]]}, NO),
        ({**ASKED, "toolCall": "?"}, NO),
        ({**ASKED, "toolCall": {key: CALL[key] for key in CALL if key != "toolCallId"}}, NO),
        ({**ASKED, "toolCall": {"toolCallId": "c1", "kind": "execute", "status": "pending"}}, NO),
        ({**ASKED, "toolCall": {"toolCallId": "c1", "rawInput": None, "title": None}}, NO),
        ({**ASKED, "options": [OPTIONS[1], {**OPTIONS[2], "optionId": "y"}]}, CANCELLED),
        ({**ASKED, "options": [*OPTIONS, {**OPTIONS[0], "optionId": "y"}]}, NO),
    ],
)
def test_what_is_not_clear_or_offers_no_plain_yes_is_asked_of_nobody(
    here: Place, asked: dict[str, Any], result: dict[str, Any]
) -> None:
    assert acp.answer(asked).result == result
    assert here.house.tasks() == ()


def test_what_is_asked_twice_is_two_questions_though_it_has_one_name(here: Place) -> None:
    first = decided(here, "approve")
    with ThreadPoolExecutor(1) as pool:
        again = pool.submit(acp.answer, ASKED)
        task = here.house.waiting()[0]
        here.house.deny(task.id)
        assert again.result(timeout=60).result == NO
    assert first.answer is not None
    assert task.id != first.answer.task_id


def test_without_a_console_nothing_is_allowed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLACET_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("PLACET_TOKEN", "placet_x")
    assert acp.answer(ASKED).result == NO


def test_a_call_goes_by_a_word_of_the_protocol_whatever_its_agent_calls_it(here: Place) -> None:
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(acp.answer, {**ASKED, "toolCall": {**CALL, "kind": "Read"}})
        task = here.house.waiting()[0]
        assert (task.tool, json.loads(task.args_json)["kind"]) == ("other", "Read")
        here.house.deny(task.id)
        assert future.result(timeout=60).result == NO
