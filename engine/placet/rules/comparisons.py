"""What changed in the arguments since the owner last approved a call of the same tool: in a sentence, and line by line.

A reading aid, which binds nothing. Types count, as they do for the digest: 1, 1.0 and "1" differ.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.rules import diffs
from placet.rules.digest import canonical
from placet.rules.sheet_texts import VALUE_CHARS, diff_lines, one_line, value_line
from placet.rules.sheets import GAP, Sheet, SheetKind, SheetLine, Tone, note

MOST_COMPARED_CHARS: Final = 400_000
"""Of longer texts it is only said that they differ, and how long they are."""
_MOST_NAMED: Final = 3
_MOST_LISTED: Final = 30
_NAME_CHARS: Final = 60

Args = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """What differs: a sentence of ours, in which names are showable, and all of it laid out; `changed` counts arguments."""

    changed: int
    sentence: str
    sheet: Sheet


def compare(before: Args, after: Args) -> Comparison:
    """Hold a call's arguments against those of the call that was approved last."""
    names = list(dict.fromkeys((*after, *before)))
    changed = [name for name in names if _differs(name, before, after)]
    same = [name for name in names if name not in changed]
    lines: list[SheetLine] = []
    for name in changed:
        lines += [*((GAP,) if lines else ()), *_argument(name, before, after)]
    if same:
        lines += [*((GAP,) if lines else ()), *_same(same)]
    return Comparison(
        changed=len(changed),
        sentence=_sentence(changed, len(names)),
        sheet=Sheet(kind=SheetKind.SINCE, lines=tuple(lines)),
    )


def _differs(name: str, before: Args, after: Args) -> bool:
    if name not in before or name not in after:
        return True
    return canonical(before[name]) != canonical(after[name])


def _sentence(changed: list[str], count: int) -> str:
    if not changed:
        return "the arguments are the same"
    shown = ", ".join(one_line(name, _NAME_CHARS) for name in changed[:_MOST_NAMED])
    more = f" and {len(changed) - _MOST_NAMED:,} more" if len(changed) > _MOST_NAMED else ""
    verb = "differs" if len(changed) == 1 else "differ"
    return f"{len(changed):,} of {count:,} arguments {verb}: {shown}{more}"


def _argument(name: str, before: Args, after: Args) -> Iterator[SheetLine]:
    label = "Changed" if name in before and name in after else "Added" if name in after else "Left out"
    yield SheetLine(text=one_line(name, VALUE_CHARS), tone=Tone.STRONG, label=label)
    if name not in before:
        yield SheetLine(text=f"+{value_line(after[name])}", tone=Tone.NEW)
    elif name not in after:
        yield SheetLine(text=f"-{value_line(before[name])}", tone=Tone.GONE)
    else:
        yield from _values(before[name], after[name])


def _values(old: Any, new: Any) -> Iterator[SheetLine]:
    texts = _written(old), _written(new)
    if max(map(len, texts)) > MOST_COMPARED_CHARS:
        yield note(f"{len(texts[0]):,} characters became {len(texts[1]):,}: too many to be compared here.")
    elif _is_line(old) and _is_line(new):
        yield SheetLine(text=f"-{value_line(old)}", tone=Tone.GONE)
        yield SheetLine(text=f"+{value_line(new)}", tone=Tone.NEW)
    elif (diff := diffs.unified(*texts, "")) is None:
        yield note("They differ in their type, or in the line break at the very end, alone.")
    else:
        yield from diff_lines(diff)[2:]


def _is_line(value: Any) -> bool:
    """Whether a value is best read on one line, with its type to be seen."""
    if isinstance(value, Mapping | list):
        return False
    return not isinstance(value, str) or ("\n" not in value and len(value) <= VALUE_CHARS)


def _written(value: Any) -> str:
    """A value as the text that is compared line by line; every line has its end."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return text if text.endswith("\n") else f"{text}\n"


def _same(names: list[str]) -> Iterator[SheetLine]:
    shown = ", ".join(one_line(name, _NAME_CHARS) for name in names[:_MOST_LISTED])
    more = f" and {len(names) - _MOST_LISTED:,} more" if len(names) > _MOST_LISTED else ""
    yield SheetLine(text=f"{shown}{more}", label="The same")
