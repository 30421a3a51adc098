"""The harnesses that Placet links to by their hooks: where each keeps them, and the shell lines that it gets."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from placet.rules import hook_settings
from placet.rules.hook_settings import Shape

__all__ = ["CLAUDE_CODE", "CODEX", "HARNESSES", "Harness", "commands"]

CLAUDE_CODE: Final = "claude-code"
CODEX: Final = "codex"
_HOOK: Final = Path(__file__).parents[1] / "hook" / "start.py"
_BROKE: Final = "Placet: The hook broke, so this call was not run."
_DENIES: Final = json.dumps(
    {
        "hookSpecificOutput": {
            "hookEventName": "PermissionRequest",
            "decision": {"behavior": "deny", "message": _BROKE},
        }
    }
)
_WORDS_AND_TWO: Final = f" || {{ echo {shlex.quote(_BROKE)} >&2; exit 2; }}"


@dataclass(frozen=True, kw_only=True)
class Harness:
    """One harness. `word` is what `placet-hook` calls it.

    `nets` are ends of the shell lines: whatever else a hook ends with than 0, killed or missing, blocks the call.
    `in_sh`: the harness hands the line to its user's own shell, which may be any, so the line names one itself.
    """

    word: str
    shape: Shape
    nets: Mapping[str, str]
    in_sh: bool = False


HARNESSES: Final[Mapping[str, Harness]] = {
    CLAUDE_CODE: Harness(
        word="claude",
        shape=hook_settings.CLAUDE_CODE,
        nets={"pre": " || exit 2", "permission": f" || printf %s {shlex.quote(_DENIES)}"},
    ),
    CODEX: Harness(
        word="codex",
        shape=hook_settings.CODEX,
        nets={"pre": _WORDS_AND_TWO, "permission": _WORDS_AND_TWO},
        in_sh=True,
    ),
}


def commands(data: Path, name: str = CLAUDE_CODE) -> dict[str, str]:
    """The shell line of each hook, by its word: absolute paths, and nothing that a project's environment could bend."""
    harness = HARNESSES[name]
    tail = ["--data", str(data)]
    lines = {}
    for hook in harness.shape.hooks:
        line = shlex.join([*_program(), harness.word, hook.word, *tail]) + harness.nets.get(hook.word, "")
        lines[hook.word] = shlex.join(["/bin/sh", "-c", line]) if harness.in_sh else line
    return lines


def _program() -> list[str]:
    if getattr(sys, "frozen", False):
        return [str(Path(sys.executable).with_name("placet-hook"))]
    return [sys.executable, "-I", "-S", str(_HOOK)]
