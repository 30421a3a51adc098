"""How each kind of model server shows that it loads a model, and that it has come to rest (generations 3).

All kinds are asked for replies alike. Where a kind has no sign of its own, loading ends with the reply's first byte.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final, Protocol

from placet.backends.endpoint import Endpoint
from placet.rules.errors import BackendFailed, BackendUnavailable, ModelLoadFailed
from placet.rules.ports import ModelState

LOOK_S: Final = 0.2
"""How often a server is asked again that has no event for what is waited for."""
LOAD_S: Final = 600.0
"""How long a model may take to load."""
_MISSING: Final = (HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.NOT_IMPLEMENTED)


class Kind(Protocol):
    """What differs between the kinds."""

    async def state(self, endpoint: Endpoint, model: str) -> ModelState:
        """Whether the model stands ready.

        Raises:
            BackendFailed: the server can't be asked.
        """
        ...

    async def load(self, endpoint: Endpoint, model: str) -> None:
        """Have it loaded, and return when it is.

        Raises:
            ModelLoadFailed: the server says that it can't. BackendFailed: it can't be asked.
        """
        ...

    async def rest(self, endpoint: Endpoint) -> None:
        """Return once nothing is generated any more, where the server says so; else at once."""
        ...


class Plain:
    """A server of which nothing is known but the wire."""

    async def state(self, _endpoint: Endpoint, _model: str) -> ModelState:
        """Nobody can say."""
        return ModelState.UNKNOWN

    async def load(self, _endpoint: Endpoint, _model: str) -> None:
        """The first byte of the reply will tell."""

    async def rest(self, _endpoint: Endpoint) -> None:
        """The connection is closed, and nobody can see more."""


class Ollama(Plain):
    """`/api/ps` lists what is loaded; a request without a prompt loads."""

    async def state(self, endpoint: Endpoint, model: str) -> ModelState:
        """Loaded when it is listed, under its name with or without the tag."""
        listed = await endpoint.get(endpoint.at_root("api/ps"))
        names = {str(row.get("name")) for row in _rows(listed, "models")}
        return ModelState.LOADED if names & {model, f"{model}:latest"} else ModelState.UNLOADED

    async def load(self, endpoint: Endpoint, model: str) -> None:
        """Ask for nothing of the model: the answer comes when it is loaded."""
        if await self.state(endpoint, model) is not ModelState.LOADED:
            await _asked_to_load(endpoint, "api/generate", {"model": model, "stream": False})


class LlamaCpp(Plain):
    """`/health` is 503 while the one model loads; a router lists the status of each; `/slots` shows what is at work."""

    async def state(self, endpoint: Endpoint, model: str) -> ModelState:
        """The model's own status where there is a router, else the server's health."""
        return await self._routed(endpoint, model) or await self._health(endpoint)

    async def load(self, endpoint: Endpoint, model: str) -> None:
        """Have a router load it; wait for either."""
        state = await self.state(endpoint, model)
        if state is ModelState.UNLOADED:
            await _asked_to_load(endpoint, "models/load", {"model": model})
            state = ModelState.LOADING
        if state is ModelState.LOADED:
            return
        await _until_loaded(self, endpoint, model)

    async def rest(self, endpoint: Endpoint) -> None:
        """Look at the slots until none is processing. Closing a connection isn't noticed while a prompt is read."""
        try:
            while any(slot.get("is_processing") for slot in _rows(await self._slots(endpoint))):  # noqa: ASYNC110
                await asyncio.sleep(LOOK_S)
        except BackendFailed:
            return  # slots that can't be seen are no sign

    @staticmethod
    async def _slots(endpoint: Endpoint) -> Any:
        return await endpoint.get(endpoint.at_root("slots"))

    @staticmethod
    async def _health(endpoint: Endpoint) -> ModelState:
        try:
            await endpoint.get(endpoint.at_root("health"))
        except BackendFailed as error:
            if error.details.get("status") == HTTPStatus.SERVICE_UNAVAILABLE:
                return ModelState.LOADING
            if error.details.get("status") in _MISSING:
                return ModelState.LOADED
            raise
        return ModelState.LOADED

    @staticmethod
    async def _routed(endpoint: Endpoint, model: str) -> ModelState | None:
        """What a router says of this model; None where there is no router."""
        try:
            listed = await endpoint.get(endpoint.at_root("models"))
        except BackendUnavailable:
            raise
        except BackendFailed:
            return None
        found = (row.get("status") for row in _rows(listed, "data") if row.get("id") == model)
        status = next(found, None)
        if not isinstance(status, Mapping):
            return None
        if status.get("failed"):
            raise ModelLoadFailed(f"The model server couldn't load {model}.")
        known = {"loaded": ModelState.LOADED, "sleeping": ModelState.UNLOADED, "loading": ModelState.LOADING}
        return known.get(str(status.get("value")), ModelState.UNLOADED)


class LmStudio(Plain):
    """`/api/v1/models` says which have loaded instances; one request loads. Older servers load at first use."""

    async def state(self, endpoint: Endpoint, model: str) -> ModelState:
        """Loaded when it has an instance; nobody can say on an older server."""
        try:
            listed = await endpoint.get(endpoint.at_root("api/v1/models"))
        except BackendFailed as error:
            if error.details.get("status") in _MISSING:
                return ModelState.UNKNOWN
            raise
        rows = [row for row in _rows(listed, "models") if model in {row.get("key"), row.get("id")}]
        loaded = any(row.get("loaded_instances") for row in rows)
        return ModelState.LOADED if loaded else ModelState.UNLOADED

    async def load(self, endpoint: Endpoint, model: str) -> None:
        """Ask for an instance when there is none."""
        if await self.state(endpoint, model) is ModelState.UNLOADED:
            await _asked_to_load(endpoint, "api/v1/models/load", {"model": model})


class Vllm(Plain):
    """`/health` answers only when the model is up."""

    async def state(self, endpoint: Endpoint, _model: str) -> ModelState:
        """Loaded when it answers in order; 503 while it comes up."""
        try:
            await endpoint.get(endpoint.at_root("health"))
        except BackendUnavailable:
            raise
        except BackendFailed as error:
            if error.details.get("status") == HTTPStatus.SERVICE_UNAVAILABLE:
                return ModelState.LOADING
            if error.details.get("status") is not None:
                raise
        return ModelState.LOADED  # its healthy answer has no body, which isn't JSON

    async def load(self, endpoint: Endpoint, model: str) -> None:
        """Wait until it is up."""
        if await self.state(endpoint, model) is not ModelState.LOADED:
            await _until_loaded(self, endpoint, model)


async def _until_loaded(kind: Kind, endpoint: Endpoint, model: str) -> None:
    try:
        async with asyncio.timeout(LOAD_S):
            while await kind.state(endpoint, model) is not ModelState.LOADED:  # noqa: ASYNC110 - it has no event
                await asyncio.sleep(LOOK_S)
    except TimeoutError as error:
        raise ModelLoadFailed(f"{model} wasn't loaded within {LOAD_S:g} s.") from error


async def _asked_to_load(endpoint: Endpoint, path: str, body: Mapping[str, Any]) -> None:
    try:
        await endpoint.post(endpoint.at_root(path), body)
    except BackendFailed as error:
        if error.details.get("status") is None:
            raise
        raise ModelLoadFailed(error.message) from error


def _rows(listed: Any, key: str | None = None) -> list[Mapping[str, Any]]:
    """The objects of a list, or of the list under a key; nothing of what has another shape."""
    found = listed.get(key) if key is not None and isinstance(listed, Mapping) else listed
    return [row for row in found if isinstance(row, Mapping)] if isinstance(found, list) else []


KINDS: Final[Mapping[str, Kind]] = {
    "openai": Plain(),
    "ollama": Ollama(),
    "llamacpp": LlamaCpp(),
    "lmstudio": LmStudio(),
    "vllm": Vllm(),
}
"""By the word of the settings (`settings.BACKEND_KINDS`)."""
