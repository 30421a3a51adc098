"""Fetches of a small site by a tool that may reach it."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from placet.rules.errors import ToolFailed
from placet.rules.ports import Place, ToolRun
from placet.tools.fetch.http_fetch import FetchLimits, HttpFetch
from placet.work.stop import StopFlag
from tests.tools.fetch.site import NAME, Site, site


class Names:
    """A resolver that the test owns: each look-up of a name takes its next answer, the last one stays."""

    def __init__(self, **answers: Sequence[Sequence[str]]) -> None:
        self.answers = {name.replace("_", "."): list(lists) for name, lists in answers.items()}
        self.asked: list[str] = []

    async def look_up(self, name: str, port: int) -> Sequence[str]:
        self.asked.append(name)
        if name not in self.answers:
            raise OSError("no such name")
        lists = self.answers[name]
        return lists.pop(0) if len(lists) > 1 else lists[0]


def here() -> Names:
    return Names(site_test=[["127.0.0.1"]], other_test=[["127.0.0.1"]])


class Visit:
    """A fetch of one site by a tool that the owner let reach it."""

    def __init__(self, site: Site, **made: Any) -> None:
        self.site = site
        self.names: Names = made.pop("names", None) or here()
        self.stop = made.pop("stop", None) or StopFlag()
        excepted = made.pop("private_hosts", (f"{NAME}:{site.port}", f"other.test:{site.port}"))
        self.place = Place(
            agent="clerk", folder="/nowhere", hosts=made.pop("hosts", ()), private_hosts=excepted
        )
        limits = FetchLimits(**made.pop("limits", {}))
        own_ports: Callable[[], frozenset[int]] = made.pop("own_ports", frozenset)
        self.tool = HttpFetch(own_ports, lambda: limits, look_up=self.names.look_up, **made)

    async def fetch(self, target: str = "/", **args: Any) -> dict[str, Any]:
        args.setdefault("url", self.site.url(target))
        run = ToolRun(place=self.place, task_id="task_1", stop=self.stop)
        value: dict[str, Any] = (await self.tool.run(args, run)).value
        return value

    async def refusal(self, target: str = "/", **args: Any) -> ToolFailed:
        with pytest.raises(ToolFailed) as caught:
            await self.fetch(target, **args)
        return caught.value


def visiting(
    answers: dict[str, bytes], then: Callable[[Visit], Awaitable[None]], *, tls: bool = False, **made: Any
) -> Site:
    async def go() -> Site:
        async with site(answers, tls=tls) as there:
            await then(Visit(there, **made))
            return there

    return asyncio.run(go())


def sent(site: Site) -> list[str]:
    return [request.decode("latin-1") for request in site.requests]
