"""What the underscore keys of a call mean, what the owner's narrowing allows, and how an edit is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.rules import digest, strict_json
from placet.rules.errors import ArgumentsNotAllowed, BadArguments
from placet.rules.json_places import Path, pointer, quoted

MAX_CLAIM_CHARS: Final = 2_000
"""How much of an asker's `_reason` is kept."""
_MAX_LINES: Final = 20
_MAX_SHOWN_CHARS: Final = 200
_BEFORE_CHARS: Final = 40
_RESERVED: Final = "_"
_OTHER_BREAKS: Final = {0x85: r"\u0085", 0x2028: r"\u2028", 0x2029: r"\u2029"}
_WORDS: Final = {"true": True, "false": False}
EDIT_UNREADABLE: Final = "The owner changed the arguments, but how can't be read any more."


@dataclass(frozen=True, kw_only=True)
class Flags:
    """A call's arguments without the keys that steer the call itself, and what those keys said.

    `claim` is the asker's own reason: untrusted, never a fact. `full` counts for code alone: an answer without the cap on
    its rows (spec/tool-tasks 8.1).
    """

    args: dict[str, Any]
    is_async: bool
    deferred: bool
    claim: str | None
    full: bool = False


def take_flags(args: Mapping[str, Any]) -> Flags:
    """Take the underscore keys off a call's arguments (DECISIONS T1, T11, T20).

    Only the top level is looked at: a key inside a value belongs to the tool. A `_reason` that isn't text is
    dropped like any other unknown key, and a very long one is cut.

    Raises:
        BadArguments: `_async` or `_defer` is neither a boolean nor one of the strings "true" and "false".
    """
    return Flags(
        args={key: value for key, value in args.items() if not key.startswith(_RESERVED)},
        is_async=_flag(args, "_async"),
        deferred=_flag(args, "_defer"),
        full=args.get("_full") is True or args.get("_full") == "true",
        claim=_claim(args.get("_reason")) or None,
    )


def reserved_keys(args: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys that a tool's own arguments may not have; an owner's edit is refused with them (case 75h)."""
    return tuple(key for key in args if key.startswith(_RESERVED))


def within(only: Mapping[str, Sequence[Any]], args: Mapping[str, Any]) -> str | None:
    """Hold arguments against the owner's narrowing (DECISIONS P7): None when all are allowed.

    Otherwise the pointer of the first that isn't. Types count: 1, 1.0 and true differ. An argument that is
    narrowed and left out isn't allowed either, since a tool's default was never listed.
    """
    for name, allowed in only.items():
        if name not in args or digest.canonical(args[name]) not in map(digest.canonical, allowed):
            return pointer((name,))
    return None


def check_narrowing(only: Mapping[str, Sequence[Any]] | None, args: Mapping[str, Any]) -> None:
    """Refuse arguments that the owner's narrowing doesn't allow; None narrows nothing.

    Raises:
        ArgumentsNotAllowed: `details["pointer"]` names the first value that isn't allowed.
    """
    place = None if only is None else within(only, args)
    if place is not None:
        raise ArgumentsNotAllowed(f"The owner does not allow this value: at {quoted(place)}.", pointer=place)


def explain_edit(before: Any, after: Any) -> str:
    """Say to an agent how the owner edited its arguments (DECISIONS T10): a line for each change, bounded.

    Empty when nothing was changed. Values are JSON, so that nothing in them can pass for a line of ours.
    """
    changes = list(_changes(before, after, ()))
    lines = changes[:_MAX_LINES]
    if len(changes) > _MAX_LINES:
        lines.append(f"and {len(changes) - _MAX_LINES:,} more changes")
    return "\n".join(lines)


def explain_kept_edit(args: str, approved_args: str | None) -> str | None:
    """Say how the owner edited a call, by the texts that are kept of it; None: the owner didn't."""
    if approved_args is None:
        return None
    try:
        return explain_edit(strict_json.load(args), strict_json.load(approved_args))
    except BadArguments:  # the file was changed from outside; whoever waits is answered all the same
        return EDIT_UNREADABLE


def _claim(reason: Any) -> str | None:
    if not isinstance(reason, str):
        return None
    return reason if len(reason) <= MAX_CLAIM_CHARS else reason[: MAX_CLAIM_CHARS - 1] + "…"


def _flag(args: Mapping[str, Any], key: str) -> bool:
    value = args.get(key, False)
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value in _WORDS:
        return _WORDS[value]
    raise BadArguments(f'{key} is neither true nor false, nor one of these as text: at "/{key}".', f"/{key}")


def _changes(before: Any, after: Any, path: Path) -> Iterator[str]:
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _changed_keys(before, after, path)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _changes(old, new, (*path, index))
    elif digest.canonical(before) != digest.canonical(after):
        yield f"{_place(path)}: {_became(before, after)}"


def _changed_keys(before: dict[str, Any], after: dict[str, Any], path: Path) -> Iterator[str]:
    for key in {**before, **after}:
        here = (*path, key)
        if key not in after:
            yield f"{_place(here)}: removed; it was {_shown(before[key])}"
        elif key not in before:
            yield f"{_place(here)}: added as {_shown(after[key])}"
        else:
            yield from _changes(before[key], after[key], here)


def _place(path: Path) -> str:
    return _shown(pointer(path))


def _became(before: Any, after: Any) -> str:
    old, new = strict_json.dump(before), strict_json.dump(after)
    if max(len(old), len(new)) <= _MAX_SHOWN_CHARS:
        return f"{_shown(before)} became {_shown(after)}"
    start = max(0, _same_start(old, new) - _BEFORE_CHARS)
    return f"from character {start:,} of its JSON, {_cut(old, start)} became {_cut(new, start)}"


def _same_start(old: str, new: str) -> int:
    """How many characters two texts share at their start."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(old), len(new)))


def _cut(text: str, start: int) -> str:
    return f"{_quoted(text[start : start + _MAX_SHOWN_CHARS])} ({len(text):,} characters in all)"


def _shown(value: Any) -> str:
    text = strict_json.dump(value)
    if len(text) <= _MAX_SHOWN_CHARS:
        return text.translate(_OTHER_BREAKS)
    return f"{_quoted(text[:_MAX_SHOWN_CHARS])} and {len(text) - _MAX_SHOWN_CHARS:,} more characters"


def _quoted(text: str) -> str:
    return strict_json.dump(text).translate(_OTHER_BREAKS)
