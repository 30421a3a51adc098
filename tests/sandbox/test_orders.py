"""What a child is told: only sources that it can load."""

import base64
import json

import pytest

from placet.sandbox import orders
from placet.sandbox.errors import CodeError
from placet.sandbox.framing import Frame
from placet.sandbox.runs import Invocation, Script
from tests.sandbox.running import inline, ts


def refusal_of(script: Script) -> str:
    with pytest.raises(CodeError) as refused:
        orders.check(script)
    assert refused.value.code == "LOAD_ERROR"
    return refused.value.message


def test_a_source_may_have_four_mebibytes() -> None:
    orders.check(ts(" " * orders.SOURCE_BYTES))
    assert refusal_of(ts(" " * (orders.SOURCE_BYTES + 1))) == "The source has more than 4,194,304 bytes."


def test_a_source_is_text_in_a_file_for_code() -> None:
    broken = Script(agent="a", path="it.ts", source=b"ab\xff", authorized=False)
    assert refusal_of(broken) == "The source isn't UTF-8: byte 2 can't be read."
    assert refusal_of(ts("", path="it.tsx")) == "Code is in files that end with .ts, .mts, .js, .mjs."
    for path in ("it.ts", "it.mts", "it.js", "it.MJS"):
        orders.check(ts("", path=path))


def test_inline_code_keeps_its_lines() -> None:
    frame = orders.load(inline("a\nb"), Invocation())
    address = json.loads(frame.payload)["address"]
    kind, _, source = address.partition(";charset=utf-8;base64,")
    assert kind == "data:application/typescript"
    assert base64.b64decode(source) == b"export async function main(args) {a\nb\n}"


def test_a_frame_holds_safe_words_only() -> None:
    for bad in ("a b", "a\nb", "", "é"):
        with pytest.raises(ValueError, match="no word of a frame"):
            Frame(word="run", id=bad).bytes()
