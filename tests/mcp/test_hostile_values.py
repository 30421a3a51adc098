"""Arguments that mean two things, none, or more than a number can: kept exactly, or refused under their id."""

import json
from pathlib import Path
from typing import Any

import pytest

from placet.mcp import wire
from tests.mcp.peers import Peer, Place, tool, words_of

CASES = Path(__file__).parents[1] / "cases" / "arguments"
LISTED: list[dict[str, Any]] = json.loads((CASES / "manifest.json").read_text(encoding="utf-8"))["files"]
REFUSED = {
    "c08_nested_2000_objects.json",
    "c09_nested_2000_arrays.json",
    "d01_duplicate_keys.json",
    "d02_duplicate_keys_escaped.json",
    "d04_nan_infinity.json",
    "d06_int_5000_digits.json",
    "d07_floats.json",
    "d08_lone_surrogates.json",
    "d09_invalid_utf8.json",
    "d10_utf8_bom.json",
    "d11_double_encoded.json",
    "d13_truncated.json",
    "d14_two_documents.json",
    "d15_backslash_n_outside_string.json",
    "d16_python_style.json",
}
"""What is refused; everything else of the folder arrives as it was sent."""


def ask_raw(peer: Peer, id_: int, arguments: bytes, name: str = "free") -> None:
    peer.send_raw(
        b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":%s}}'
        % (id_, name.encode(), arguments.replace(b"\r\n", b" ").replace(b"\n", b" "))
    )


def test_each_value_of_the_folder_arrives_exactly_or_is_refused(here: Place) -> None:
    files = [CASES / it["name"] for it in LISTED if it["kind"] in {"arguments", "raw"}]
    assert len(files) > 40
    with here.gateway() as peer:
        peer.hello()
        for number, path in enumerate(files, 1000):
            raw = path.read_bytes()
            ask_raw(peer, number, raw)
            answer = peer.wait(id=number)
            if path.name in REFUSED:
                assert answer["error"]["code"] in {-32602, -32700}, (path.name, answer)
                continue
            ran = here.shop.calls[-1]
            sent = raw.replace(b"\r\n", b" ").replace(b"\n", b" ").decode()
            assert f'"arguments":{sent.strip()}' in ran, path.name
            assert answer["result"]["isError"] is False, path.name
    assert len(here.shop.calls) == len(files) - len(REFUSED & {it.name for it in files})


@pytest.mark.parametrize(
    ("message", "code", "id_"),
    [
        (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32602, 2),
        (b'{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"arguments":{"a":1e400}}}', -32602, 5),
        (
            b'{"method":"tools/call","params":{"name":"free","arguments":{"id":1,"a":NaN}},"jsonrpc":"2.0","id":"z"}',
            -32602,
            "z",
        ),
        (b'{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"a":', -32700, 6),
        (b"not at all", -32700, None),
        (b"[]", -32600, None),
        (b'{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":8,"method":"ping","params":[]}', -32602, 8),
        (b'{"jsonrpc":"2.0","id":9,"method":4}', -32600, 9),
        (b'\xff{"jsonrpc":"2.0","id":10,"method":"ping"}', -32700, 10),
    ],
)
def test_a_message_that_is_refused_is_refused_to_whoever_waits(
    message: bytes, code: int, id_: object
) -> None:
    with pytest.raises(wire.WireError) as refused:
        wire.read_asked(message)
    assert (refused.value.code, refused.value.id) == (code, id_)


def test_a_message_that_is_too_long_is_refused_under_its_id_and_the_next_one_is_heard(here: Place) -> None:
    with here.gateway() as peer:
        peer.hello()
        ask_raw(peer, 77, b'{"a":"' + b"x" * wire.MAX_BYTES + b'"}')
        assert peer.wait(id=77)["error"]["code"] == -32602
        peer.send_raw(
            b'{"method":"tools/call","params":{"a":"' + b"x" * wire.MAX_BYTES + b'"},"jsonrpc":"2.0","id":78}'
        )
        assert peer.wait(id=78)["error"]["code"] == -32602
        assert json.loads(words_of(peer.call("free", arguments={"a": 1}))) == {"a": 1}
    assert len(here.shop.calls) == 1


def test_a_held_value_is_what_the_owner_sees_and_what_arrives(here: Place) -> None:
    here.shop.lists(tool("echo"))
    value = {"a\u202eb": "\u200b\x1b[2J", "n": 2**63 + 1, "f": -0.0, "deep": [[["\u0000"]]]}
    with here.gateway() as peer:
        peer.hello()
        asked = peer.ask("tools/call", name="echo", arguments=value)
        task = here.house.waiting()[0]
        assert json.loads(task.args_json) == value
        here.house.approve(task.id)
        assert json.loads(words_of(peer.wait(id=asked)["result"])) == value
    assert here.shop.ran == [value]
    assert str(here.shop.ran[0]["f"]) == "-0.0"
