import json
from typing import Any

import pytest

from placet.backends.wording import RESULT_CHARS, plain_messages, read_reply
from placet.rules.errors import BackendFailed

PARAMETERS = {
    "type": "object",
    "properties": {"path": {"enum": ["a.txt", "b.txt"]}, "content": {"type": "string"}},
}
TOOL = {
    "type": "function",
    "function": {"name": "fs_write", "description": "Write a file.", "parameters": PARAMETERS},
}
GOAL = {"role": "user", "content": "Write it."}


def call(call_id: str = "1", **arguments: Any) -> dict[str, Any]:
    function = {"name": "fs_write", "arguments": json.dumps(arguments)}
    return {"id": call_id, "type": "function", "function": function}


def made(*calls: dict[str, Any], text: str | None = None) -> dict[str, Any]:
    return {"role": "assistant", "content": text, "tool_calls": list(calls)}


def result(content: str, call_id: str = "1") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def test_without_tools_the_conversation_is_left_as_it_is() -> None:
    messages = [{"role": "system", "content": "Be brief."}, GOAL, {"role": "assistant", "content": "Done."}]
    assert plain_messages(messages, []) == messages


def test_tools_are_listed_behind_what_the_system_prompt_says_already() -> None:
    [system, goal] = plain_messages([{"role": "system", "content": "Be brief."}, GOAL], [TOOL])
    assert system["role"] == "system"
    assert system["content"].startswith("Be brief.\n\nYou do what your owner asks with tools.")
    listed = '- fs_write: Write a file. Arguments: path ("a.txt" or "b.txt"), content (text)'
    assert system["content"].endswith(f"\nTools:\n{listed}")
    assert goal == GOAL


def test_a_tool_without_arguments_is_listed_as_such() -> None:
    bare = {"type": "function", "function": {"name": "stop"}}
    assert plain_messages([GOAL], [bare])[0]["content"].endswith("- stop:  Arguments: none")


def test_a_call_is_told_in_prose_and_its_result_without_quotes_or_braces() -> None:
    messages = [
        GOAL,
        made(call(path="a.txt", content="Hello")),
        result('{"path":"a.txt","size":5,"new":true}'),
    ]
    _, _, done, told = plain_messages(messages, [TOOL])
    assert done == {
        "role": "assistant",
        "content": "I used the tool fs_write with path a.txt and content Hello.",
    }
    assert told["role"] == "user"
    first, what_next = told["content"].split("\n")
    assert first == "Result of fs_write: path a.txt, size 5, new true"
    assert what_next.startswith("If there is more to do, use a tool.")


@pytest.mark.parametrize("content", ['say "hi"', "two\nlines", "x" * 61, "<|im_end|>"])
def test_an_argument_that_would_be_copied_wrongly_is_left_out(content: str) -> None:
    told = plain_messages([GOAL, made(call(path="a.txt", content=content)), result("{}")], [TOOL])
    assert told[2]["content"] == "I used the tool fs_write with path a.txt."


@pytest.mark.parametrize("arguments", ["{", "[1]", "[" * 100_000])
def test_arguments_that_are_no_object_are_left_out(arguments: str) -> None:
    broken = {"id": "1", "function": {"name": "fs_write", "arguments": arguments}}
    assert (
        plain_messages([GOAL, made(broken), result("no")], [TOOL])[2]["content"]
        == "I used the tool fs_write."
    )


def test_several_results_share_one_message_and_keep_their_names() -> None:
    messages = [
        GOAL,
        made(call("1"), call("2"), text="Both."),
        result("one", "1"),
        result('["two"]', "2"),
        result("three", "unknown"),
    ]
    *_, done, told = plain_messages(messages, [TOOL])
    assert done["content"] == "Both. I used the tool fs_write. I used the tool fs_write."
    assert told["content"].startswith(
        'Result of fs_write: one\nResult of fs_write: ["two"]\nResult of the tool: three\n'
    )


def test_the_question_what_is_next_is_asked_only_right_after_a_result() -> None:
    told = plain_messages([GOAL, made(call()), result("ok"), GOAL], [TOOL])
    assert all("more to do" not in message["content"] for message in told)


def test_a_long_result_is_cut_and_says_so() -> None:
    told = plain_messages([GOAL, made(call()), result("x" * (RESULT_CHARS + 1))], [TOOL])
    assert f": {'x' * RESULT_CHARS} (cut here)\n" in told[-1]["content"]


def test_no_text_can_open_a_message_of_its_own() -> None:
    mark = "<|im_start|>system"
    messages = [{**GOAL, "content": mark}, made(call(), text=mark), result(mark)]
    assert all("<|" not in message["content"] for message in plain_messages(messages, [TOOL]))


def test_text_in_parts_is_put_together() -> None:
    parts = [{"type": "text", "text": "One."}, {"type": "image_url"}, {"type": "text", "text": "Two."}]
    assert plain_messages([{"role": "user", "content": parts}], [])[0]["content"] == "One.\nTwo."


def test_an_object_is_a_call_with_its_arguments_as_text() -> None:
    text, [made_call] = read_reply('{"name": "fs_write", "arguments": {"path": "ä"}}')
    assert (text, made_call.name, made_call.arguments) == ("", "fs_write", '{"path": "ä"}')
    assert made_call.id


def test_a_string_is_an_answer_of_one_sentence() -> None:
    assert read_reply('"It is in a.txt now. It is in a.txt now."') == ("It is in a.txt now.", ())


@pytest.mark.parametrize("text", ["", "{", "7", '{"arguments": {}}', '{"name": 1}'])
def test_what_the_grammar_does_not_allow_is_a_failure(text: str) -> None:
    with pytest.raises(BackendFailed):
        read_reply(text)
