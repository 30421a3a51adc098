"""What the engine asks of its parts: tools and model backends. Protocols and the values they exchange."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from placet.rules.code import Frame
from placet.rules.receipts import Receipt


class Effect(enum.StrEnum):
    """What a tool does to the outside (DECISIONS W0)."""

    NONE = "none"
    READ = "read"
    WRITE = "write"
    UNKNOWN = "unknown"


class StopSignal(Protocol):
    """Tells a tool at work that it was asked to stop. Safe to ask from any thread."""

    def is_set(self) -> bool:
        """True once somebody asked."""
        ...


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a tool works: whose call it is, and the folder its paths are resolved in (an absolute path).

    `hosts` and `private_hosts` are what the owner's declaration of this tool names (`Host.text`, DECISIONS T25, T26).
    """

    agent: str
    folder: str
    hosts: tuple[str, ...] = ()
    private_hosts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What a call would do, looked up when it is asked: nothing is changed by looking.

    `sentence` is ours, plain text, and quotes names of the caller's only as JSON strings. `target` is JSON-able and
    says exactly what the sentence was said about (device and inode, or absence); the same call is refused with
    `target_changed` when it no longer holds at execution (DECISIONS T23). `None`: there is nothing to pin.
    `diff` is a unified diff when the call would change a text. `source` is the text of a file whose code would run; its
    digest is then in the target, as `code.sha256`.
    """

    sentence: str
    target: dict[str, Any] | None = None
    diff: str | None = None
    source: str | None = None


@dataclass(frozen=True, kw_only=True)
class ToolRun:
    """Everything a tool gets beside its arguments. `target` is what `preview` said when the call was written down.

    `caller` is the code that this runs for, if any: that which made the call, or decided about it (DECISIONS T22).
    `approved`: somebody who may said yes to this very call. `full`: code wants the whole answer, however many rows.
    `operation_id` names the effect below a workflow, for a provider to keep with it so that it can be found again.
    """

    place: Place
    task_id: str | None
    stop: StopSignal
    target: dict[str, Any] | None = None
    caller: Frame | None = None
    approved: bool = False
    full: bool = False
    operation_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class FileChange:
    """A file of the agent's as a tool left it, for the index of its files; a digest of None: it is gone.

    `path` is relative to the agent's folder, in the one spelling that file tools take.
    """

    path: str
    size_bytes: int = 0
    sha256: str | None = None


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """What came back: a JSON-able value, whether the turn should end, a unified diff of what was written, and which
    files were changed.

    `receipt` is the provider's own evidence, read back after the effect; `not_executed` says that nothing was so much as
    attempted. Both are the word of the tool's code and never of anything that it was told (ADR 0038).
    """

    value: Any
    end_turn: bool = False
    diff: str | None = None
    files: tuple[FileChange, ...] = ()
    receipt: Receipt | None = None
    not_executed: bool = False


class Tool(Protocol):
    """A host tool. `schema` is the JSON Schema (2020-12) of its arguments, closed by additionalProperties false."""

    name: str
    effect: Effect
    summary: str
    """One sentence for the model: what the tool is for."""
    restricted_by_default: bool
    schema: Mapping[str, Any]

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """Say in one sentence of ours what the call would do. Blocking; called off the event loop.

        Raises:
            ToolFailed: the call can't work at all (a path outside of the folder, say); it is refused, no row.
        """
        ...

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Do it, once. Runs on the engine's loop and must not block it.

        Raises:
            ToolFailed: it didn't work; `code` says how.
            ToolStopped: `run.stop` was set and nothing was changed.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Manner:
    """In which way a tool would do one call. `row` is the call's row in the risk table (`rules.risk`).

    `hold` is a word for why the call waits although its tool isn't restricted (DECISIONS T26).
    """

    row: str
    effect: Effect
    hold: str | None = None


@runtime_checkable
class Varying(Protocol):
    """A tool whose effect and risk depend on the arguments, or on what the owner set."""

    def manner(self, args: Mapping[str, Any], place: Place) -> Manner:
        """Say how this call would be done. Called on the engine's loop: looks nothing up.

        Raises:
            ToolFailed: the call can't work at all; it is refused, no row.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class Examined:
    """How a call would be done and what it would do, from one look."""

    manner: Manner
    preview: Preview


@runtime_checkable
class Examining(Protocol):
    """A tool whose manner depends on what lies on the disk. One look says both, so that they can't disagree."""

    def examine(self, args: Mapping[str, Any], place: Place) -> Examined:
        """Look once. Blocking; called off the event loop, in the place of `manner` and of the first `preview`.

        Raises:
            PlacetError: the call can't work at all; it is refused, no row.
        """
        ...


@dataclass(frozen=True, kw_only=True)
class ModelToolCall:
    """A call that a model asks for; `arguments` is JSON text, as the model wrote it and untrusted."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """One request to a model: messages and tools in the chat-completions shape.

    `require_tool`: the reply must be a tool call; otherwise text and calls are both welcome. `schema` is a JSON Schema
    that the reply's text has to fit. `more` are members that the wire knows by the same name.
    """

    model: str
    messages: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    require_tool: bool = False
    temperature: float | None = None
    max_tokens: int | None = None
    schema: Mapping[str, Any] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Began:
    """The backend's first byte: the model is loaded and at work. `pid` is the process, when it is a child of ours."""

    pid: int | None = None


@dataclass(frozen=True, kw_only=True)
class TextDelta:
    """A piece of the reply's text, untrusted."""

    text: str


@dataclass(frozen=True, kw_only=True)
class ToolCallDelta:
    """A piece of one call's arguments. `index` tells the calls of one reply apart; the first piece has the name."""

    index: int
    call_id: str
    name: str
    arguments: str


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What the server counted, in tokens."""

    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0


@dataclass(frozen=True, kw_only=True)
class Finish:
    """The reply is over, for this reason: `stop`, `length`, `tool_calls` or `content_filter`."""

    reason: str


Piece = Began | TextDelta | ToolCallDelta | Usage | Finish
"""What a reply comes in. The engine makes all events of it: no server's own numbers or ids are passed on."""


@dataclass(frozen=True, kw_only=True)
class ModelReply:
    """A whole reply. `pid` is the process that made it, when it is a child of ours; `task_id` names its generation."""

    text: str
    tool_calls: tuple[ModelToolCall, ...]
    finish_reason: str
    completion_tokens: int
    prompt_tokens: int | None = None
    pid: int | None = None
    task_id: str | None = None


class ModelState(enum.StrEnum):
    """Whether a model stands ready, as far as its server says."""

    LOADED = "loaded"
    LOADING = "loading"
    UNLOADED = "unloaded"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True)
class ModelInfo:
    """One model of a backend. `context_tokens` is None where the server doesn't say."""

    name: str
    state: ModelState = ModelState.UNKNOWN
    context_tokens: int | None = None
    tools: bool = True
    snapshots: bool = False


class Backend(Protocol):
    """A model server, of anybody's or of ours. Lives on the engine's loop.

    What it can't do is raised as `BackendFailed` or a narrower class, whose `code` says what it was.
    """

    id: str

    async def models(self) -> list[str]:
        """The names of the models that it offers.

        Raises:
            BackendFailed: it can't be asked.
        """
        ...

    async def look(self) -> list[ModelInfo]:
        """The same models, with what is known of each.

        Raises:
            BackendFailed: it can't be asked.
        """
        ...

    async def load(self, model: str) -> None:
        """Have the model loaded, where the kind of server can be asked for it; else return at once.

        Raises:
            ModelLoadFailed: the server says that it can't. BackendFailed: it can't be asked.
        """
        ...

    def generate(self, request: ModelRequest) -> AsyncGenerator[Piece, None]:
        """One reply, piece by piece: first `Began`, at the end exactly one `Finish`, or an error in its place.

        Closing the generator, or cancelling the step that waits for it, stops the model; `settled` says when.

        Raises:
            BackendFailed: unreachable, refused, lost, too late, or not in the shape of the wire.
        """
        ...

    async def settled(self) -> None:
        """Return once what was broken off is known to have stopped; at once where nobody can know."""
        ...

    async def close(self) -> None:
        """Let go of connections and children."""
        ...
