"""A backend over any server that speaks OpenAI's `/v1/chat/completions`: Ollama, llama.cpp, LM Studio, vLLM."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from placet.backends.endpoint import Endpoint
from placet.backends.transport import Limits
from placet.rules.errors import BackendFailed
from placet.rules.ports import ModelReply, ModelRequest


class OpenAIBackend:
    """One such server. Lives on the engine's loop; may serve many replies at once.

    `base_url` may end in `/v1` or not. `models` are the names to offer; without any the server is asked.
    A server that ignores a required choice of tool answers with text: whoever asked has to look.
    """

    def __init__(
        self,
        id: str,  # noqa: A002 - the name that the Backend protocol gives it
        base_url: str,
        *,
        api_key: str | None = None,
        models: Sequence[str] = (),
        limits: Limits | None = None,
    ) -> None:
        self.id = id
        self._models = tuple(models)
        self._endpoint = Endpoint(base_url, api_key, limits or Limits())

    async def models(self) -> list[str]:
        """The names from the settings, or what the server lists under `/v1/models`.

        Raises:
            BackendFailed: it can't be asked, or its list can't be read.
        """
        if self._models:
            return list(self._models)
        listed = await self._endpoint.get("models")
        rows = listed.get("data") if isinstance(listed, Mapping) else None
        if not isinstance(rows, list):
            raise BackendFailed("The model server's list of models can't be read.")
        names = (row.get("id") for row in rows if isinstance(row, Mapping))
        return [name for name in names if isinstance(name, str)]

    async def reply(self, request: ModelRequest, on_text: Callable[[str], None]) -> ModelReply:
        """Stream one reply. Cancelling closes the connection.

        `completion_tokens` is 0 when the server doesn't count: the number of pieces would be a guess.

        Raises:
            BackendFailed: unreachable, refused or broken off.
            ReplyCutShort: the reply hit its length limit.
        """
        return await self._endpoint.chat(request_body(request), on_text)

    async def close(self) -> None:
        """Nothing is kept between replies, so there is nothing to let go of."""


def request_body(request: ModelRequest) -> dict[str, Any]:
    """The request as the wire spells it; what isn't set is left to the server."""
    body: dict[str, Any] = {"model": request.model, "messages": list(request.messages)}
    if request.tools:
        body["tools"] = list(request.tools)
    if request.require_tool:
        body["tool_choice"] = "required"
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.max_tokens is not None:
        body["max_tokens"] = request.max_tokens
    return body
