from __future__ import annotations

import itertools

import pytest

from placet.rules.authority import (
    AUTHORIZED_FILE,
    Action,
    Authority,
    GateAnswer,
    Hold,
    Principal,
    Refuse,
    Run,
    ToolPolicy,
    Via,
    gate,
    gate_outside,
    may_cancel,
    may_decide,
)
from placet.rules.basics import AgentId

# (enabled, restricted): what the loop, authorized code and unauthorized code get (spec/tool-tasks 4.5)
TABLE = {
    (False, False): ("not_enabled", "DISABLED", "DISABLED"),
    (False, True): ("not_enabled", "run", "REQUIRES_AUTHORIZED_CODE"),
    (True, False): ("run", "run", "run"),
    (True, True): ("hold", "run", "REQUIRES_AUTHORIZED_CODE"),
}
CALLERS = (Principal.AGENT_LOOP, Principal.AUTHORIZED_CODE, Principal.UNAUTHORIZED_CODE)
NO_CALLERS = (Principal.OWNER, Principal.CLIENT, Principal.SYSTEM)


def word(answer: GateAnswer) -> str:
    if isinstance(answer, Refuse):
        assert answer.message.endswith(".")
        return answer.code
    return "run" if isinstance(answer, Run) else "hold"


@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize("visible", [False, True])
@pytest.mark.parametrize(("enabled", "restricted"), list(itertools.product([False, True], repeat=2)))
def test_the_gate_answers_as_the_truth_table_says_whatever_is_visible_or_locked(
    enabled: bool, restricted: bool, visible: bool, locked: bool
) -> None:
    policy = ToolPolicy(enabled=enabled, restricted=restricted, visible=visible, locked=locked)
    assert tuple(word(gate(caller, policy)) for caller in CALLERS) == TABLE[enabled, restricted]
    assert {word(gate(caller, policy)) for caller in NO_CALLERS} == {"forbidden"}


@pytest.mark.parametrize("principal", list(Principal))
def test_a_tool_that_is_not_declared_is_refused_to_everybody(principal: Principal) -> None:
    assert word(gate(principal, None)) == "not_enabled"


@pytest.mark.spec("13")
def test_a_hidden_restricted_tool_is_held_all_the_same() -> None:
    assert gate(Principal.AGENT_LOOP, ToolPolicy(enabled=True, restricted=True, visible=False)) == Hold(
        reason="restricted"
    )


@pytest.mark.parametrize("restricted", [False, True])
@pytest.mark.parametrize("enabled", [False, True])
def test_arguments_hold_a_free_call_of_the_loop_and_refuse_it_to_unauthorized_code(
    enabled: bool, restricted: bool
) -> None:
    policy = ToolPolicy(enabled=enabled, restricted=restricted)
    free = enabled and not restricted
    for hold, code in (
        ("a host that isn't known", "REQUIRES_AUTHORIZED_CODE"),
        (AUTHORIZED_FILE, "REQUIRES_AUTHORIZED_CALLER"),
    ):
        held = gate(Principal.AGENT_LOOP, policy, hold=hold)
        assert held == (Hold(reason=hold) if free else gate(Principal.AGENT_LOOP, policy))
        refused = word(gate(Principal.UNAUTHORIZED_CODE, policy, hold=hold))
        assert refused == (code if free else word(gate(Principal.UNAUTHORIZED_CODE, policy)))
        assert gate(Principal.AUTHORIZED_CODE, policy, hold=hold) == gate(Principal.AUTHORIZED_CODE, policy)


@pytest.mark.parametrize("action", list(Action))
@pytest.mark.parametrize("flagged", [False, True])
@pytest.mark.parametrize("principal", list(Principal))
def test_who_may_decide_is_a_full_table(principal: Principal, flagged: bool, action: Action) -> None:
    always = {Principal.OWNER, Principal.AUTHORIZED_CODE}
    # Unauthorized code may park any task, and decide one that doesn't ask for more.
    sometimes = principal is Principal.UNAUTHORIZED_CODE and (not flagged or action is Action.PARK)
    assert may_decide(principal, flagged, action) is (principal in always or sometimes)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("principal", list(Principal))
def test_the_owner_cancels_any_task_and_an_agent_its_own(principal: Principal, own: bool) -> None:
    allowed = principal is Principal.OWNER or (principal is Principal.AGENT_LOOP and own)
    assert may_cancel(principal, own) is allowed


def test_actions_are_the_guides_words() -> None:
    assert [action.value for action in Action] == ["approve", "deny", "pending_approval"]


@pytest.mark.parametrize("principal", list(Principal))
def test_a_decider_is_recorded_by_the_name_of_its_principal(principal: Principal) -> None:
    authority = Authority(principal=principal, via=Via.HTTP, agent_id=AgentId("agent_1"), token_id="tok_1")
    assert authority.name == principal.value
    code = Authority(principal=principal, via=Via.CODE, code="lib/vote.ts:main")
    assert code.name == "lib/vote.ts:main"


@pytest.mark.parametrize("own_name", [False, True])
def test_an_outside_call_is_free_only_when_the_owner_freed_that_very_tool(own_name: bool) -> None:
    free = ToolPolicy(enabled=True, restricted=False)
    assert gate_outside(free, own_name=own_name) == (Hold(reason="namesake") if own_name else Run())
    held = ToolPolicy(enabled=True, restricted=True)
    assert gate_outside(held, own_name=own_name) == Hold(reason="restricted")
    assert gate_outside(None, own_name=own_name) == Hold(reason="undeclared")


@pytest.mark.parametrize("restricted", [False, True])
def test_an_outside_call_of_a_tool_that_is_switched_off_is_refused(restricted: bool) -> None:
    policy = ToolPolicy(enabled=False, restricted=restricted)
    assert word(gate_outside(policy, own_name=False)) == "not_enabled"
