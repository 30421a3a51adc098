"""The error family. Each class has a stable `code` that the wire, the log and the console share.

`PlacetError` is the base of everything that the world or a caller did wrong. A mistake of ours is a plain
`RuntimeError` or `AssertionError` and never wears a code.
"""

from __future__ import annotations

from typing import Any


class PlacetError(Exception):
    """Something was refused or went wrong outside of us; `code` is stable, the message is for people.

    `details` is JSON-able and goes onto the wire beside the code.
    """

    code = "error"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class BadInput(PlacetError):
    """What was handed in can't be understood; `pointer` (RFC 6901) says where."""

    code = "bad_input"

    def __init__(self, message: str, pointer: str | None = None, **details: Any) -> None:
        super().__init__(message, **details)
        self.pointer = pointer


class BadArguments(BadInput):
    """A tool's arguments don't fit its schema, or can't be bound exactly (DECISIONS B1)."""

    code = "bad_arguments"


class TooLarge(BadInput):
    """More bytes than the limit allows."""

    code = "too_large"


class NotFound(PlacetError):
    """No such thing, or not yours to see."""

    code = "not_found"


class Forbidden(PlacetError):
    """The caller's scope doesn't reach this."""

    code = "forbidden"


class Unauthenticated(PlacetError):
    """No token, or one that isn't valid."""

    code = "unauthenticated"


class NotEnabled(PlacetError):
    """The tool isn't enabled for this agent, or doesn't exist."""

    code = "not_enabled"


class ArgumentsNotAllowed(PlacetError):
    """The owner narrowed this tool's arguments and the call is outside of that (DECISIONS P7)."""

    code = "arguments_not_allowed"


class RequiresAuthorizedCode(PlacetError):
    """Only the owner or owner-authorized code may do this."""

    code = "REQUIRES_AUTHORIZED_CODE"


class Conflict(PlacetError):
    """The thing isn't in a state that allows this; `details["task"]` may say what it is now."""

    code = "conflict"


class NotResolvable(Conflict):
    """The task was decided, or ended, already (guide: 409)."""

    code = "not_resolvable"


class YesGiven(Conflict):
    """The yes was given to another program that asked the same question: it counts for one run, and that may have been."""

    code = "yes_given"


class LostRace(Conflict):
    """Somebody else moved the row first; `details["status"]` is what won."""

    code = "lost_race"


class DigestMismatch(Conflict):
    """What was shown isn't what is bound (DECISIONS B3)."""

    code = "digest_mismatch"


class DigestRequired(Conflict):
    """A high-risk request must name the digest that was shown (DECISIONS B3)."""

    code = "digest_required"


class NoWaiter(Conflict):
    """Nobody waits for this managed task any more (DECISIONS T13)."""

    code = "no_waiter"


class ToolDisabled(Conflict):
    """The owner switched the tool off while the request was open; the row stays open (case 75g)."""

    code = "tool_disabled"


class AgentStopped(Conflict):
    """The owner stopped the agent; nothing of it runs until it is started again."""

    code = "agent_stopped"


class GrantRefused(Conflict):
    """No standing answer may cover these calls (rule 12, case 68)."""

    code = "grant_refused"


class NameInUse(Conflict):
    """Another agent has this name already."""

    code = "name_in_use"


class SecretsUnreadable(Conflict):
    """The file with the owner's secrets isn't as it was written; nothing was changed."""

    code = "secrets_unreadable"


class SettingsRefused(Conflict):
    """Another program's settings file can't take what a link has to put into it; it was left as it is."""

    code = "settings_refused"


class LinkNotGated(Conflict):
    """A call that had to be blocked wasn't, so a link doesn't gate its program; the message says why."""

    code = "link_not_gated"


class SettingsNotWritten(PlacetError):
    """The owner's settings file couldn't be written (full, read-only); the settings in force are the old ones."""

    code = "settings_not_written"


class RequestKeyReused(PlacetError):
    """The same request key came with another body (wire: 422)."""

    code = "request_key_reused"


class DataFolderInUse(PlacetError):
    """Another process holds the data folder."""

    code = "data_folder_in_use"


class LedgerDamaged(PlacetError):
    """The ledger failed its integrity check and stays closed; nothing was changed or dropped."""

    code = "ledger_damaged"


class BadBackup(BadInput):
    """The file isn't a backup, isn't as it was written, or its chain is broken; nothing was taken from it."""

    code = "bad_backup"


class CorruptRow(PlacetError):
    """One row of the ledger can't be understood; `details` name its table and row. The rest is fine (case 63)."""

    code = "corrupt_row"


class LedgerWriteFailed(PlacetError):
    """The commit didn't reach the disk (full, locked, broken); nothing of it happened and it may be tried again."""

    code = "ledger_write_failed"


class EngineStopping(PlacetError):
    """The engine is shutting down and takes no new commands."""

    code = "engine_stopping"


class ToolFailed(PlacetError):
    """A tool ran and says that it failed; `code` may be narrowed by the tool.

    `not_executed` is set by a tool's own code where nothing was so much as attempted (ADR 0038).
    """

    code = "tool_error"

    def __init__(self, message: str, code: str | None = None, **details: Any) -> None:
        super().__init__(message, **details)
        self.not_executed = False
        if code is not None:
            self.code = code


class ToolStopped(PlacetError):
    """A tool was told to stop and did, before its effect was complete."""

    code = "tool_stopped"


class BackendFailed(PlacetError):
    """A model server couldn't be reached, refused, or broke off."""

    code = "backend_error"


class ReplyCutShort(BackendFailed):
    """A model's reply ended at its length limit, so it isn't whole (DECISIONS P7)."""

    code = "reply_cut_short"


class BadSetting(BadInput):
    """A settings key or value isn't known or doesn't fit its type."""

    code = "bad_setting"


class BadDeclaration(BadInput):
    """An agent's declaration doesn't fit; `pointer` says where."""

    code = "bad_declaration"


class TaskNotFound(NotFound):
    """There is no such generation, or it isn't the caller's to see (LMSP 7.1)."""

    code = "task_not_found"


class ResponseNotFound(NotFound):
    """No generation produces a response of this id, or it isn't the caller's to see."""

    code = "response_not_found"


class ModelNotFound(NotFound):
    """No backend offers a model of this name."""

    code = "model_not_found"


class UnsupportedCapability(BadInput):
    """The backend can't do what the request needs (LMSP 7.5); nothing was created."""

    code = "unsupported_capability"


class IdempotencyKeyRequired(BadInput):
    """A request that may run twice must carry a key (LMSP 7.5, DECISIONS G2)."""

    code = "idempotency_key_required"


class IdempotencyKeyReused(RequestKeyReused):
    """The same idempotency key came with another body (DECISIONS G3)."""

    code = "idempotency_key_reused"


class QueueFull(PlacetError):
    """As many generations wait as may wait; it may be tried again later (wire: 429)."""

    code = "queue_full"


class TaskNotCancelable(Conflict):
    """The generation has succeeded or failed already; `details["status"]` says which (LMSP 7.3)."""

    code = "task_not_cancelable"


class InvalidCursor(BadInput):
    """The number after which events are asked for is none that was given out (LMSP 6.4)."""

    code = "invalid_cursor"


class InvalidIdempotencyKey(BadInput):
    """An idempotency key isn't 1 to 255 visible characters, or there are two (LMSP 9.2)."""

    code = "invalid_idempotency_key"


class NotAcceptable(PlacetError):
    """The client takes none of the forms in which this is offered (wire: 406)."""

    code = "not_acceptable"


class UnsupportedMediaType(PlacetError):
    """The body isn't declared as JSON (wire: 415)."""

    code = "unsupported_media_type"


class HeadersTooLarge(PlacetError):
    """The head of a request has more bytes than the limit (wire: 431)."""

    code = "headers_too_large"


class RequestTooSlow(PlacetError):
    """The body of a request didn't come within the time that it has (wire: 408)."""

    code = "request_timeout"


class TooManyStreams(PlacetError):
    """As many streams of one response are open as may be; it may be tried again later (wire: 429)."""

    code = "too_many_streams"


class EventHistoryExpired(PlacetError):
    """The first event that was asked for is kept no longer (LMSP 7.4); `details` say which is, and where the task is."""

    code = "event_history_expired"


class BackendUnavailable(BackendFailed):
    """A model server can't be reached."""

    code = "backend_unavailable"


class BackendLost(BackendFailed):
    """A model server went away in the middle of a reply, without saying that it is whole."""

    code = "backend_lost"


class BackendProtocolError(BackendFailed):
    """A model server sent what the wire doesn't know."""

    code = "backend_protocol_error"


class BackendTimeout(BackendFailed):
    """A model server said nothing for too long."""

    code = "backend_timeout"


class ModelLoadFailed(BackendFailed):
    """A model server says that it can't load the model."""

    code = "model_load_failed"


class ContextTooLong(BackendFailed):
    """The prompt doesn't fit into the model's context."""

    code = "context_length_exceeded"


class CodeRefused(PlacetError):
    """An agent's code may not do this; `code` says which right it lacks (spec/tool-tasks 4.9)."""

    code = "DISABLED"

    def __init__(self, message: str, code: str | None = None, **details: Any) -> None:
        super().__init__(message, **details)
        if code is not None:
            self.code = code
