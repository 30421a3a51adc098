"""What is known of a call that an outside harness runs (DECISIONS T12)."""

import pytest

from placet.rules import outside
from placet.rules.arguments import MAX_CLAIM_CHARS
from placet.rules.errors import BadInput
from placet.rules.risk import Risk


@pytest.mark.parametrize("tool", ["Bash", "mcp__mail__send", "server.tool", "a:b-c", "x" * 128])
def test_a_name_that_harnesses_use_is_taken(tool: str) -> None:
    outside.check_tool(tool)
    assert f'"{tool}"' in outside.sentence(tool)


@pytest.mark.parametrize("tool", ["", "x" * 129, "rm -rf", "a\u202eb", "a\nb", "\u0430", 'a"b', "a\n"])
def test_a_name_that_could_mislead_a_reader_is_refused(tool: str) -> None:
    with pytest.raises(BadInput) as refused:
        outside.check_tool(tool)
    assert refused.value.pointer == "/tool"


def test_nothing_that_an_outside_tool_is_called_makes_it_less_than_high_risk() -> None:
    plain = outside.weigh({"path": "a.txt"})
    assert plain.level is Risk.HIGH
    assert len(outside.weigh({"path": "a\u202etxt"}).reasons) == len(plain.reasons) + 1


@pytest.mark.parametrize(("args", "claim"), [({}, None), ({"_reason": 7}, None), ({"_reason": ""}, None)])
def test_there_is_a_claim_only_when_the_asker_wrote_one(args: dict[str, object], claim: str | None) -> None:
    assert outside.claim(args) is claim
    assert outside.claim({**args, "_reason": "To tidy up."}) == "To tidy up."


def test_a_very_long_claim_is_cut() -> None:
    claim = outside.claim({"_reason": "x" * (MAX_CLAIM_CHARS + 1)})
    assert claim is not None
    assert (len(claim), claim[-1]) == (MAX_CLAIM_CHARS, "…")
