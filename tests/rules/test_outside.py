"""What is known of a call that an outside harness runs (DECISIONS T12)."""

import pytest

from placet.rules import outside
from placet.rules.errors import BadInput
from placet.rules.ports import Effect
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


@pytest.mark.parametrize("args", [{}, {"_reason": 7}, {"_reason": ""}, {"_async": "perhaps", "_meta": {}}])
def test_every_key_belongs_to_the_other_program_and_is_bound(args: dict[str, object]) -> None:
    flags = outside.flags(args)
    assert (flags.args, flags.is_async, flags.deferred, flags.claim) == (args, False, False, None)


def test_a_stated_reason_is_a_claim_and_stays_bound() -> None:
    flags = outside.flags({"n": 1, "_reason": "To tidy up."})
    assert (flags.claim, flags.args) == ("To tidy up.", {"n": 1, "_reason": "To tidy up."})


@pytest.mark.parametrize("tool", ["Read", "Glob", "Grep", "LS", "WebFetch", "WebSearch"])
def test_a_tool_that_harnesses_only_look_with_counts_as_a_look(tool: str) -> None:
    assert outside.effect_of(tool) is Effect.READ


@pytest.mark.parametrize("tool", ["Bash", "read", "Read ", "mcp__Read", "Write", "ReadFile"])
def test_any_other_name_counts_as_something_of_which_nobody_knows(tool: str) -> None:
    assert outside.effect_of(tool) is Effect.UNKNOWN


@pytest.mark.parametrize(
    ("source", "process"),
    [
        (None, None),
        ({}, None),
        ({"process": "12.3456.4026531836"}, "12.3456.4026531836"),
        ({"process": "1.2"}, None),
        ({"process": "1.2.3 and more"}, None),
        ({"process": "1.2.3\n"}, None),
        ({"process": "\u0661.2.3"}, None),
        ({"process": f"{'1' * 21}.2.3"}, None),
        ({"process": 7}, None),
    ],
)
def test_a_process_is_three_numbers_and_no_text(
    source: dict[str, object] | None, process: str | None
) -> None:
    assert outside.process_of(source) == process
