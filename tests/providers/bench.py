"""Tools on a real server without an engine around them: an account book in memory, and short ways to call."""

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from placet.rules.accounts import Account, declared
from placet.rules.basics import Instant
from placet.rules.contracts import Lookup
from placet.rules.errors import ToolFailed
from placet.rules.ports import Place, ToolResult, ToolRun
from placet.rules.receipts import Receipt
from placet.tools.accounts.limits import Limits
from placet.tools.accounts.tools import of_accounts

PLACE = Place(agent="clerk", folder="/nowhere")
OPERATION = "op_1"


@dataclass
class Bench:
    """Accounts by name, and the time by which leave runs out."""

    now: int = 1_000
    limits: Limits = field(default_factory=Limits)
    _accounts: dict[str, Account] = field(default_factory=dict)
    _passwords: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, definition: Mapping[str, Any]) -> Account:
        """Declare an account; each time with leave of its own."""
        generation = f"gen_{len(self._passwords)}"
        made = declared(name, definition, generation=generation, now=Instant(self.now), before=None)
        self._accounts[name] = made.account
        self._passwords[generation] = str(made.password)
        return made.account

    def find(self, name: str) -> Account | None:
        return self._accounts.get(name)

    def now_ms(self) -> int:
        return self.now

    def open(self, account: Account) -> str:
        return self._passwords[account.generation]

    def tool(self, name: str) -> Any:
        return next(tool for tool in of_accounts(self, lambda: self.limits) if tool.name == name)

    def run(
        self, name: str, args: Mapping[str, Any], operation: str | None = OPERATION, **more: Any
    ) -> ToolResult:
        """Run a call, as an approved one is."""
        run = ToolRun(
            place=PLACE,
            task_id="task_1",
            stop=more.pop("stop", threading.Event()),
            operation_id=operation,
            **more,
        )
        result: ToolResult = asyncio.run(self.tool(name).run(args, run))
        return result

    def failure(self, name: str, args: Mapping[str, Any], **more: Any) -> ToolFailed:
        """The failure that a call ends with."""
        try:
            result = self.run(name, args, **more)
        except ToolFailed as failure:
            return failure
        raise AssertionError(f"it came back with {result.value}")

    def reconcile(self, name: str, args: Mapping[str, Any], operation: str = OPERATION) -> Receipt | None:
        lookup = Lookup(operation_id=operation, place=PLACE)
        found: Receipt | None = asyncio.run(self.tool(name).reconcile(args, lookup))
        return found
