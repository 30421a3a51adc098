"""The filters that the owner saved under a name, as they stand in the setting `tasks.views`. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any, Final

SPANS_MS: Final = {"hour": 3_600_000, "day": 86_400_000, "week": 7 * 86_400_000, "month": 30 * 86_400_000}
BETWEEN: Final = "between"
"""The span that isn't counted back from now: from the first day to the last one."""
NAME_CHARS: Final = 60


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What the filters of the tasks page are set to. A span is relative: "the last hour" is another one tomorrow.

    `first` and `last` go with the span `between` alone: days like 2026-12-31, both counted in.
    """

    agent: str | None = None
    kind: str | None = None
    tool: str | None = None
    risk: str | None = None
    span: str | None = None
    first: str | None = None
    last: str | None = None
    statuses: tuple[str, ...] = ()
    q: str = ""


@dataclass(frozen=True, kw_only=True)
class SavedView:
    """A wish with its name."""

    name: str
    wish: Wish


def read_views(text: str) -> tuple[SavedView, ...]:
    """The views that a text holds, without those that can't be understood: a file is edited by hand, too."""
    try:
        rows = json.loads(text or "[]")
    except ValueError:
        return ()
    return tuple(view for row in rows if (view := _view(row)) is not None) if isinstance(rows, list) else ()


def write_views(views: Iterable[SavedView]) -> str:
    """The text that holds these views; `read_views` reads it."""
    rows = [{"name": view.name} | {key: it for key, it in asdict(view.wish).items() if it} for view in views]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def _view(row: Any) -> SavedView | None:
    if not isinstance(row, dict):
        return None
    given = dict(row)
    name, statuses = given.pop("name", None), given.pop("statuses", [])
    if not isinstance(name, str) or not 0 < len(name) <= NAME_CHARS:
        return None
    words = {field.name for field in fields(Wish)} - {"statuses"}
    if not given.keys() <= words or not isinstance(statuses, list):
        return None
    if not all(isinstance(it, str) for it in (*given.values(), *statuses)):
        return None
    if not _is_time(given.get("span"), given.get("first"), given.get("last")):
        return None
    return SavedView(name=name, wish=Wish(**given, statuses=tuple(statuses)))


def _is_time(span: str | None, first: str | None, last: str | None) -> bool:
    """Whether these three say something together."""
    if span != BETWEEN:
        return span in {None, *SPANS_MS} and first is None and last is None
    try:
        return date.fromisoformat(first or "") <= date.fromisoformat(last or "")
    except ValueError:
        return False
