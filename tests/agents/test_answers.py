from __future__ import annotations

import json
from typing import Any

import pytest

from placet.agents.answers import MAX_TOLD_CHARS, told
from placet.rules.lifecycles import TOOL_CALL
from tests.agents.scripted import outcome


def heard(status: str, **more: Any) -> Any:
    return json.loads(told(outcome(status, **more), "fs_write"))


def test_a_result_is_told_as_it_is() -> None:
    assert heard("completed", value={"path": "a", "n": 9007199254740993}) == {
        "path": "a",
        "n": 9007199254740993,
    }


def test_a_reference_is_exactly_task_status_and_tool() -> None:
    value = {"task_id": "task_1", "status": "pending_approval", "tool": "fs_write"}
    assert heard("reference", value=value) == value


def test_a_denial_names_the_tool_and_the_owner_and_has_no_feedback_part_without_a_reason() -> None:
    error = heard("denied", error="Denied")["error"]
    assert error == {
        "code": "denied",
        "message": 'The owner rejected this call of "fs_write"; it did not run.',
    }


def test_a_denial_of_code_names_the_code_and_no_person() -> None:
    message = heard("denied", error="Denied", denied_by="lib/vote.ts:main")["error"]["message"]
    assert message == 'The owner\'s code "lib/vote.ts:main" rejected this call of "fs_write"; it did not run.'


def test_a_denial_with_a_reason_hands_the_feedback_over() -> None:
    message = heard("denied", error="Not there.", feedback="Not there.")["error"]["message"]
    assert message.endswith("it did not run. Feedback: Not there.")


def test_a_refusal_says_where_the_arguments_are_wrong() -> None:
    error = heard("refused", error_code="bad_arguments", error="Must be text.", details={"pointer": "/path"})
    assert error == {"error": {"code": "bad_arguments", "message": "Must be text.", "pointer": "/path"}}


def test_a_repeat_that_is_refused_comes_with_the_earlier_feedback() -> None:
    message = heard("refused", error="The owner denied exactly this call.", feedback="Never.")["error"][
        "message"
    ]
    assert message == "The owner denied exactly this call. Feedback: Never."


@pytest.mark.parametrize("status", ["completed", "failed"])
def test_edited_arguments_are_told_however_the_call_ended(status: str) -> None:
    answer = heard(status, value={"n": 1}, error="No.", edited="/path was changed")
    assert answer["edited_by_owner"] == "/path was changed"
    assert ("result" in answer) is (status == "completed")


@pytest.mark.parametrize("status", sorted({*map(str, TOOL_CALL.ended), "refused"} - {"completed"}))
def test_every_ending_but_success_is_an_error_with_words_even_when_none_came(status: str) -> None:
    error = heard(status)["error"]
    assert error["code"] == status
    assert error["message"].endswith(".")


def test_a_long_result_is_cut_and_says_so() -> None:
    text = told(outcome("completed", value="x" * (MAX_TOLD_CHARS * 2)), "fs_read")
    answer = json.loads(text)
    assert f"of {MAX_TOLD_CHARS * 2 + 2} characters" in answer["cut"]
    assert len(text) < MAX_TOLD_CHARS + 200
