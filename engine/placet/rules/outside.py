"""A call that an outside harness runs itself, and that Placet only decides about (DECISIONS T12).

Nothing is known of such a tool: it has no schema, its effect is unknown, and its arguments are bound whole. A key
that begins with an underscore steers a call of ours; here it belongs to the other program, so it is bound like any.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from placet.rules import mcp_pins, strict_json, tool_names
from placet.rules.arguments import Flags, take_flags
from placet.rules.errors import BadInput
from placet.rules.ports import Effect
from placet.rules.risk import Assessment, assess

KNOWN_READS: Final = frozenset({"Read", "Glob", "Grep", "LS", "WebFetch", "WebSearch"})
"""Tools that harnesses are known to only look with: below a workflow they may be repeated (seed 003, spec/workflows 4.2)."""
CANARY: Final = "placet_canary"
"""The tool that a link's agent is declared with, switched off, and that nothing else may be called."""
PROCESS: Final = "process"
"""What of a call's source says which process asks. It is no part of what is asked for."""
_A_PROCESS: Final = re.compile(r"[0-9]{1,20}\.[0-9]{1,20}\.[0-9]{1,20}")
UNLISTED: Final = "unlisted"
"""How a call stands whose harness asks only about tools that the owner listed, when this one isn't."""
NO_REASON_GIVEN: Final = "The program that ran it reports that it failed, and doesn't say why."


def check_tool(tool: str) -> None:
    """Say nothing when a tool may be called this.

    Raises:
        BadInput: it may not; a name is shown on cards and in lists.
    """
    if not tool_names.is_tool_name(tool):
        raise BadInput(f"tool {tool_names.RULE}.", "/tool")
    if mcp_pins.is_question(tool):
        raise BadInput(f"A tool's name doesn't begin with {mcp_pins.PREFIX}; that is Placet's.", "/tool")


def sentence(tool: str) -> str:
    """What a yes means, in our words; `tool` was checked."""
    name = strict_json.dump(tool)
    return (
        f"Another program would run its tool {name}. Placet only decides: it neither runs it nor limits it."
    )


def weigh(args: Mapping[str, Any]) -> Assessment:
    """How risky it is: as everything whose effect nobody here can tell, whatever it is called."""
    return assess("", Effect.UNKNOWN, args)


def effect_of(tool: str) -> Effect:
    """What such a call counts as among a workflow's operations. Nothing else is softened by a well-known name."""
    return Effect.READ if tool in KNOWN_READS else Effect.UNKNOWN


def process_of(source: Mapping[str, Any] | None) -> str | None:
    """Which process asks, by what a harness says of itself; None: it doesn't say, or no such thing.

    It is kept where facts are, and goes along when they are exported: so it is three numbers, never an agent's text.
    """
    told = None if source is None else source.get(PROCESS)
    return told if isinstance(told, str) and _A_PROCESS.fullmatch(told) else None


def flags(args: dict[str, Any]) -> Flags:
    """What the underscore keys say of an outside call: only a `_reason` counts, and it stays among the arguments."""
    return replace(take_flags({"_reason": args.get("_reason")}), args=args)
