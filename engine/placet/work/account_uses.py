"""What accounts were used for last, as the ledger tells: the newest call, and the newest effect of a workflow."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from placet.ledger.ledger import Ledger
from placet.rules import strict_json
from placet.rules.errors import BadInput
from placet.rules.operations import Operation
from placet.rules.records import Task

__all__ = ["TOOLS", "AccountUses"]

TOOLS: Final = ("mail_search", "mail_read", "mail_draft", "calendar_list", "calendar_create")
"""The tools that name an account (`tools.accounts`)."""
_MOST_CALLS: Final = 500


class AccountUses:
    """Looks only; from any thread."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def last_calls(self, names: Collection[str]) -> dict[str, Task]:
        """The newest call that ran with each of these accounts, among the newest calls of such tools."""
        found: dict[str, Task] = {}
        if names:
            for task in self._ledger.reads.tasks(tools=TOOLS, limit=_MOST_CALLS):
                name = _account_of(task)
                if name in names and name not in found and task.started_at is not None:
                    found[name] = task
        return found

    def last_effect(self, identity: str) -> Operation | None:
        """The newest effect of a workflow with the account of this identity, however it stands."""
        return self._ledger.reads.workflows.newest_of_account(identity.strip().casefold())


def _account_of(task: Task) -> str:
    try:
        args = strict_json.parse(task.bound_args)
    except BadInput:
        return ""
    name = args.get("account") if isinstance(args, dict) else None
    return name if isinstance(name, str) else ""
