"""What a workflow may reach (seed 003)."""

from __future__ import annotations

import pytest

from placet.rules import scope as scopes
from placet.rules.operations import Bounds, Refusal
from placet.rules.scope import ToolScope

DRAFTING = ToolScope(
    names=("mail_search", "mail_draft"),
    account="Ada@Example.org",
    limits={"mail_draft": 1},
    fixed={"mail_draft": "d1"},
    limits_over_workflow=True,
)


@pytest.mark.parametrize("tool", ["mail_search", "mail_draft", "report_result"])
def test_a_scope_allows_its_tools_and_the_report(tool: str) -> None:
    assert scopes.allows(DRAFTING, tool)
    assert scopes.why_not(DRAFTING, tool, None) is None


@pytest.mark.parametrize("tool", ["shell", "fs_write", "mail_draft2", "server.mail_draft", "Mail_Draft"])
def test_everything_else_is_out_of_scope_whatever_the_account(tool: str) -> None:
    assert not scopes.allows(DRAFTING, tool)
    assert scopes.why_not(DRAFTING, tool, "ada@example.org") is Refusal.OUT_OF_SCOPE


def test_an_account_is_the_same_whatever_its_case() -> None:
    assert scopes.why_not(DRAFTING, "mail_draft", " ADA@example.org") is None


def test_another_account_is_refused() -> None:
    assert scopes.why_not(DRAFTING, "mail_draft", "bob@example.org") is Refusal.ACCOUNT_CHANGED


def test_a_scope_without_an_account_takes_any() -> None:
    assert scopes.why_not(ToolScope(names=("mail_draft",)), "mail_draft", "bob@example.org") is None


def test_a_free_workflow_is_bounded_by_nothing_here() -> None:
    assert scopes.allows(None, "shell")
    assert scopes.why_not(None, "shell", "bob@example.org") is None
    assert scopes.bounds(None, "shell") == Bounds()


def test_only_a_free_workflow_starts_integrations() -> None:
    assert scopes.allows_integrations(None)
    assert not scopes.allows_integrations(DRAFTING)


def test_the_bounds_of_a_tool_are_those_of_its_scope() -> None:
    drafting = scopes.bounds(DRAFTING, "mail_draft", restored=True, stopped=True)
    assert drafting == Bounds(limit=1, over_workflow=True, fixed_digest="d1", restored=True, stopped=True)
    assert scopes.bounds(DRAFTING, "mail_search") == Bounds(over_workflow=True)


def test_each_tool_may_have_an_account_of_its_own() -> None:
    today = ToolScope(
        names=("mail_read", "calendar_list", "fs_write", "mail_draft"),
        accounts={"mail_read": "imap:Ada@example.org", "calendar_list": "caldav:ada@example.org"},
        account="imap:grace@example.org",
    )
    assert scopes.why_not(today, "mail_read", "imap:ada@example.org") is None
    assert scopes.why_not(today, "mail_read", "caldav:ada@example.org") is Refusal.ACCOUNT_CHANGED
    assert scopes.why_not(today, "calendar_list", "caldav:ADA@example.org") is None
    assert scopes.why_not(today, "mail_draft", "imap:ada@example.org") is Refusal.ACCOUNT_CHANGED
    assert scopes.why_not(today, "fs_write", None) is None
    assert scopes.why_not(ToolScope(names=("mail_read",)), "mail_read", "anybody") is None
