"""A standing answer of the owner's lets a harness's call pass without asking."""

from tests.flows.house import House
from tests.flows.wire import Wire
from tests.hook.harness import Harness


def test_a_call_that_a_standing_answer_fits_is_allowed_at_once(
    house: House, net: Wire, harness: Harness
) -> None:
    grant = {"agent": "claude-code", "tool": "Bash", "match": {"command": "ls"}}
    made = net.owner.post("/grants", json=grant)
    assert made.status_code == 201, made.text
    assert harness.ask("pre", "Bash", {"command": "ls"}).decision == "allow"
    assert house.events("hil.requested") == []
    hasty = Harness({**harness.environment, "PLACET_HOOK_DEADLINE": "0.5"})
    assert hasty.ask("pre", "Bash", {"command": "rm"}, "toolu_2").decision == "block"
