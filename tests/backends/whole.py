"""A whole reply out of its pieces, as the tests of backends look at it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from placet.rules.errors import BackendFailed, ReplyCutShort
from placet.rules.ports import (
    Began,
    Finish,
    ModelReply,
    ModelToolCall,
    Piece,
    TextDelta,
    ToolCallDelta,
    Usage,
)


class _Whole:
    """What has come of a reply."""

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._text: list[str] = []
        self._calls: dict[int, ModelToolCall] = {}
        self._usage = Usage(input_tokens=0, output_tokens=0)
        self._reason = ""
        self._pid: int | None = None

    def take(self, piece: Piece) -> None:
        match piece:
            case TextDelta():
                self._text.append(piece.text)
                self._on_text(piece.text)
            case ToolCallDelta():
                self._take_call(piece)
            case Usage():
                self._usage = piece
            case Finish():
                self._reason = piece.reason
            case Began():
                self._pid = piece.pid

    def _take_call(self, piece: ToolCallDelta) -> None:
        before = self._calls[piece.index].arguments if piece.index in self._calls else ""
        self._calls[piece.index] = ModelToolCall(
            id=piece.call_id, name=piece.name, arguments=before + piece.arguments
        )

    def reply(self) -> ModelReply:
        if self._reason == "length":
            raise ReplyCutShort("The model's reply hit its length limit and isn't whole.")
        if self._reason == "content_filter":
            raise BackendFailed("The model server's own filter took the reply, or a part of it, away.")
        return ModelReply(
            text="".join(self._text),
            tool_calls=tuple(self._calls[index] for index in sorted(self._calls)),
            finish_reason=self._reason,
            completion_tokens=self._usage.output_tokens,
            prompt_tokens=self._usage.input_tokens or None,
            pid=self._pid,
        )


async def whole_reply(pieces: AsyncGenerator[Piece, None], on_text: Callable[[str], None]) -> ModelReply:
    """Take a reply in; `on_text` gets each piece of text as it comes.

    Raises:
        ReplyCutShort: it ended at its length limit. BackendFailed: it broke off, or was filtered.
    """
    whole = _Whole(on_text)
    async with aclosing(pieces):
        async for piece in pieces:
            whole.take(piece)
    return whole.reply()
