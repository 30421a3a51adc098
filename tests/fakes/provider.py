"""A provider of effects whose every weakness a test decides, and the tools that only look or that nobody knows."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from placet.rules.basics import Instant
from placet.rules.contracts import Grant, Lookup
from placet.rules.errors import ToolFailed
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.rules.receipts import Receipt

_LETTER: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "to": {"type": "string"},
        "body": {"type": "string"},
        "cc": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["to", "body"],
    "additionalProperties": False,
}


class PostOffice:
    """Posts letters and can look them up by operation. `calls` counts what was posted, `lookups` what was looked up."""

    name = "post"
    effect = Effect.WRITE
    summary = "Posts a letter."
    restricted_by_default = False
    schema = _LETTER

    def __init__(self) -> None:
        self.posted: list[tuple[str, str]] = []
        self.tries = 0
        self.lookups = 0
        self.account = "ada@example.org"
        self.consent = "g1"
        self.expires_at: Instant | None = None
        self.findable = True
        self.confirms = True
        """Whether its own answer brings a receipt."""
        self.before: Callable[[], None] | None = None
        self.after: Callable[[], None] | None = None
        self.receipt_url: str | None = None
        self.held: asyncio.Event | None = None
        self.arrived = asyncio.Event()
        self._letters: dict[str, str] = {}

    @property
    def calls(self) -> int:
        return len(self.posted)

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence="Posts a letter.")

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        return Grant(account=self.account, consent=self.consent, expires_at=self.expires_at)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        return args["to"].lower()

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        self.lookups += 1
        if not self.findable:
            return None
        found = self._letters.get(lookup.operation_id)
        return self._receipt(lookup.operation_id) if found == args["body"] else None

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        self.tries += 1
        if self.before is not None:
            self.before()
        self.posted.append((args["to"], args["body"]))
        self._letters[str(run.operation_id)] = args["body"]
        self.arrived.set()
        if self.held is not None:
            await self.held.wait()
        if self.after is not None:
            self.after()
        receipt = self._receipt(str(run.operation_id)) if self.confirms else None
        return ToolResult(value={"posted": self.calls}, receipt=receipt)

    def _receipt(self, operation_id: str) -> Receipt:
        return Receipt(provider="post", id=operation_id, label="letter", url=self.receipt_url)


class Shelf:
    """Is read. `empty` is its own word for having found nothing."""

    name = "shelf"
    effect = Effect.READ
    summary = "Says what is there."
    restricted_by_default = False
    schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {"query": {"type": "string"}, "empty": {"type": "boolean"}},
        "additionalProperties": False,
    }

    def __init__(self, name: str = "shelf") -> None:
        self.name = name
        self.contents: list[str] = []
        self.fails = False
        self.looks = 0

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence="Looks.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        self.looks += 1
        if self.fails:
            raise ToolFailed("The shelf is out of reach.", code="out_of_reach")
        receipt = Receipt(provider="shelf", id=str(self.looks), label="shelf", empty=True)
        return ToolResult(value=list(self.contents), receipt=None if self.contents else receipt)


class Machine:
    """Does something of which nobody knows what."""

    effect = Effect.UNKNOWN
    summary = "Does something."
    restricted_by_default = False
    schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {"lever": {"type": "integer"}},
        "additionalProperties": False,
    }

    def __init__(self, name: str = "machine") -> None:
        self.name = name
        self.runs = 0
        self.answer: Any = "done"
        self.fails = False

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        return Preview(sentence="Does something.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        self.runs += 1
        if self.fails:
            raise ToolFailed("A wheel broke.")
        return ToolResult(value=self.answer)
