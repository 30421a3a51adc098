"""Names in a request that look like known ones and are others: hosts, tools and files (prompt rule 7)."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from placet.rules.declarations import Declaration
from placet.rules.lookalikes import like_known, warning

_OUTSIDE: Final = ("Bash", "Edit", "Glob", "Grep", "Read", "Task", "WebFetch", "WebSearch", "Write")
"""Tools of harnesses that everybody knows by these names."""
_PATHS: Final = ("path", "file_path")
_HOST_ENDS: Final = frozenset("/?#\\")


@functools.cache
def table() -> Mapping[int, str]:
    """Which characters look like which ASCII ones: Unicode's own list (`unicode/confusables.txt`)."""
    text = importlib.resources.files("placet.api").joinpath("unicode/confusables.txt").read_text("utf-8")
    pairs = (line.split(";") for line in text.splitlines() if not line.startswith("#"))
    return {int(source, 16): "".join(chr(int(it, 16)) for it in target.split()) for source, target in pairs}


def doubles(
    tool: str,
    args: Mapping[str, Any],
    *,
    tools: tuple[str, ...],
    declared: Declaration,
    files: Callable[[], list[str]],
) -> tuple[str, ...]:
    """A warning for each name that looks like a known one: the tool's, a host's, a file's.

    `files` is asked for the agent's files only when the request names one.
    """
    return tuple(_doubles(tool, args, tools=tools, declared=declared, files=files))


def _doubles(
    tool: str,
    args: Mapping[str, Any],
    *,
    tools: tuple[str, ...],
    declared: Declaration,
    files: Callable[[], list[str]],
) -> Iterator[str]:
    if (name := like_known(tool, (*tools, *_OUTSIDE), table())) is not None:
        yield warning(tool, name, "a tool that Placet knows")
    if isinstance(url := args.get("url"), str):
        host = _host(url)
        known = [named for it in declared.tools for named in (*it.hosts, *it.private_hosts)]
        if (
            name := like_known(host, (*known, *(it.rpartition(":")[0] for it in known)), table())
        ) is not None:
            yield warning(host, name, "a host that you named for this agent")
    for key in _PATHS:
        path = args.get(key)
        if isinstance(path, str) and (name := like_known(path, files(), table())) is not None:
            yield warning(path, name, "a file of this agent")


def _host(url: str) -> str:
    """Where the eye takes the host to be: what stands between the slashes and the next sign, in lower case."""
    behind = url.partition("://")[2] or url
    end = next((at for at, char in enumerate(behind) if char in _HOST_ENDS), len(behind))
    return behind[:end].rpartition("@")[2].lower()
