"""The hooks in a harness's settings file: putting ours in, taking them out, and telling whether they still hold.

Everything else in the file stays as it is, in its order (spec/integrations 3.1, 3.4). Claude Code and Codex keep their hooks
in the same shape; `Shape` says where they differ. Source of it: the harnesses' own documentation of hooks.
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


@dataclass(frozen=True, kw_only=True)
class Hook:
    """One hook of ours. `word` is what `placet-hook` calls it; `gates`: without it, calls would pass unasked."""

    event: str
    word: str
    timeout_s: int
    matcher: str | None = _ANY_TOOL
    gates: bool = False
    status: str | None = None


@dataclass(frozen=True, kw_only=True)
class Shape:
    """How one harness keeps its hooks. `off` is the key that switches all of them off.

    `only`: a file with any other key than these is read by nobody; None: it may hold whatever it likes.
    """

    hooks: tuple[Hook, ...]
    off: str | None = None
    only: frozenset[str] | None = None


_BEFORE: Final = Hook(
    event="PreToolUse", word="pre", timeout_s=3600, gates=True, status="Waiting for you in Placet"
)
_ASKS: Final = Hook(event="PermissionRequest", word="permission", timeout_s=3600, gates=True)
_AFTER: Final = Hook(event="PostToolUse", word="post", timeout_s=60)
CLAUDE_CODE: Final = Shape(
    hooks=(
        _BEFORE,
        _ASKS,
        _AFTER,
        Hook(event="PostToolUseFailure", word="post-failure", timeout_s=60),
        Hook(event="SessionEnd", word="session-end", timeout_s=10, matcher=None),
    ),
    off="disableAllHooks",
)
CODEX: Final = Shape(
    hooks=(_BEFORE, _ASKS, _AFTER, Hook(event="SessionEnd", word="session-end", timeout_s=3, matcher=None)),
    only=frozenset({"hooks", "description"}),
)


def merged(text: str | None, shape: Shape, commands: Mapping[str, str]) -> str:
    """The file's text with our hooks in it, and older ones of ours out of it; `text` None: there is no file yet.

    `commands` is the shell line of each hook by its word. A text that has exactly these hooks comes back as it is.

    Raises:
        SettingsRefused: it isn't the JSON that such a file holds; nothing can be put into it.
    """
    settings = {} if text is None else _read(text)
    if text is not None and _is_installed(settings, shape, commands):
        return text
    _take_out(settings)
    hooks = settings.setdefault("hooks", {})
    for hook in shape.hooks:
        hooks.setdefault(hook.event, []).append(_group(hook, commands[hook.word]))
    return _written(settings)


def _is_installed(settings: Mapping[str, Any], shape: Shape, commands: Mapping[str, str]) -> bool:
    groups = [group for event in settings.get("hooks", {}).values() for group in event]
    ours = [group for group in groups if any(map(_is_ours, _handlers(group)))]
    return len(ours) == len(shape.hooks) and all(_holds(settings, hook, commands) for hook in shape.hooks)


def _holds(settings: Mapping[str, Any], hook: Hook, commands: Mapping[str, str]) -> bool:
    return _group(hook, commands[hook.word]) in settings.get("hooks", {}).get(hook.event, [])


def without(text: str) -> str:
    """The file's text with our hooks out of it; one that has none comes back as it is.

    Raises:
        SettingsRefused: it isn't the JSON that such a file holds.
    """
    settings = _read(text)
    if not any(_is_ours(it) for groups in settings.get("hooks", {}).values() for it in _all_handlers(groups)):
        return text
    _take_out(settings)
    return _written(settings)


def _all_handlers(groups: list[Any]) -> Iterator[Any]:
    for group in groups:
        yield from _handlers(group)


def complaints(text: str | None, shape: Shape, commands: Mapping[str, str]) -> tuple[str, ...]:
    """Why calls could pass unasked, as the file is now; nothing when they can't."""
    if text is None:
        return ("The settings file isn't there any more.",)
    try:
        settings = _read(text)
    except SettingsRefused as refused:
        return (refused.message,)
    found = [
        f"The hook for {hook.event} isn't as it was installed."
        for hook in shape.hooks
        if hook.gates and not _holds(settings, hook, commands)
    ]
    if shape.off is not None and settings.get(shape.off) not in {None, False}:
        found.append(f"{shape.off} is set, so the harness runs no hook.")
    if shape.only is not None and not shape.only.issuperset(settings):
        found.append("The file holds more than hooks, so the harness reads none of it.")
    return tuple(found)


def places(text: str, shape: Shape, commands: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Where each hook of ours that gates stands, by its event: in which group, and as which handler of it.

    Raises:
        SettingsRefused: it isn't the JSON that such a file holds.
    """
    hooks = _read(text).get("hooks", {})
    found = {}
    for hook in shape.hooks:
        group = _group(hook, commands[hook.word])
        if hook.gates and group in hooks.get(hook.event, []):
            found[hook.event] = (hooks[hook.event].index(group), 0)
    return found


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
