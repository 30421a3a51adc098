"""The hooks in a settings file of Claude Code: putting ours in, taking them out, and telling whether they still hold.

Everything else in the file stays as it is, in its order (spec/integrations 3.1). Source of the shape: the harness's own
documentation of hooks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.errors import BadArguments, SettingsRefused, TooLarge

MOST_BYTES: Final = 4 * 1024 * 1024
_MARKS: Final = ("/placet/hook/start.py", "placet-hook")
"""What a command of ours has in it, wherever it was installed."""
_ANY_TOOL: Final = "*"
_OFF: Final = "disableAllHooks"


@dataclass(frozen=True, kw_only=True)
class Hook:
    """One hook of ours. `word` is what `placet-hook` calls it; `gates`: without it, calls would pass unasked."""

    event: str
    word: str
    timeout_s: int
    matcher: str | None = _ANY_TOOL
    gates: bool = False
    status: str | None = None


HOOKS: Final = (
    Hook(event="PreToolUse", word="pre", timeout_s=3600, gates=True, status="Waiting for you in Placet"),
    Hook(event="PermissionRequest", word="permission", timeout_s=3600, gates=True),
    Hook(event="PostToolUse", word="post", timeout_s=60),
    Hook(event="PostToolUseFailure", word="post-failure", timeout_s=60),
    Hook(event="SessionEnd", word="session-end", timeout_s=10, matcher=None),
)


def merged(text: str | None, commands: Mapping[str, str]) -> str:
    """The file's text with our hooks in it, and older ones of ours out of it; `text` None: there is no file yet.

    `commands` is the shell line of each hook by its word. A text that has exactly these hooks comes back as it is.

    Raises:
        SettingsRefused: it isn't the JSON that such a file holds; nothing can be put into it.
    """
    settings = {} if text is None else _read(text)
    if text is not None and _is_installed(settings, commands):
        return text
    _take_out(settings)
    hooks = settings.setdefault("hooks", {})
    for hook in HOOKS:
        hooks.setdefault(hook.event, []).append(_group(hook, commands[hook.word]))
    return _written(settings)


def _is_installed(settings: Mapping[str, Any], commands: Mapping[str, str]) -> bool:
    groups = [group for event in settings.get("hooks", {}).values() for group in event]
    ours = [group for group in groups if any(map(_is_ours, _handlers(group)))]
    return len(ours) == len(HOOKS) and all(_holds(settings, hook, commands) for hook in HOOKS)


def _holds(settings: Mapping[str, Any], hook: Hook, commands: Mapping[str, str]) -> bool:
    return _group(hook, commands[hook.word]) in settings.get("hooks", {}).get(hook.event, [])


def without(text: str) -> str:
    """The file's text with our hooks out of it.

    Raises:
        SettingsRefused: it isn't the JSON that such a file holds.
    """
    settings = _read(text)
    _take_out(settings)
    return _written(settings)


def complaints(text: str | None, commands: Mapping[str, str]) -> tuple[str, ...]:
    """Why calls could pass unasked, as the file is now; nothing when they can't."""
    if text is None:
        return ("The settings file isn't there any more.",)
    try:
        settings = _read(text)
    except SettingsRefused as refused:
        return (refused.message,)
    found = [
        f"The hook for {hook.event} isn't as it was installed."
        for hook in HOOKS
        if hook.gates and not _holds(settings, hook, commands)
    ]
    if settings.get(_OFF) not in {None, False}:
        found.append(f"{_OFF} is set, so the harness runs no hook.")
    return tuple(found)


def _group(hook: Hook, command: str) -> dict[str, Any]:
    handler: dict[str, Any] = {"type": "command", "command": command, "timeout": hook.timeout_s}
    if hook.status is not None:
        handler["statusMessage"] = hook.status
    group: dict[str, Any] = {} if hook.matcher is None else {"matcher": hook.matcher}
    return {**group, "hooks": [handler]}


def _read(text: str) -> dict[str, Any]:
    try:
        settings = strict_json.parse(text, max_bytes=MOST_BYTES)
    except (BadArguments, TooLarge) as error:
        raise SettingsRefused(
            f"The settings file doesn't parse, so it was left alone: {error.message}"
        ) from None
    if not isinstance(settings, dict):
        raise SettingsRefused("The settings file holds no JSON object, so it was left alone.")
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(groups, list) for groups in hooks.values()):
        raise SettingsRefused(
            "The hooks in the settings file aren't what they should be, so it was left alone."
        )
    return settings


def _take_out(settings: dict[str, Any]) -> None:
    """Take every handler of ours out, and what is empty by that."""
    hooks = settings.get("hooks", {})
    for event in list(hooks):
        left = [group for group in map(_stripped, hooks[event]) if group is not None]
        if left or not hooks[event]:
            hooks[event] = left
        else:
            del hooks[event]
    if "hooks" in settings and not hooks:
        del settings["hooks"]


def _stripped(group: Any) -> Any | None:
    """A group without handlers of ours; None when there were no others."""
    if not any(_is_ours(handler) for handler in _handlers(group)):
        return group
    others = [handler for handler in _handlers(group) if not _is_ours(handler)]
    return {**group, "hooks": others} if others else None


def _handlers(group: Any) -> Iterator[Any]:
    handlers = group.get("hooks") if isinstance(group, dict) else None
    yield from handlers if isinstance(handlers, list) else ()


def _is_ours(handler: Any) -> bool:
    command = handler.get("command") if isinstance(handler, dict) else None
    return isinstance(command, str) and any(mark in command for mark in _MARKS)


def _written(settings: Mapping[str, Any]) -> str:
    return json.dumps(settings, indent=2, ensure_ascii=False) + "\n"
