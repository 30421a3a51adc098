"""Words for what the engine names: statuses, verdicts, risks, agents' states and errors.

The only place where a status word becomes a word for people. Total over the engine's enums (tested).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QCoreApplication

STATUSES: Final[Mapping[str, str]] = {
    "pending": "Pending",
    "pending_approval": "Awaiting approval",
    "running": "Running",
    "completed": "Completed",
    "failed": "Failed",
    "denied": "Denied",
    "cancelled": "Cancelled",
}
GENERATIONS: Final[Mapping[str, str]] = {
    "queued": "Queued",
    "loading": "Loading",
    "running": "Running",
    "cancelling": "Cancelling",
    "succeeded": "Succeeded",
    "failed": "Failed",
    "cancelled": "Cancelled",
}
WORKFLOWS: Final[Mapping[str, str]] = {
    "queued": "Queued",
    "running": "Running",
    "done": "Done",
    "unverified": "Finished",
    "failed": "Failed",
    "stopped": "Stopped",
    "interrupted": "Interrupted",
}
VERDICTS: Final[Mapping[str, str]] = {
    "verified": "Verified",
    "unchecked": "Outcome not checked",
    "unsupported": "Can't be checked",
    "incomplete": "Not proven",
    "uncertain": "Uncertain",
}
"""What the evidence of a workflow comes to."""
OPERATIONS: Final[Mapping[str, str]] = {
    "in_flight": "At work",
    "confirmed": "Proven",
    "uncertain": "Uncertain",
    "not_run": "Not done",
}
UNVERIFIABLE: Final = "Done, not provable"
"""An effect that came back, and whose tool has no way to look it up."""
LEVELS: Final[Mapping[str, str]] = {"want": "Want", "think": "Think", "ask": "Ask", "do": "Do"}
"""The four depths of one act."""
FINDINGS: Final[Mapping[str, str]] = {
    "ledger_damaged": "Ledger",
    "open_to_others": "Rights",
    "link_broken": "Not gated",
    "operation_uncertain": "Uncertain",
    "workflow_unverified": "Not verified",
    "workflow_interrupted": "Interrupted",
    "workflow_waits": "Waits",
    "backend_unreachable": "Model server",
    "tool_disabled_here": "Tool disabled",
}
"""What a finding of the doctor's is about."""
CHECKS: Final[Mapping[str, str]] = {
    "ledger": "the ledger",
    "permissions": "who can reach it",
    "workflows": "workflows and their effects",
    "tools": "what tools need of this machine",
    "backends": "model servers",
    "links": "links to other programs",
}
"""What the doctor looks at."""
ON_RESTART: Final[Mapping[str, str]] = {
    "fail": "It fails, and says so",
    "retry": "It is tried again",
    "resume": "It goes on from its last snapshot",
}
"""What becomes of a generation when the engine starts again before it has ended."""
MODEL_STATES: Final[Mapping[str, str]] = {
    "loaded": "loaded",
    "loading": "loading",
    "unloaded": "not loaded",
    "unknown": "",
}
GRANTS: Final[Mapping[str, str]] = {
    "live": "Standing",
    "used_up": "Used up",
    "expired": "Expired",
    "revoked": "Revoked",
}
APPROVALS: Final[Mapping[str, str]] = {
    "open": "Open",
    "approved": "Approved",
    "denied": "Denied",
    "timed_out": "Timed out",
    "orphaned": "Nobody waited any more",
    "withdrawn": "Withdrawn",
}
SPANS: Final[Mapping[str, str]] = {
    "hour": "Last hour",
    "day": "Last 24 hours",
    "week": "Last 7 days",
    "month": "Last 30 days",
}
"""How far back the tasks page looks."""
ACTIONS: Final[Mapping[str, str]] = {
    "approve": "Approve",
    "deny": "Deny",
    "pending_approval": "Keep for later",
}
KINDS: Final[Mapping[str, str]] = {"tool_call": "Tool calls"}
RISKS: Final[Mapping[str, str]] = {"low": "Low risk", "medium": "Medium risk", "high": "High risk"}
EFFECTS: Final[Mapping[str, str]] = {
    "none": "changes nothing",
    "read": "reads",
    "write": "writes",
    "unknown": "effect unknown",
}
AGENT_STATES: Final[Mapping[str, str]] = {
    "idle": "Idle",
    "thinking": "Thinking",
    "awaiting_approval": "Awaiting approval",
    "stopped": "Stopped",
    "error": "Error",
}
ROLES: Final[Mapping[str, str]] = {"owner": "You", "assistant": "Agent", "tool": "Tool"}
AUTHORS: Final[Mapping[str, str]] = {"agent": "Another agent", "events": "Placet"}
"""Who wrote what stands in the owner's place in a conversation, and isn't the owner's."""
SCOPES: Final[Mapping[str, str]] = {
    "owner": "The owner: decides everything",
    "agent": "The agent",
    "client": "A client: no decisions, no agent",
}
ACCOUNT_KINDS: Final[Mapping[str, str]] = {
    "imap": "Mail (IMAP)",
    "caldav": "Calendar (CalDAV)",
}
ACCOUNT_FIELDS: Final[Mapping[str, str]] = {
    "host": "Server",
    "port": "Port",
    "security": "Encryption",
    "security_default": "As the port and the server say",
    "security_tls": "TLS",
    "security_starttls": "STARTTLS",
    "security_none": "None (this machine only)",
    "user": "User",
    "password": "Password",
    "drafts": "Folder for drafts (optional)",
    "url": "Address of the calendar",
}
ACCOUNT_RIGHTS: Final[Mapping[str, str]] = {
    "read+write": "May look and save",
    "read": "May only look",
    "write": "May only save",
}
LEAVES: Final[Mapping[str, str]] = {
    "good": "for good",
    "day": "for a day",
    "month": "for 30 days",
    "year": "for a year",
}
CHANNEL_KINDS: Final[Mapping[str, str]] = {
    "telegram": "A Telegram bot",
    "email": "A mail server",
    "webhook": "A webhook",
}
CHANNEL_FIELDS: Final[Mapping[str, str]] = {
    "token": "The bot's token",
    "base_url": "Another Bot API, if not Telegram's own",
    "host": "Server",
    "port": "Port",
    "from": "Sender's address",
    "security": "Encryption",
    "user": "User",
    "password": "Password",
    "url": "Address",
    "header": "A header to send along, as Name: value",
    "security_default": "As the port asks for",
    "security_starttls": "STARTTLS",
    "security_tls": "TLS",
    "security_none": "None",
}
CHANNEL_ADDRESSES: Final[Mapping[str, str]] = {
    "telegram": "chat, such as 123456789",
    "email": "ada@example.org",
    "webhook": "any word",
}
CHANNEL_KEPT: Final[Mapping[str, str]] = {
    "keyring": "secrets in the system's keyring",
    "file": "secrets in a file of yours",
}
ACTIVITIES: Final[Mapping[str, str]] = {
    "asked": "Asked",
    "decided": "Decided",
    "work": "Work",
    "effect": "Effect",
    "authority": "Authority",
    "house": "House",
}
"""The kinds of what happened."""
FACTS: Final[Mapping[str, str]] = {
    "hil.requested": "A decision was asked for",
    "hil.resolved": "A request was answered",
    "task.created": "A call was made",
    "task.moved": "A call",
    "workflow.created": "A workflow was made",
    "workflow.moved": "A workflow",
    "workflow.archived": "A workflow was archived",
    "operation.moved": "An effect",
    "operation.looked": "You looked at an effect",
    "grant.made": "A standing answer was given",
    "grant.used": "A call passed by a standing answer",
    "grant.revoked": "A standing answer was taken back",
    "token.created": "A token was made",
    "token.revoked": "A token was taken back",
    "token.kept": "A token was kept",
    "file.authorized": "A file was authorized",
    "file.deauthorized": "A file is authorized no more",
    "agent.declared": "An agent was declared",
    "setting.changed": "A setting was changed",
    "channel.changed": "A channel was changed",
    "account.changed": "An account was changed",
    "call.refused": "Refused",
    "call.refused_repeat": "Refused as a repeat",
    "boot.started": "Placet was started",
    "ledger.restored": "A backup was put back",
    "loop.recovered": "Cut off by a crash",
}
"""What happened, by the name of its fact."""
GESTURES: Final[Mapping[str, str]] = {
    "click": "a click on the armed button",
    "chord": "its keys on the chosen card",
    "hold": "holding the button",
    "typed": "typing the end of the digest",
    "deny": "one press",
}
"""By which gesture a request was answered."""
VIAS: Final[Mapping[str, str]] = {
    "window": "in this window",
    "http": "over HTTP",
    "terminal": "in a terminal",
    "rule": "by a rule",
    "code": "via code",
}
PRINCIPALS: Final[Mapping[str, str]] = {
    "owner": "the owner",
    "authorized_code": "authorized code",
    "unauthorized_code": "unauthorized code",
    "agent_loop": "the agent",
    "client": "a client",
    "system": "the system",
}
FILE_STATES: Final[Mapping[str, str]] = {
    "authorized": "Authorized",
    "changed": "Changed since",
    "plain": "Not authorized",
    "no_code": "No code",
    "too_large": "Too large",
}
RUNS: Final[Mapping[str, str]] = {
    "running": "Running",
    "done": "Done",
    "failed": "Failed",
    "stopped": "Stopped",
    "interrupted": "Interrupted",
}
RUN_STARTERS: Final[Mapping[str, str]] = {
    "call": "a call",
    "trigger": "a trigger",
    "timer": "a timer",
    "owner": "you, as a test",
}
RUN_ERRORS: Final[Mapping[str, str]] = {
    "FN_ERROR": "The code threw an error",
    "FN_NOT_FOUND": "There is no such function",
    "LOAD_ERROR": "The code couldn't be loaded",
    "BAD_RESULT": "What the code returned can't be used",
    "too_many_runs": "Too much code of this agent's is at work",
    "exit": "The program ended with an error",
    "timeout": "It took too long",
    "not_started": "It couldn't be started",
}
"""What went wrong with code and programs, beside the errors of our own."""
TRIGGERS: Final[Mapping[str, str]] = {
    "on_task_create": "When a task is made",
    "on_task_complete": "When a task has ended",
}
TARGET_KINDS: Final[Mapping[str, str]] = {
    "lambda": "Code of the agent's folder",
    "program": "A program of yours",
    "agent": "The agent itself",
}
TIMINGS: Final[Mapping[str, str]] = {
    "debounce": "once nothing new has come for {0}",
    "interval": "at most once in {0}",
    "batch": "together, after {0}",
}
DELIVERIES: Final[Mapping[str, str]] = {
    "due": "Due",
    "started": "Started",
    "delivered": "Delivered",
    "failed": "Failed",
    "unknown": "Outcome unknown",
    "withdrawn": "Withdrawn",
}
TYPES: Final[Mapping[str, str]] = {
    "object": "object",
    "array": "list",
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
}
SHEETS: Final[Mapping[str, str]] = {
    "command": "Command",
    "request": "Request",
    "query": "Query",
    "message": "Message",
    "file": "New text",
    "changes": "Changes",
    "since": "Since your last yes",
}
"""What a request is laid out as, by its tool."""
SETTING_GROUPS: Final[Mapping[str, str]] = {
    "accounts": "Mail and calendars",
    "appearance": "Appearance",
    "approvals": "Decisions",
    "fetch": "Web addresses",
    "http": "HTTP interface",
    "limits": "Limits",
    "lmsp": "Generations",
    "log": "Log",
    "messages": "Messages",
    "presence": "Presence",
    "secrets": "Secrets",
    "shell": "Commands",
    "stop": "Stopping",
    "tasks": "Tasks",
    "triggers": "Triggers and timers",
    "workflows": "Workflows",
}
ERRORS: Final[Mapping[str, str]] = {
    "error": "Something went wrong",
    "bad_input": "That can't be understood",
    "bad_arguments": "The arguments don't fit",
    "too_large": "That is too large",
    "not_found": "That isn't there",
    "forbidden": "That isn't allowed",
    "unauthenticated": "No valid token",
    "not_enabled": "The tool isn't enabled",
    "arguments_not_allowed": "These arguments aren't allowed",
    "REQUIRES_AUTHORIZED_CODE": "Only authorized code may do this",
    "conflict": "It has changed meanwhile",
    "not_resolvable": "It was decided already",
    "lost_race": "Somebody else was faster",
    "digest_mismatch": "What was shown isn't what is bound",
    "digest_required": "What was shown must be named",
    "no_waiter": "Nobody waits for this any more",
    "tool_disabled": "The tool is switched off",
    "name_in_use": "The name is in use",
    "secrets_unreadable": "The file of secrets can't be read",
    "settings_refused": "The other program's settings were left alone",
    "link_not_gated": "A call that must be blocked wasn't",
    "request_key_reused": "The request key was used for something else",
    "data_folder_in_use": "The data folder is in use",
    "ledger_damaged": "The ledger is damaged",
    "engine_stopping": "The engine is stopping",
    "tool_error": "The tool failed",
    "tool_stopped": "The tool was stopped",
    "backend_error": "The model can't be reached",
    "reply_cut_short": "The model's reply was cut short",
    "bad_setting": "The setting doesn't fit",
    "settings_not_written": "The settings couldn't be written",
    "bad_declaration": "The declaration doesn't fit",
    "agent_stopped": "The agent is stopped",
    "ledger_write_failed": "The ledger couldn't be written",
    "corrupt_row": "A row of the ledger can't be understood",
    "bad_address": "The address doesn't fit",
    "cannot_listen": "The HTTP interface can't listen",
    "DISABLED": "This is switched off for code",
    "sandbox_unavailable": "Code can't be run here",
    "grant_refused": "No standing answer may cover this",
    "backend_unavailable": "The model's server can't be reached",
    "backend_lost": "The model's server went away",
    "backend_timeout": "The model's server said nothing for too long",
    "backend_protocol_error": "The model's server answered in another shape",
    "model_load_failed": "The model couldn't be loaded",
    "model_not_found": "There is no such model",
    "context_length_exceeded": "The text is too long for the model",
    "unsupported_capability": "The model's server can't do that",
    "queue_full": "Too many wait already",
    "task_not_found": "There is no such generation",
    "response_not_found": "There is no such response",
    "task_not_cancelable": "The generation has ended already",
    "idempotency_key_required": "A key must be given",
    "idempotency_key_reused": "The key was used for something else",
    "invalid_idempotency_key": "The key isn't one",
    "invalid_cursor": "There is no event of that number",
    "not_acceptable": "That form isn't offered",
    "unsupported_media_type": "The body isn't JSON",
    "headers_too_large": "The head of the request is too large",
    "request_timeout": "The request came too slowly",
    "too_many_streams": "Too many read along already",
    "bad_backup": "The backup can't be used",
    "event_history_expired": "These events are kept no longer",
}


def word(table: Mapping[str, str], key: str) -> str:
    """The translated word for an engine's word.

    A key that isn't in the table is shown as it is, with blanks for underscores, so that a newer
    engine's word is never hidden.
    """
    if key in table:
        return QCoreApplication.translate("texts", table[key])
    return key.replace("_", " ")


def grouped(digest: str | None) -> str:
    """A digest in groups of eight figures, so that it can be compared and may break between them."""
    return " ".join((digest or "")[start : start + 8] for start in range(0, len(digest or ""), 8))


def decider(name: str) -> str:
    """Who decided: a word for a principal, and the name as it is where code or a standing answer did."""
    return word(PRINCIPALS, name) if name in PRINCIPALS else name


def asker(agent: str | None, principal: str) -> str:
    """Who asked for a generation: the agent's name, the owner, or the token of a client."""
    if agent is not None:
        return agent
    if principal == "owner":
        return QCoreApplication.translate("texts", "You")
    return QCoreApplication.translate("texts", "client {0}").format(principal)


def status_word(status: str) -> str:
    """What people call a task's status."""
    return word(STATUSES, status)


def error_sentence(code: str, message: str) -> str:
    """One line about an error: our words for its code, then what the engine said."""
    heading = word(ERRORS, code)
    return f"{heading}: {message}" if message else heading


def code_trouble(code: str | None, message: str) -> str:
    """One line about what went wrong with code or a program: our words, then its own; nothing where nothing did."""
    if not code:
        return message
    return error_sentence(code, message) if code not in RUN_ERRORS else f"{word(RUN_ERRORS, code)}: {message}"
