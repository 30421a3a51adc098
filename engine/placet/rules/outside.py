"""A call that an outside harness runs itself, and that Placet only decides about (DECISIONS T12).

Nothing is known of such a tool: it has no schema, its effect is unknown, and its arguments are bound whole. A key
that begins with an underscore steers a call of ours; here it belongs to the other program, so it is bound like any.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from placet.rules import strict_json
from placet.rules.arguments import MAX_CLAIM_CHARS
from placet.rules.declarations import TOOL_NAME_RULE, is_tool_name
from placet.rules.errors import BadInput
from placet.rules.ports import Effect
from placet.rules.risk import Assessment, assess

REFUSED_TO_SAY_WHY = "The program that ran it reports that it failed, and doesn't say why."


def check_tool(tool: str) -> None:
    """Say nothing when a tool may be called this.

    Raises:
        BadInput: it may not; a name is shown on cards and in lists.
    """
    if not is_tool_name(tool):
        raise BadInput(f"tool {TOOL_NAME_RULE}.", "/tool")


def sentence(tool: str) -> str:
    """What a yes means, in our words; `tool` was checked."""
    name = strict_json.dump(tool)
    return (
        f"Another program would run its tool {name}. Placet only decides: it neither runs it nor limits it."
    )


def weigh(args: Mapping[str, Any]) -> Assessment:
    """How risky it is: as everything whose effect nobody here can tell, whatever it is called."""
    return assess("", Effect.UNKNOWN, args)


def claim(args: Mapping[str, Any]) -> str | None:
    """The asker's `_reason`, cut when it is very long. It stays among the bound arguments, too."""
    reason = args.get("_reason")
    if not isinstance(reason, str) or not reason:
        return None
    return reason if len(reason) <= MAX_CLAIM_CHARS else reason[: MAX_CLAIM_CHARS - 1] + "…"
