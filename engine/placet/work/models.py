"""Which backend a model's name means, and what all backends offer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from placet.rules.errors import BackendFailed, BadSetting, ModelNotFound
from placet.rules.ports import Backend, ModelInfo

_log = logging.getLogger(__name__)
T = TypeVar("T")

_LOOK_S: Final = 2.0
"""How long a server may take to list its models, before it counts as offering none."""


class Catalogue(Protocol):
    """All backends by id (`backends.catalogue`)."""

    def ids(self) -> list[str]:
        """The ids, in order."""
        ...

    def get(self, backend_id: str) -> Backend:
        """One of them.

        Raises:
            NotFound: there is none. BadSetting: its row can't be used.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One backend's model."""

    backend: str
    model: str


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A model that a client may name by `id`."""

    id: str
    backend: str
    info: ModelInfo


class Models:
    """Finds models by name over all backends. Lives on the engine's loop."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def find(self, name: str) -> Choice:
        """The model of this name: `BACKEND/MODEL`, or `MODEL` where only one backend offers it.

        Raises:
            ModelNotFound: there is none, or the name alone doesn't say which.
        """
        offering = [
            Choice(backend=backend, model=model)
            for backend, models in await self._of_all(lambda backend: backend.models())
            for model in models
            if name in {model, f"{backend}/{model}"}
        ]
        whole = [choice for choice in offering if name == f"{choice.backend}/{choice.model}"]
        found = whole or offering
        if not found:
            raise ModelNotFound("No backend offers this model.", pointer="/model")
        if len(found) > 1:
            names = ", ".join(f"{choice.backend}/{choice.model}" for choice in found)
            raise ModelNotFound(f"Several backends offer this model; name one: {names}.", pointer="/model")
        return found[0]

    async def offers(self) -> list[Offer]:
        """What every backend offers, with the shortest name that means it; one that can't be asked offers nothing."""
        looked = await self._of_all(lambda backend: backend.look())
        all_names = [info.name for _, infos in looked for info in infos]
        return [
            Offer(
                id=info.name if all_names.count(info.name) == 1 else f"{backend}/{info.name}",
                backend=backend,
                info=info,
            )
            for backend, infos in looked
            for info in infos
        ]

    async def _of_all(
        self, ask: Callable[[Backend], Awaitable[Sequence[T]]]
    ) -> list[tuple[str, Sequence[T]]]:
        """What each backend answers, all asked at once; nothing for one that doesn't answer in time."""
        return await asyncio.gather(*(self._of_one(backend, ask) for backend in self._catalogue.ids()))

    async def _of_one(
        self, backend: str, ask: Callable[[Backend], Awaitable[Sequence[T]]]
    ) -> tuple[str, Sequence[T]]:
        try:
            async with asyncio.timeout(_LOOK_S):
                return backend, await ask(self._catalogue.get(backend))
        except (BackendFailed, BadSetting, TimeoutError) as error:
            _log.info("the models of %s can't be listed: %s", backend, error)
            return backend, ()
