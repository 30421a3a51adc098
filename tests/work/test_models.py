"""Finding a model by its name over several backends."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from placet.rules.errors import BackendUnavailable, BadSetting, ModelNotFound
from placet.rules.ports import ModelInfo, ModelState
from placet.work import models
from placet.work.models import Choice, Models

pytestmark = pytest.mark.anyio


class Server:
    """A backend as far as its list goes; an error in its place is raised, None never comes."""

    def __init__(self, names: list[str] | Exception | None) -> None:
        self._names = names

    async def models(self) -> list[str]:
        if self._names is None:
            await asyncio.Event().wait()
        if isinstance(self._names, Exception):
            raise self._names
        return self._names or []

    async def look(self) -> list[ModelInfo]:
        return [ModelInfo(name=name, state=ModelState.LOADED) for name in await self.models()]


class Servers:
    """A catalogue of such backends; one that is a BadSetting can't even be made."""

    def __init__(self, by_id: Mapping[str, Any]) -> None:
        self._by_id = by_id

    def ids(self) -> list[str]:
        return list(self._by_id)

    def get(self, backend_id: str) -> Any:
        found = self._by_id[backend_id]
        if isinstance(found, BadSetting):
            raise found
        return Server(found)


TWO = {"one": ["a", "b", "two/c"], "two": ["b", "c"]}


@pytest.mark.parametrize(
    ("name", "backend", "model"),
    [
        ("a", "one", "a"),
        ("one/a", "one", "a"),
        ("one/b", "one", "b"),
        ("two/b", "two", "b"),
        ("c", "two", "c"),
    ],
)
async def test_a_name_is_enough_where_it_means_one_model(name: str, backend: str, model: str) -> None:
    assert await Models(Servers(TWO)).find(name) == Choice(backend=backend, model=model)


async def test_the_whole_name_goes_before_a_model_that_is_called_like_it() -> None:
    assert await Models(Servers(TWO)).find("two/c") == Choice(backend="two", model="c")


@pytest.mark.parametrize("name", ["d", "one/c", "three/a", ""])
async def test_a_name_that_nobody_offers_is_not_found(name: str) -> None:
    with pytest.raises(ModelNotFound):
        await Models(Servers(TWO)).find(name)


async def test_a_name_that_two_offer_is_asked_for_more_exactly() -> None:
    with pytest.raises(ModelNotFound, match="one/b, two/b"):
        await Models(Servers(TWO)).find("b")


async def test_servers_that_cannot_be_asked_keep_nobody_from_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(models, "_LOOK_S", 0.01)
    broken = {"dead": BackendUnavailable("No."), "bad": BadSetting("No."), "silent": None, "good": ["a"]}
    found = Models(Servers(broken))
    assert await found.find("a") == Choice(backend="good", model="a")
    assert [offer.id for offer in await found.offers()] == ["a"]


async def test_what_is_offered_goes_by_the_shortest_name_that_means_it() -> None:
    offers = await Models(Servers(TWO)).offers()
    assert [offer.id for offer in offers] == ["a", "one/b", "two/c", "two/b", "c"]
    assert {offer.info.state for offer in offers} == {ModelState.LOADED}
