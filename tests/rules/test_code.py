from __future__ import annotations

import pytest

from placet.rules.authority import AUTHORIZED_FILE, Principal, Refuse
from placet.rules.basics import TaskId
from placet.rules.code import (
    INLINE,
    MAX_DEPTH,
    Frame,
    Source,
    authority_of,
    hold_of,
    may_enter,
    read_source,
)
from placet.rules.errors import BadArguments

CODE = (Principal.AUTHORIZED_CODE, Principal.UNAUTHORIZED_CODE)


def word(answer: Principal | Refuse) -> str:
    return answer.code if isinstance(answer, Refuse) else answer.value


@pytest.mark.parametrize(
    ("text", "path", "function"),
    [
        ("lib/hil/dispatcher.ts:onTaskCreate", "lib/hil/dispatcher.ts", "onTaskCreate"),
        ("a.js", "a.js", "main"),
        ("a.mjs:$_1", "a.mjs", "$_1"),
    ],
)
def test_a_source_names_a_file_and_a_function_which_is_main_when_it_is_left_out(
    text: str, path: str, function: str
) -> None:
    source = read_source(text)
    assert source == Source(path=path, function=function)
    assert source.label == f"{path}:{function}"


@pytest.mark.parametrize(
    "text",
    [
        "a.ts:",
        "a.ts:1x",
        "a.ts:a b",
        "a.ts:a:b",
        "a.py:main",
        "a",
        "",
        ":main",
        "a\u202eb.ts",
        "owner\u200b.ts",
        "a\nb.ts",
        "\u0430pple.ts",
        "e\u0301.ts",
    ],
)
def test_a_source_that_names_no_code_is_refused(text: str) -> None:
    with pytest.raises(BadArguments) as caught:
        read_source(text)
    assert caught.value.pointer == "/source"


@pytest.mark.parametrize("approved", [False, True])
@pytest.mark.parametrize("starter", list(Principal))
def test_code_of_a_file_that_is_not_authorized_never_gets_authority(
    starter: Principal, approved: bool
) -> None:
    assert word(authority_of(starter, authorized=False, approved=approved)) == "unauthorized_code"


def test_who_may_start_an_authorized_file_is_the_guides_table() -> None:
    free = {Principal.AUTHORIZED_CODE, Principal.SYSTEM}
    for starter in Principal:
        unasked = word(authority_of(starter, authorized=True, approved=False))
        asked = word(authority_of(starter, authorized=True, approved=True))
        if starter is Principal.UNAUTHORIZED_CODE:
            assert (unasked, asked) == ("REQUIRES_AUTHORIZED_CALLER",) * 2
        else:
            assert asked == "authorized_code"
            assert unasked == ("authorized_code" if starter in free else "target_changed")


def test_code_may_not_start_what_waits_for_it() -> None:
    assert may_enter((), "a.ts:main") is None
    assert may_enter(("a.ts:main",), "a.ts:other") is None
    circle = may_enter(("a.ts:main", "b.ts:main"), "a.ts:main")
    assert circle is not None
    assert circle.code == "CIRCULAR_CALL"
    assert "b.ts:main" in circle.message


def test_inline_code_may_start_inline_code_but_not_without_end() -> None:
    assert may_enter((INLINE,), INLINE) is None
    assert may_enter((INLINE,) * (MAX_DEPTH - 1), INLINE) is None
    deep = may_enter((INLINE,) * MAX_DEPTH, "a.ts:main")
    assert deep is not None
    assert (deep.code, str(MAX_DEPTH) in deep.message) == ("CIRCULAR_CALL", True)


@pytest.mark.parametrize("principal", CODE)
def test_a_frame_is_called_after_the_innermost_code(principal: Principal) -> None:
    frame = Frame(
        execution_id="exec_1", principal=principal, stack=("a.ts:main", "b.ts:f"), task_id=TaskId("t")
    )
    assert (frame.label, frame.origin) == ("b.ts:f", "lambda:b.ts:f")


def test_only_authorized_bytes_make_a_call_wait() -> None:
    assert (hold_of(authorized=True), hold_of(authorized=False)) == (AUTHORIZED_FILE, None)
