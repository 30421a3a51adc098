"""A backend over any server that speaks OpenAI's `/v1/chat/completions`: Ollama, llama.cpp, LM Studio, vLLM."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

from placet.backends.endpoint import Endpoint
from placet.backends.kinds import KINDS
from placet.backends.limits import Limits
from placet.rules.errors import BackendFailed, BackendProtocolError
from placet.rules.ports import ModelInfo, ModelRequest, ModelState, Piece


class OpenAIBackend:
    """One such server. Lives on the engine's loop; may serve many replies at once.

    `base_url` may end in `/v1` or not. `models` are the names to offer; without any the server is asked. `kind` is a
    word of the settings. A server that ignores a required choice of tool answers with text: whoever asked has to look.
    """

    def __init__(
        self,
        id: str,  # noqa: A002 - the name that the Backend protocol gives it
        base_url: str,
        *,
        kind: str = "openai",
        api_key: str | None = None,
        models: Sequence[str] = (),
        limits: Limits | None = None,
    ) -> None:
        self.id = id
        self._models = tuple(dict.fromkeys(models))
        self._kind = KINDS[kind]
        self._endpoint = Endpoint(base_url, api_key, limits or Limits())

    async def models(self) -> list[str]:
        """The names from the settings, or what the server lists under `/v1/models`; each once, however often listed.

        Raises:
            BackendFailed: it can't be asked, or its list can't be read.
        """
        if self._models:
            return list(self._models)
        listed = await self._endpoint.get("models")
        rows = listed.get("data") if isinstance(listed, Mapping) else None
        if not isinstance(rows, list):
            raise BackendProtocolError("The model server's list of models can't be read.")
        names = (row.get("id") for row in rows if isinstance(row, Mapping))
        return list(dict.fromkeys(name for name in names if isinstance(name, str) and name))

    async def look(self) -> list[ModelInfo]:
        """The models, each with its state as far as this kind of server says.

        Raises:
            BackendFailed: it can't be asked for its models.
        """
        return [ModelInfo(name=name, state=await self._state(name)) for name in await self.models()]

    async def _state(self, model: str) -> ModelState:
        try:
            return await self._kind.state(self._endpoint, model)
        except BackendFailed:
            return ModelState.UNKNOWN

    async def load(self, model: str) -> None:
        """Have the model loaded, where this kind can be asked for it.

        Raises:
            ModelLoadFailed: the server says that it can't. BackendFailed: it can't be asked.
        """
        await self._kind.load(self._endpoint, model)

    def generate(self, request: ModelRequest) -> AsyncGenerator[Piece, None]:
        """One reply, piece by piece. Closing the generator closes the connection.

        Raises:
            BackendFailed: unreachable, refused, lost, too late, or not in the shape of the wire.
        """
        return self._endpoint.stream(request_body(request))

    async def settled(self) -> None:
        """Return once it generates nothing, where this kind of server says so."""
        await self._kind.rest(self._endpoint)

    async def close(self) -> None:
        """Nothing is kept between replies, so there is nothing to let go of."""


def request_body(request: ModelRequest) -> dict[str, Any]:
    """The request as the wire spells it; what isn't set is left to the server."""
    body: dict[str, Any] = {"model": request.model, "messages": list(request.messages), **request.more}
    if request.tools:
        body["tools"] = list(request.tools)
    if request.require_tool:
        body["tool_choice"] = "required"
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.max_tokens is not None:
        body["max_tokens"] = request.max_tokens
    if request.schema is not None:
        body["response_format"] = response_format(request.schema)
    return body


def response_format(schema: Mapping[str, Any]) -> dict[str, Any]:
    """How the wire asks for a reply that fits a schema."""
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": dict(schema)}}
