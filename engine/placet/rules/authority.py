"""Who may do what: the principals, the gate before a tool, and the check before a decision.

Sources: the guide's "Code Execution and Restricted Tools" and "Task-Level Authorization", DECISIONS A1 to A3, T26.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from placet.rules.basics import AgentId

AUTHORIZED_FILE: Final = "authorized_file"
"""The hold reason of a call that would run code of an authorized file (guide: code-context table)."""


class Principal(enum.StrEnum):
    """Who asks."""

    OWNER = "owner"
    AUTHORIZED_CODE = "authorized_code"
    UNAUTHORIZED_CODE = "unauthorized_code"
    AGENT_LOOP = "agent_loop"  # a model's call, or an agent's own token over HTTP: treated exactly alike
    CLIENT = "client"
    SYSTEM = "system"


class Via(enum.StrEnum):
    """The surface on which a decision was made."""

    WINDOW = "window"
    HTTP = "http"
    TERMINAL = "terminal"
    RULE = "rule"
    CODE = "code"


@dataclass(frozen=True, kw_only=True)
class Authority:
    """In whose name a command comes. Made by `app` for the console, by `http` from a checked token, and by the host
    of code for what it runs; `code` is then what records call that code (`path:function`).
    """

    principal: Principal
    via: Via
    agent_id: AgentId | None = None
    token_id: str | None = None
    code: str | None = None

    @property
    def name(self) -> str:
        """What the record calls the decider."""
        return self.code or self.principal.value


@dataclass(frozen=True, kw_only=True)
class ToolPolicy:
    """The owner's word on one tool of one agent."""

    enabled: bool
    restricted: bool
    visible: bool = True
    locked: bool = False


@dataclass(frozen=True, kw_only=True)
class Run:
    """The call may run at once."""


@dataclass(frozen=True, kw_only=True)
class Hold:
    """The call waits for a decision, for this reason."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class Refuse:
    """The call doesn't run and makes no row."""

    code: str
    message: str


GateAnswer = Run | Hold | Refuse


def gate(principal: Principal, policy: ToolPolicy | None, hold: str | None = None) -> GateAnswer:
    """Decide about a call before it exists (guide: code-context table; spec/tool-tasks 4.5).

    `policy` is None for a tool that isn't declared. `hold` is a reason that the call's arguments give (T26), if any.
    """
    if policy is None:
        return Refuse(code="not_enabled", message="This tool isn't declared for the agent.")
    if principal is Principal.AUTHORIZED_CODE:
        return _gate_authorized_code(policy)
    if principal is Principal.UNAUTHORIZED_CODE:
        return _gate_unauthorized_code(policy, hold)
    if principal is Principal.AGENT_LOOP:
        return _gate_loop(policy, hold)
    return Refuse(code="forbidden", message="Only an agent, or its code, calls tools.")


def gate_outside(policy: ToolPolicy | None, *, own_name: bool) -> GateAnswer:
    """Decide about a call that an outside harness would run itself (DECISIONS T12; interfaces 1, `placet-hook`).

    Only what the owner declared as free is allowed at once; a tool that nobody declared is held. `own_name`: one of
    Placet's own tools is called the same. Freeing that one, with all its bounds, frees nobody else's namesake.
    """
    if policy is None:
        return Hold(reason="undeclared")
    if not policy.enabled:
        return Refuse(code="not_enabled", message="This tool isn't enabled for the agent.")
    if policy.restricted:
        return Hold(reason="restricted")
    return Hold(reason="namesake") if own_name else Run()


def _gate_loop(policy: ToolPolicy, hold: str | None) -> GateAnswer:
    if not policy.enabled:
        return Refuse(code="not_enabled", message="This tool isn't enabled for the agent.")
    if policy.restricted:
        return Hold(reason="restricted")
    if hold is not None:
        return Hold(reason=hold)
    return Run()


def _gate_authorized_code(policy: ToolPolicy) -> GateAnswer:
    # Owner-authorized code may call a tool that is hidden from the loop: enabled=false, restricted=true.
    if policy.enabled or policy.restricted:
        return Run()
    return Refuse(code="DISABLED", message="This tool isn't enabled for the agent.")


def _gate_unauthorized_code(policy: ToolPolicy, hold: str | None) -> GateAnswer:
    if policy.restricted:
        return Refuse(code="REQUIRES_AUTHORIZED_CODE", message="Only authorized code may call this tool.")
    if not policy.enabled:
        return Refuse(code="DISABLED", message="This tool isn't enabled for the agent.")
    if hold == AUTHORIZED_FILE:
        return Refuse(
            code="REQUIRES_AUTHORIZED_CALLER",
            message="Only authorized code may call code of an authorized file.",
        )
    if hold is not None:  # what a model would wait for, no code of its own gets for nothing (T26)
        return Refuse(code="REQUIRES_AUTHORIZED_CODE", message="Only authorized code may make this call.")
    return Run()


class Action(enum.StrEnum):
    """What a resolver may do with a task (guide: `task_resolve`)."""

    APPROVE = "approve"
    DENY = "deny"
    PARK = "pending_approval"


def may_decide(principal: Principal, requires_authorization: bool, action: Action) -> bool:
    """Whether this principal may take this action on a task (guide: Task-Level Authorization).

    An agent's loop, a client and the system never decide anything: no agent approves itself.
    """
    if principal in {Principal.OWNER, Principal.AUTHORIZED_CODE}:
        return True
    if principal is Principal.UNAUTHORIZED_CODE:
        return action is Action.PARK or not requires_authorization
    return False


def may_cancel(principal: Principal, own_task: bool) -> bool:
    """Whether this principal may withdraw a task: the owner any, an agent its own (DECISIONS T9)."""
    return principal is Principal.OWNER or (principal is Principal.AGENT_LOOP and own_task)
