"""The guided workflows: their steps, what they demand and what they may reach, as code of ours (DECISIONS W8, W8b).

A step names the one tool that may be called in it and the arguments that are fixed; a model fills in only the free
fields. Whatever a model says, it can neither add a step nor leave its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from placet.rules.errors import BadInput
from placet.rules.scope import ToolScope
from placet.rules.verification import Expectation

REPORT_GUIDE: Final = "report"
_DEFAULT_PATH: Final = "report.md"
_DEFAULT_SUBJECT: Final = "yourself and what you can do"
_MOST_PATH_CHARS: Final = 1_000
_MOST_SUBJECT_CHARS: Final = 4_000


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step: the only tool that is offered in it, the arguments that stand fast, and the fields left to the model."""

    tool: str
    free: tuple[str, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Guide:
    """What a guided workflow comes to, once it is known what it was started with."""

    title: str
    text: str
    steps: tuple[Step, ...]
    expectations: tuple[Expectation, ...]
    scope: ToolScope


def guide(name: str, given: Mapping[str, Any]) -> Guide:
    """The guided workflow of this name with what it is given; members of `given` that are None are absent.

    Raises:
        BadInput: there is no such one, or what it is given doesn't fit; the pointer says what.
    """
    make = _GUIDES.get(name)
    if make is None:
        raise BadInput(f"There is no such guided workflow; there is {', '.join(sorted(_GUIDES))}.")
    return make({key: value for key, value in given.items() if value is not None})


def _report(given: Mapping[str, Any]) -> Guide:
    """A report in one file (W8b)."""
    path = _text(given, "path", _DEFAULT_PATH, _MOST_PATH_CHARS)
    subject = _text(given, "text", _DEFAULT_SUBJECT, _MOST_SUBJECT_CHARS)
    _nothing_else(given, "path", "text")
    return Guide(
        title=f"A report in {path}"[:120],
        text=f"Write a short report about {subject}.",
        steps=(Step(tool="fs_write", free=("content",), fixed={"path": path}),),
        expectations=(Expectation(tool="fs_write"),),
        scope=ToolScope(names=("fs_write",), limits={"fs_write": 1}),
    )


def _text(given: Mapping[str, Any], key: str, default: str, most: int) -> str:
    value = given.get(key, default)
    if not isinstance(value, str) or not len(value.strip()) >= 1 or len(value) > most:
        raise BadInput(f"{key} is a text of 1 to {most} characters.", f"/{key}")
    return value.strip()


def _nothing_else(given: Mapping[str, Any], *known: str) -> None:
    for key in given:
        if key not in known:
            raise BadInput(f"{key} is of no use to this workflow.", f"/{key}")


_GUIDES: Final[Mapping[str, Callable[[Mapping[str, Any]], Guide]]] = {REPORT_GUIDE: _report}
GUIDES: Final = frozenset(_GUIDES)
"""The names of the guided workflows that there are."""
