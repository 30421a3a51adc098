"""Whether Codex runs our hooks: it skips each one that its owner hasn't trusted, without a word (spec/integrations 3.4).

Codex writes down in its own `config.toml` which hooks were trusted, by a digest of what they were then. The rule of that
digest is Codex's; where a later Codex has another one, a hook seems untrusted that isn't, never the other way round.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from typing import Any, Final

from placet.rules import hook_settings
from placet.rules.hook_settings import CODEX, Hook

UNTRUSTED: Final = "Codex skips these hooks until you trust them: say /hooks in it."
TYPES: Final = (
    "What Codex types into a program that still runs is asked about by no hook: "
    "codex features disable unified_exec_tty ends that."
)
_LABELS: Final = {
    "PreToolUse": "pre_tool_use",
    "PermissionRequest": "permission_request",
    "PostToolUse": "post_tool_use",
    "SessionEnd": "session_end",
}
_OFF: Final = "Codex's config.toml switches hooks off."
_UNREADABLE: Final = "Codex's config.toml doesn't parse, so nobody can tell which hooks it runs."


def why_skipped(config: str | None, hooks_file: str, text: str, commands: Mapping[str, str]) -> str | None:
    """Why Codex would skip a hook of ours that gates; None when it runs them.

    `config` is the text of its `config.toml`, None when there is no such file; `text` is that of the file with the hooks.
    """
    try:
        told = tomllib.loads(config or "")
    except (tomllib.TOMLDecodeError, RecursionError):  # the latter: nested without an end
        return _UNREADABLE
    features = _table(told, "features")
    if any(features.get(name) is False for name in ("hooks", "codex_hooks")):
        return _OFF
    standing = hook_settings.places(text, CODEX, commands)
    states = _table(_table(told, "hooks"), "state")
    for hook in CODEX.hooks:
        if hook.gates and not _is_trusted(states, hook, hooks_file, standing.get(hook.event), commands):
            return UNTRUSTED
    return None


def types_unasked(config: str | None) -> bool:
    """Whether Codex may type into a program that still runs, by the text of its `config.toml`: no hook hears of that.

    Without a terminal of its own a program's input is closed from the start; so it is that which has to be switched off.
    """
    try:
        told = tomllib.loads(config or "")
    except (tomllib.TOMLDecodeError, RecursionError):
        return True
    return _table(told, "features").get("unified_exec_tty") is not False


def _table(told: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = told.get(name, {})
    return found if isinstance(found, Mapping) else {}


def _is_trusted(
    states: Mapping[str, Any],
    hook: Hook,
    hooks_file: str,
    place: tuple[int, int] | None,
    commands: Mapping[str, str],
) -> bool:
    if place is None:
        return False
    state = _table(states, key(hook, hooks_file, place))
    return state.get("enabled") is not False and state.get("trusted_hash") == digest(
        hook, commands[hook.word]
    )


def key(hook: Hook, hooks_file: str, place: tuple[int, int]) -> str:
    """Under which name Codex writes down what it knows of a hook."""
    return f"{hooks_file}:{_LABELS[hook.event]}:{place[0]}:{place[1]}"


def digest(hook: Hook, command: str) -> str:
    """What Codex writes down of a hook that was trusted."""
    handler: dict[str, Any] = {
        "async": False,
        "command": command,
        "timeout": hook.timeout_s,
        "type": "command",
    }
    if hook.status is not None:
        handler["statusMessage"] = hook.status
    told: dict[str, Any] = {"event_name": _LABELS[hook.event], "hooks": [handler]}
    if hook.matcher is not None:
        told["matcher"] = hook.matcher
    canonical = json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(canonical.encode()).hexdigest()}"
