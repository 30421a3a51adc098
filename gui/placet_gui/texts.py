"""Words for what the engine names: statuses, verdicts, risks, agents' states and errors.

The only place where a status word becomes a word for people. Total over the engine's enums (tested).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from placet_gui.said import said
from placet_gui.words import noop, translate

STATUSES: Final[Mapping[str, str]] = {
    "pending": noop("texts", "Pending"),
    "pending_approval": noop("texts", "Awaiting approval"),
    "running": noop("texts", "Running"),
    "completed": noop("texts", "Completed"),
    "failed": noop("texts", "Failed"),
    "denied": noop("texts", "Denied"),
    "cancelled": noop("texts", "Cancelled"),
}
GENERATIONS: Final[Mapping[str, str]] = {
    "queued": noop("texts", "Queued"),
    "loading": noop("texts", "Loading"),
    "running": noop("texts", "Running"),
    "cancelling": noop("texts", "Cancelling"),
    "succeeded": noop("texts", "Succeeded"),
    "failed": noop("texts", "Failed"),
    "cancelled": noop("texts", "Cancelled"),
}
WORKFLOWS: Final[Mapping[str, str]] = {
    "queued": noop("texts", "Queued"),
    "running": noop("texts", "Running"),
    "done": noop("texts", "Done"),
    "unverified": noop("texts", "Finished"),
    "failed": noop("texts", "Failed"),
    "stopped": noop("texts", "Stopped"),
    "interrupted": noop("texts", "Interrupted"),
}
VERDICTS: Final[Mapping[str, str]] = {
    "verified": noop("texts", "Verified"),
    "unchecked": noop("texts", "Outcome not checked"),
    "unsupported": noop("texts", "Can't be checked"),
    "incomplete": noop("texts", "Not proven"),
    "uncertain": noop("texts", "Uncertain"),
}
"""What the evidence of a workflow comes to."""
OPERATIONS: Final[Mapping[str, str]] = {
    "in_flight": noop("texts", "At work"),
    "confirmed": noop("texts", "Proven"),
    "uncertain": noop("texts", "Uncertain"),
    "not_run": noop("texts", "Not done"),
}
UNVERIFIABLE: Final = noop("texts", "Done, not provable")
"""An effect that came back, and whose tool has no way to look it up."""
LEVELS: Final[Mapping[str, str]] = {
    "want": noop("texts", "Want"),
    "think": noop("texts", "Think"),
    "ask": noop("texts", "Ask"),
    "do": noop("texts", "Do"),
}
"""The four depths of one act."""
FINDINGS: Final[Mapping[str, str]] = {
    "ledger_damaged": noop("texts", "Ledger"),
    "corrupt_row": noop("texts", "Record"),
    "open_to_others": noop("texts", "Rights"),
    "link_broken": noop("texts", "Not gated"),
    "link_skipped": noop("texts", "Hooks skipped"),
    "link_unasked": noop("texts", "Not all is asked"),
    "operation_uncertain": noop("texts", "Uncertain"),
    "workflow_unverified": noop("texts", "Not verified"),
    "workflow_interrupted": noop("texts", "Interrupted"),
    "workflow_waits": noop("texts", "Waits"),
    "backend_unreachable": noop("texts", "Model server"),
    "tool_disabled_here": noop("texts", "Tool disabled"),
}
"""What a finding of the doctor's is about."""
CHECKS: Final[Mapping[str, str]] = {
    "ledger": noop("texts", "the ledger"),
    "permissions": noop("texts", "who can reach it"),
    "workflows": noop("texts", "workflows and their effects"),
    "tools": noop("texts", "what tools need of this machine"),
    "backends": noop("texts", "model servers"),
    "links": noop("texts", "links to other programs"),
}
"""What the doctor looks at."""
NOTES: Final[Mapping[str, str]] = {
    "lock_unknown": noop(
        "texts",
        "This desktop doesn't say whether the screen is locked, so decisions in this window aren't held back "
        "while it is. Hide the values (Ctrl+Shift+H) or close the window before you leave the machine.",
    ),
}
"""What the doctor's page says beside its findings, about this window on this desktop."""
ON_RESTART: Final[Mapping[str, str]] = {
    "fail": noop("texts", "It fails, and says so"),
    "retry": noop("texts", "It is tried again"),
    "resume": noop("texts", "It goes on from its last snapshot"),
}
"""What becomes of a generation when the engine starts again before it has ended."""
MODEL_STATES: Final[Mapping[str, str]] = {
    "loaded": noop("texts", "loaded"),
    "loading": noop("texts", "loading"),
    "unloaded": noop("texts", "not loaded"),
    "unknown": "",
}
GRANTS: Final[Mapping[str, str]] = {
    "live": noop("texts", "Standing"),
    "used_up": noop("texts", "Used up"),
    "expired": noop("texts", "Expired"),
    "revoked": noop("texts", "Revoked"),
}
APPROVALS: Final[Mapping[str, str]] = {
    "open": noop("texts", "Open"),
    "approved": noop("texts", "Approved"),
    "denied": noop("texts", "Denied"),
    "timed_out": noop("texts", "Timed out"),
    "orphaned": noop("texts", "Nobody waited any more"),
    "withdrawn": noop("texts", "Withdrawn"),
}
SPANS: Final[Mapping[str, str]] = {
    "hour": noop("texts", "Last hour"),
    "day": noop("texts", "Last 24 hours"),
    "week": noop("texts", "Last 7 days"),
    "month": noop("texts", "Last 30 days"),
    "between": noop("texts", "Between two days"),
}
"""How far back the tasks page looks, or between which days."""
ACTIONS: Final[Mapping[str, str]] = {
    "approve": noop("texts", "Approve"),
    "deny": noop("texts", "Deny"),
    "pending_approval": noop("texts", "Keep for later"),
}
KINDS: Final[Mapping[str, str]] = {"tool_call": noop("texts", "Tool calls")}
RISKS: Final[Mapping[str, str]] = {
    "low": noop("texts", "Low risk"),
    "medium": noop("texts", "Medium risk"),
    "high": noop("texts", "High risk"),
}
EFFECTS: Final[Mapping[str, str]] = {
    "none": noop("texts", "changes nothing"),
    "read": noop("texts", "reads"),
    "write": noop("texts", "writes"),
    "unknown": noop("texts", "effect unknown"),
}
AGENT_STATES: Final[Mapping[str, str]] = {
    "idle": noop("texts", "Idle"),
    "thinking": noop("texts", "Thinking"),
    "awaiting_approval": noop("texts", "Awaiting approval"),
    "stopped": noop("texts", "Stopped"),
    "error": noop("texts", "Error"),
}
ROLES: Final[Mapping[str, str]] = {
    "owner": noop("texts", "You"),
    "assistant": noop("texts", "Agent"),
    "tool": noop("texts", "Tool"),
}
AUTHORS: Final[Mapping[str, str]] = {
    "agent": noop("texts", "Another agent"),
    "events": noop("texts", "Placet, to the agent"),
}
"""Who wrote what stands in the owner's place in a conversation, and isn't the owner's."""
SERVER_KINDS: Final[Mapping[str, str]] = {
    "openai": noop("texts", "A model server"),
    "ollama": noop("texts", "Ollama"),
    "lmstudio": noop("texts", "LM Studio"),
    "llamacpp": noop("texts", "llama.cpp"),
    "vllm": noop("texts", "vLLM"),
}
SERVER_STATES: Final[Mapping[str, str]] = {
    "running": noop("texts", "Running"),
    "resting": noop("texts", "Not started"),
    "failed": noop("texts", "Failed"),
}
"""How an MCP server of an agent's stands."""
PROGRAMS: Final[Mapping[str, str]] = {
    "claude-code": noop("texts", "Claude Code"),
    "codex": noop("texts", "Codex"),
    "mcp": noop("texts", "Any client of MCP servers"),
}
"""Programs that can ask here, by the names of their links."""
TOOL_FLAGS: Final[Mapping[str, str]] = {
    "enabled": noop("texts", "May use"),
    "visible": noop("texts", "Model sees it"),
    "restricted": noop("texts", "Needs my yes"),
    "locked": noop("texts", "Locked"),
}
"""The owner's words on an agent's tool."""
TOOL_FLAGS_MEAN: Final[Mapping[str, str]] = {
    "enabled": noop("texts", "Off: every call of it is refused"),
    "visible": noop("texts", "Off: the model isn't told of it; who knows it may call it all the same"),
    "restricted": noop("texts", "On: each call waits for your decision"),
    "locked": noop("texts", "On: the agent can't ask to change anything about it"),
}
SCOPES: Final[Mapping[str, str]] = {
    "owner": noop("texts", "The owner: decides everything"),
    "agent": noop("texts", "The agent"),
    "client": noop("texts", "A client: no decisions, no agent"),
}
SCOPES_MEAN: Final[Mapping[str, str]] = {
    "owner": noop("texts", "Whoever has it may do over HTTP what you may do in this window."),
    "agent": noop("texts", "Its program may ask in the agent's name, and can never decide."),
    "client": noop("texts", "Its program may have models write, and read what it had written."),
}
"""What a token's scope comes to."""
ACTIVITIES: Final[Mapping[str, str]] = {
    "asked": noop("texts", "Asked"),
    "decided": noop("texts", "Decided"),
    "work": noop("texts", "Work"),
    "effect": noop("texts", "Effect"),
    "authority": noop("texts", "Authority"),
    "house": noop("texts", "House"),
}
"""The kinds of what happened."""
FACTS: Final[Mapping[str, str]] = {
    "hil.requested": noop("texts", "A decision was asked for"),
    "hil.resolved": noop("texts", "A request was answered"),
    "task.created": noop("texts", "A call was made"),
    "task.moved": noop("texts", "A call"),
    "workflow.created": noop("texts", "A workflow was made"),
    "workflow.moved": noop("texts", "A workflow"),
    "workflow.archived": noop("texts", "A workflow was archived"),
    "operation.moved": noop("texts", "An effect"),
    "operation.looked": noop("texts", "You looked at an effect"),
    "grant.made": noop("texts", "A standing answer was given"),
    "grant.used": noop("texts", "A call passed by a standing answer"),
    "grant.revoked": noop("texts", "A standing answer was taken back"),
    "token.created": noop("texts", "A token was made"),
    "token.revoked": noop("texts", "A token was taken back"),
    "token.kept": noop("texts", "A token was kept"),
    "file.authorized": noop("texts", "A file was authorized"),
    "file.deauthorized": noop("texts", "A file is authorized no more"),
    "agent.declared": noop("texts", "An agent was declared"),
    "setting.changed": noop("texts", "A setting was changed"),
    "channel.changed": noop("texts", "A channel was changed"),
    "account.changed": noop("texts", "An account was changed"),
    "call.refused": noop("texts", "Refused"),
    "call.refused_repeat": noop("texts", "Refused as a repeat"),
    "boot.started": noop("texts", "Placet was started"),
    "ledger.restored": noop("texts", "A backup was put back"),
    "loop.recovered": noop("texts", "Cut off by a crash"),
}
"""What happened, by the name of its fact."""
GESTURES: Final[Mapping[str, str]] = {
    "click": noop("texts", "a click on the armed button"),
    "chord": noop("texts", "its keys on the chosen card"),
    "hold": noop("texts", "holding the button"),
    "typed": noop("texts", "typing the end of the digest"),
    "deny": noop("texts", "one press"),
}
"""By which gesture a request was answered."""
VIAS: Final[Mapping[str, str]] = {
    "window": noop("texts", "in this window"),
    "http": noop("texts", "over HTTP"),
    "terminal": noop("texts", "in a terminal"),
    "rule": noop("texts", "by a rule"),
    "code": noop("texts", "via code"),
}
PRINCIPALS: Final[Mapping[str, str]] = {
    "owner": noop("texts", "the owner"),
    "authorized_code": noop("texts", "authorized code"),
    "unauthorized_code": noop("texts", "unauthorized code"),
    "agent_loop": noop("texts", "the agent"),
    "client": noop("texts", "a client"),
    "system": noop("texts", "the system"),
}
FILE_STATES: Final[Mapping[str, str]] = {
    "authorized": noop("texts", "Authorized"),
    "changed": noop("texts", "Changed since"),
    "plain": noop("texts", "Not authorized"),
    "no_code": noop("texts", "No code"),
    "too_large": noop("texts", "Too large"),
}
RUNS: Final[Mapping[str, str]] = {
    "running": noop("texts", "Running"),
    "done": noop("texts", "Done"),
    "failed": noop("texts", "Failed"),
    "stopped": noop("texts", "Stopped"),
    "interrupted": noop("texts", "Interrupted"),
}
RUN_STARTERS: Final[Mapping[str, str]] = {
    "call": noop("texts", "a call"),
    "trigger": noop("texts", "a trigger"),
    "timer": noop("texts", "a timer"),
    "owner": noop("texts", "you, as a test"),
}
RUN_ERRORS: Final[Mapping[str, str]] = {
    "FN_ERROR": noop("texts", "The code threw an error"),
    "FN_NOT_FOUND": noop("texts", "There is no such function"),
    "LOAD_ERROR": noop("texts", "The code couldn't be loaded"),
    "BAD_RESULT": noop("texts", "What the code returned can't be used"),
    "too_many_runs": noop("texts", "Too much code of this agent's is at work"),
    "exit": noop("texts", "The program ended with an error"),
    "timeout": noop("texts", "It took too long"),
    "not_started": noop("texts", "It couldn't be started"),
}
"""What went wrong with code and programs, beside the errors of our own."""
TRIGGERS: Final[Mapping[str, str]] = {
    "on_task_create": noop("texts", "When a task is made"),
    "on_task_complete": noop("texts", "When a task has ended"),
}
TARGET_KINDS: Final[Mapping[str, str]] = {
    "lambda": noop("texts", "Code of the agent's folder"),
    "program": noop("texts", "A program of yours"),
    "agent": noop("texts", "The agent itself"),
}
TIMINGS: Final[Mapping[str, str]] = {
    "debounce": noop("texts", "once nothing new has come for {0}"),
    "interval": noop("texts", "at most once in {0}"),
    "batch": noop("texts", "together, after {0}"),
}
DELIVERIES: Final[Mapping[str, str]] = {
    "due": noop("texts", "Due"),
    "started": noop("texts", "Started"),
    "delivered": noop("texts", "Delivered"),
    "failed": noop("texts", "Failed"),
    "unknown": noop("texts", "Outcome unknown"),
    "withdrawn": noop("texts", "Withdrawn"),
}
TYPES: Final[Mapping[str, str]] = {
    "object": noop("texts", "object"),
    "array": noop("texts", "list"),
    "string": noop("texts", "text"),
    "integer": noop("texts", "whole number"),
    "number": noop("texts", "number"),
    "boolean": noop("texts", "true or false"),
    "null": noop("texts", "null"),
}
SHEETS: Final[Mapping[str, str]] = {
    "command": noop("texts", "Command"),
    "request": noop("texts", "Request"),
    "query": noop("texts", "Query"),
    "message": noop("texts", "Message"),
    "entry": noop("texts", "Appointment"),
    "file": noop("texts", "New text"),
    "changes": noop("texts", "Changes"),
    "since": noop("texts", "Since last yes"),
}
"""What a request is laid out as, by its tool."""
SETTING_GROUPS: Final[Mapping[str, str]] = {
    "appearance": noop("texts", "Appearance"),
    "presence": noop("texts", "Presence"),
    "approvals": noop("texts", "Decisions"),
    "tasks": noop("texts", "Tasks"),
    "workflows": noop("texts", "Workflows"),
    "lmsp": noop("texts", "Generations"),
    "triggers": noop("texts", "Triggers and timers"),
    "messages": noop("texts", "Messages"),
    "accounts": noop("texts", "Mail and calendars"),
    "fetch": noop("texts", "Web addresses"),
    "shell": noop("texts", "Commands"),
    "http": noop("texts", "HTTP interface"),
    "secrets": noop("texts", "Secrets"),
    "limits": noop("texts", "Limits"),
    "stop": noop("texts", "Stopping"),
    "log": noop("texts", "Log"),
}
"""In the order of the page, whatever the language: what the owner sees and decides, what agents do, the machine."""
CHOICES: Final[Mapping[str, str]] = {
    "system": noop("texts", "System"),
    "light": noop("texts", "Light"),
    "dark": noop("texts", "Dark"),
    "contrast_light": noop("texts", "Light, strong contrast"),
    "contrast_dark": noop("texts", "Dark, strong contrast"),
    "full": noop("texts", "Full"),
    "reduced": noop("texts", "Reduced"),
    "en": noop("texts", "English"),
    "de": noop("texts", "Deutsch"),
    "one_text": noop("texts", "As one text"),
    "side_by_side": noop("texts", "Side by side"),
    "debug": noop("texts", "Debug"),
    "info": noop("texts", "Info"),
    "warning": noop("texts", "Warning"),
    "error": noop("texts", "Error"),
}
"""What settings may be; the languages call themselves by their own names."""
ERRORS: Final[Mapping[str, str]] = {
    "error": noop("texts", "Something went wrong"),
    "bad_input": noop("texts", "That can't be understood"),
    "bad_arguments": noop("texts", "The arguments don't fit"),
    "too_large": noop("texts", "That is too large"),
    "not_found": noop("texts", "That isn't there"),
    "forbidden": noop("texts", "That isn't allowed"),
    "unauthenticated": noop("texts", "No valid token"),
    "not_enabled": noop("texts", "The tool isn't enabled"),
    "arguments_not_allowed": noop("texts", "These arguments aren't allowed"),
    "REQUIRES_AUTHORIZED_CODE": noop("texts", "Only authorized code may do this"),
    "conflict": noop("texts", "It has changed meanwhile"),
    "not_resolvable": noop("texts", "It was decided already"),
    "lost_race": noop("texts", "Somebody else was faster"),
    "yes_given": noop("texts", "Another program has this yes"),
    "digest_mismatch": noop("texts", "What was shown isn't what is bound"),
    "digest_required": noop("texts", "What was shown must be named"),
    "no_waiter": noop("texts", "Nobody waits for this any more"),
    "tool_disabled": noop("texts", "The tool is switched off"),
    "name_in_use": noop("texts", "The name is in use"),
    "secrets_unreadable": noop("texts", "The file of secrets can't be read"),
    "settings_refused": noop("texts", "The other program's settings were left alone"),
    "link_not_gated": noop("texts", "A call that must be blocked wasn't"),
    "request_key_reused": noop("texts", "The request key was used for something else"),
    "data_folder_in_use": noop("texts", "The data folder is in use"),
    "ledger_damaged": noop("texts", "The ledger is damaged"),
    "engine_stopping": noop("texts", "The engine is stopping"),
    "tool_error": noop("texts", "The tool failed"),
    "tool_stopped": noop("texts", "The tool was stopped"),
    "backend_error": noop("texts", "The model can't be reached"),
    "reply_cut_short": noop("texts", "The model's reply was cut short"),
    "bad_setting": noop("texts", "The setting doesn't fit"),
    "settings_not_written": noop("texts", "The settings couldn't be written"),
    "bad_declaration": noop("texts", "The declaration doesn't fit"),
    "agent_stopped": noop("texts", "The agent is stopped"),
    "ledger_write_failed": noop("texts", "The ledger couldn't be written"),
    "corrupt_row": noop("texts", "A row of the ledger can't be understood"),
    "bad_address": noop("texts", "The address doesn't fit"),
    "cannot_listen": noop("texts", "The HTTP interface can't listen"),
    "DISABLED": noop("texts", "This is switched off for code"),
    "sandbox_unavailable": noop("texts", "Code can't be run here"),
    "grant_refused": noop("texts", "No standing answer may cover this"),
    "backend_unavailable": noop("texts", "The model's server can't be reached"),
    "backend_lost": noop("texts", "The model's server went away"),
    "backend_timeout": noop("texts", "The model's server said nothing for too long"),
    "backend_protocol_error": noop("texts", "The model's server answered in another shape"),
    "model_load_failed": noop("texts", "The model couldn't be loaded"),
    "model_not_found": noop("texts", "There is no such model"),
    "context_length_exceeded": noop("texts", "The text is too long for the model"),
    "unsupported_capability": noop("texts", "The model's server can't do that"),
    "queue_full": noop("texts", "Too many wait already"),
    "task_not_found": noop("texts", "There is no such generation"),
    "response_not_found": noop("texts", "There is no such response"),
    "task_not_cancelable": noop("texts", "The generation has ended already"),
    "idempotency_key_required": noop("texts", "A key must be given"),
    "idempotency_key_reused": noop("texts", "The key was used for something else"),
    "invalid_idempotency_key": noop("texts", "The key isn't one"),
    "invalid_cursor": noop("texts", "There is no event of that number"),
    "not_acceptable": noop("texts", "That form isn't offered"),
    "unsupported_media_type": noop("texts", "The body isn't JSON"),
    "headers_too_large": noop("texts", "The head of the request is too large"),
    "request_timeout": noop("texts", "The request came too slowly"),
    "too_many_streams": noop("texts", "Too many read along already"),
    "bad_backup": noop("texts", "The backup can't be used"),
    "event_history_expired": noop("texts", "These events are kept no longer"),
}


def word(table: Mapping[str, str], key: str) -> str:
    """The translated word for an engine's word.

    A key that isn't in the table is shown as it is, with blanks for underscores, so that a newer
    engine's word is never hidden.
    """
    if key in table:
        return translate("texts", table[key])
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
        return translate("texts", "You")
    return translate("texts", "client {0}").format(principal)


def status_word(status: str) -> str:
    """What people call a task's status."""
    return word(STATUSES, status)


def error_sentence(code: str, message: str) -> str:
    """One line about an error: our words for its code, then what the engine said."""
    heading = word(ERRORS, code)
    return f"{heading}: {said(message)}" if message else heading


def code_trouble(code: str | None, message: str) -> str:
    """One line about what went wrong with code or a program: our words, then its own; nothing where nothing did."""
    if not code:
        return message
    return error_sentence(code, message) if code not in RUN_ERRORS else f"{word(RUN_ERRORS, code)}: {message}"


def reasons_text(reasons: Iterable[str]) -> str:
    """Why a request is as risky as it is, in a line."""
    return " ".join(map(said, reasons))
