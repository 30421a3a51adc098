"""What the engine answers with: frozen rows, with what the rules allow already worked out.

Texts named `shown_*`, `preview` and the texts inside `ArgumentNode` are showable: hidden and reordering characters
stand as chips such as `⟨U+202E⟩`. Texts named `*_json` and other raw fields are exact and for the wire only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from placet.rules.basics import AgentId
from placet.rules.sheets import Sheet


@dataclass(frozen=True, kw_only=True)
class ApprovalRow:
    """How an approval stands. Moments in ms. `reason` is the decider's, raw; `shown_reason` is showable."""

    state: str
    opened_at: int
    digest: str
    hold_reason: str
    expires_at: int | None
    decided_at: int | None
    decided_by: str | None
    via: str | None
    reason: str | None
    shown_reason: str
    shown_digest: str | None
    shown: dict[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class TaskRow:
    """One task as lists and the wire need it."""

    id: str
    seq: int
    kind: str
    agent: str
    agent_id: str
    tool: str
    status: str
    phase: str
    effect: str
    risk: str
    risk_reasons: tuple[str, ...]
    sentence: str
    preview: str
    args_json: str
    approved_args_json: str | None
    result_json: str | None
    error: str | None
    shown_error: str
    shown_claim: str | None
    claim: str | None
    digest: str
    approved_digest: str | None
    created_at: int
    started_at: int | None
    completed_at: int | None
    duration_ms: int | None
    origin: str
    requires_authorization: bool
    executor_managed: bool
    is_async: bool
    cancel_requested: bool
    diff: str | None
    shown_diff: str | None
    repeat_of: str | None
    parent_id: str | None
    turn_id: str | None
    source_json: str | None
    approval: ApprovalRow | None
    can_decide: bool
    can_cancel: bool
    decision_only: bool = False


@dataclass(frozen=True, kw_only=True)
class TaskLine:
    """One task as a line of a long listing: small, however large its arguments and its result are."""

    id: str
    seq: int
    agent: str
    tool: str
    status: str
    preview: str
    origin: str
    requires_authorization: bool
    created_at: int
    duration_ms: int | None


@dataclass(frozen=True, kw_only=True)
class ArgumentNode:
    """One value of the bound arguments, with its JSON type in words.

    `text` is showable and single-line for the tree; `elided` counts the characters (of the raw text) that it leaves
    out, and `full_size_bytes` is the size of the raw value. `pointer` is RFC 6901.
    """

    key: str
    pointer: str
    type: str  # object, array, string, integer, number, boolean, null
    text: str
    elided: int
    full_size_bytes: int
    sha256: str | None
    findings: tuple[str, ...]
    children: tuple[ArgumentNode, ...] = ()


@dataclass(frozen=True, kw_only=True)
class BytesPage:
    """A page of a text's bytes as lines of printable ASCII; every page but the last holds `most` bytes."""

    size_bytes: int
    sha256: str
    start: int
    most: int
    lines: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CodeRow:
    """The code that a call runs: `shown_text` is all of it, showable; `findings` what in it could mislead a reader.

    `path` and `text` are exact, for the wire only.
    """

    path: str
    shown_path: str
    sha256: str
    authorized: bool
    text: str
    shown_text: str
    findings: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SecretRow:
    """A token that is masked in the card: where it stands, what stands for it, and the token, for whoever holds the button.

    `place` is showable, and empty where there is only one text; `text` is printable ASCII (prompt rule 9).
    """

    place: str
    words: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Card:
    """Everything the decision screen shows, made in one read so that it belongs together.

    `digest` is what a yes binds; the window hands it back as `shown_digest`. `rfc8785` is the arguments' SHA-256 as
    other programs compute it, where they can (DECISIONS B2); it binds nothing. `step_up`: a plain click isn't enough
    (high risk). `must_open`: pointers of collapsed arguments that have to be opened before approving (rule 8);
    `uninspectable`: some bytes can't be shown at all, so approving needs the step-up. `shown_raw` is the arguments'
    JSON text, indented, showable, with real line breaks between members only. `shown_source` is what the asker said
    of itself (harness, session, folder): pairs of a key and a showable line, never facts. `code`: the source of the file
    that a `sys_lambda` would run, exactly as it is bound by the digest. `sheet` is the request laid out by its tool, None
    where nothing special is known; it binds nothing. `shown_claims` are the asker's words about its own call, by name.
    `asker` says through what the agent asks: pairs of `code`, `workflow` or `conversation` and a showable name, empty for a
    conversation without a title. `notes` are sentences about what could be taken for something else; they raise no risk
    (rule 7). `secrets` are masked in the arguments, `result_secrets` in the result.
    """

    row: TaskRow
    digest: str
    digest_groups: tuple[str, ...]
    rfc8785: str | None
    arguments: ArgumentNode
    shown_raw: str
    shown_result: str | None
    shown_approved_raw: str | None
    step_up: bool
    must_open: tuple[str, ...]
    uninspectable: bool
    unusual: tuple[str, ...]
    editable: bool
    schema: dict[str, Any] | None
    shown_source: tuple[tuple[str, str], ...] = ()
    code: CodeRow | None = None
    sheet: Sheet | None = None
    shown_claims: tuple[tuple[str, str], ...] = ()
    secrets: tuple[SecretRow, ...] = ()
    asker: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    result_secrets: tuple[SecretRow, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ComparisonRow:
    """How a call differs from the one that was approved last: a sentence of ours without its beginning, and all of it.

    `task_id` is that call, `decided_at` (ms) when it was approved; `changed` counts arguments.
    """

    task_id: str
    decided_at: int
    changed: int
    sentence: str
    sheet: Sheet


@dataclass(frozen=True, kw_only=True)
class AgentToolRow:
    """One declared tool of an agent."""

    name: str
    enabled: bool
    visible: bool
    restricted: bool
    locked: bool
    deadline_s: int | None
    only: dict[str, tuple[Any, ...]] | None


@dataclass(frozen=True, kw_only=True)
class ToolRow:
    """One tool that there is; `restricted` is what counts when a declaration doesn't say."""

    name: str
    effect: str
    summary: str
    restricted: bool


@dataclass(frozen=True, kw_only=True)
class AgentRow:
    """One agent. `declaration` is the checked declaration, JSON-able."""

    id: str
    name: str
    state: str
    error: str | None
    folder: str
    backend: str | None
    model: str | None
    tools: tuple[AgentToolRow, ...]
    declaration: dict[str, Any]
    created_at: int
    open_tasks: int
    can_talk: bool
    can_start: bool
    can_stop: bool
    at_work: bool


@dataclass(frozen=True, kw_only=True)
class AgentName:
    """Which agent: its id, and the name that people call it by."""

    id: AgentId
    name: str


@dataclass(frozen=True, kw_only=True)
class ConversationRow:
    """One conversation."""

    id: str
    agent: str
    title: str
    created_at: int


@dataclass(frozen=True, kw_only=True)
class MessageRow:
    """One message; `text` is raw, `shown_text` showable with real line breaks.

    `secrets` are masked in `shown_text` (prompt rule 9).
    `author` is set where a message of the role `owner` isn't the owner's: `agent`, another agent's; `events`, Placet's.
    """

    id: str
    seq: int
    role: str
    text: str
    shown_text: str
    task_id: str | None
    turn_id: str | None
    at_ms: int
    author: str = ""
    secrets: tuple[SecretRow, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TurnRow:
    """One turn and how it ended."""

    id: str
    agent: str
    conversation_id: str
    status: str
    answer: str | None
    error: str | None


@dataclass(frozen=True, kw_only=True)
class TokenRow:
    """A token without its secret. `unconfirmed`: it was made offline, and the owner must be told of it. `expired`: its
    time was over when the row was made.

    `last_used_at` in ms, to the minute; None: never, or before that was written down.
    """

    id: str
    scope: str
    agent: str | None
    label: str
    created_at: int
    expires_at: int | None
    unconfirmed: bool
    expired: bool
    last_used_at: int | None = None


@dataclass(frozen=True, kw_only=True)
class NewToken:
    """A token just made; `secret` is shown once and kept nowhere."""

    row: TokenRow
    secret: str


@dataclass(frozen=True, kw_only=True)
class ChannelRow:
    """A channel without its secrets. `kept` says where those lie, `keyring` or `file`; `told` is what is none."""

    name: str
    kind: str
    kept: str
    told: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class FileRow:
    """A file of an agent's. `sha256` None: too large to be read. `authorized`: its bytes of now are.

    `last_authorized` is the digest of the bytes that were authorized last in this place, None when none ever were.
    `is_code`: its name is one under which code may be run and authorized.
    """

    path: str
    shown_path: str
    is_code: bool
    size_bytes: int
    sha256: str | None
    authorized: bool
    last_authorized: str | None


@dataclass(frozen=True, kw_only=True)
class FileListing:
    """Files by path; `truncated` when there are more than are listed."""

    files: tuple[FileRow, ...]
    truncated: bool


@dataclass(frozen=True, kw_only=True)
class FileSourceRow:
    """A file's whole text, showable, and its change since it was authorized last (None: no change, or never was)."""

    row: FileRow
    shown_text: str
    shown_diff: str | None
    findings: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RunRow:
    """One run of an agent's code: `source` is `path:function` or `sys_code`, `started_by` is `call`, `trigger`, `timer` or
    `owner`, `asker` the code that asked for it. `code`, `message`: what went wrong. Moments in ms.
    """

    id: str
    seq: int
    agent: str
    source: str
    shown_source: str
    sha256: str
    authorized: bool
    started_by: str
    asker: str | None
    shown_asker: str | None
    task_id: str | None
    status: str
    started_at: int
    ended_at: int | None
    duration_ms: int | None
    code: str | None
    message: str | None
    shown_message: str
    console: str | None
    shown_console: str


@dataclass(frozen=True, kw_only=True)
class SettingRow:
    """One setting: its key, value, default, unit and the sentence that explains it.

    `choices` are the only values that it takes; empty when it isn't one of a few words.
    """

    key: str
    value: Any
    default: Any
    unit: str
    sentence: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A message was taken; `turn_id` is the turn that will answer it.

    In a workflow's conversation it became that one's next goal: then `workflow_id` says whose, and its run, when its
    place comes, writes the message and has the turn.
    """

    conversation_id: str
    message_id: str | None
    turn_id: str | None
    workflow_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class CallAnswer:
    """How a tool call ended: `task` is None for a free synchronous call, which makes no row."""

    task: TaskRow | None
    result: Any
    error: dict[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class Resolution:
    """What resolving did: the guide's `task_resolve` answer, and the task as it is now."""

    resolution: dict[str, Any]
    task: TaskRow
