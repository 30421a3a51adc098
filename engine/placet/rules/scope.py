"""What a workflow may reach: the contract that a route of ours wrote, and no model's word can widen (ADR 0038).

It is asked where tools are offered, where a call comes in, where an outside harness asks, and before anything of an
integration is started. Source: seed 003, spec/workflows 3.2, 6.4, DECISIONS W2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from placet.rules.operations import Bounds, Refusal

REPORT: Final = "report_result"
"""The tool that says what a model thinks it did: in every scope, since it reaches nothing and proves nothing."""


@dataclass(frozen=True, kw_only=True)
class ToolScope:
    """A workflow's tools. None stands for a free-form workflow, which is bounded by its agent's tools alone.

    `limits` counts effects per tool, `fixed` is the one argument digest that a tool may run with. `account`: the only
    one that a tool with accounts may use; `accounts` says it for some tools by themselves. `limits_over_workflow`: a
    limit isn't refreshed by a new revision. `asks`: each call waits for the owner, whatever lets it pass elsewhere.
    """

    names: tuple[str, ...]
    account: str | None = None
    limits: Mapping[str, int] = field(default_factory=dict)
    fixed: Mapping[str, str] = field(default_factory=dict)
    accounts: Mapping[str, str] = field(default_factory=dict)
    limits_over_workflow: bool = False
    asks: bool = False


def allows(scope: ToolScope | None, tool: str) -> bool:
    """Whether a workflow may so much as name this tool."""
    return scope is None or tool == REPORT or tool in scope.names


def allows_integrations(scope: ToolScope | None) -> bool:
    """Whether MCP servers may be started for it: untrusted notes of a scoped workflow start no process (seed 003)."""
    return scope is None


def always_asks(scope: ToolScope | None) -> bool:
    """Whether every call of it waits for the owner, also of a tool that is free and one that a grant lets pass."""
    return scope is not None and scope.asks


def why_not(scope: ToolScope | None, tool: str, account: str | None) -> Refusal | None:
    """Why this tool, with this account, is outside of the scope; None when it is inside.

    `account` None: the tool has no accounts.
    """
    if not allows(scope, tool):
        return Refusal.OUT_OF_SCOPE
    if scope is None or account is None:
        return None
    only = scope.accounts.get(tool, scope.account)
    return None if only is None or _folded(account) == _folded(only) else Refusal.ACCOUNT_CHANGED


def bounds(scope: ToolScope | None, tool: str, *, restored: bool = False, stopped: bool = False) -> Bounds:
    """What the scope says of one tool, as `operations.replay` asks for it."""
    if scope is None:
        return Bounds(restored=restored, stopped=stopped)
    return Bounds(
        limit=scope.limits.get(tool),
        over_workflow=scope.limits_over_workflow,
        fixed_digest=scope.fixed.get(tool),
        restored=restored,
        stopped=stopped,
    )


def _folded(account: str) -> str:
    return account.strip().casefold()  # accounts are told apart without their case (W8b)
