"""How risky a request is, by our own table (DECISIONS B4). The asker's words play no part in it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.rules import commands, json_places
from placet.rules.ports import Effect
from placet.rules.untrusted import Finding, FindingKind, findings, named


class Risk(enum.StrEnum):
    """How much a wrong yes could cost."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """A level, and the reasons for it in words of ours."""

    level: Risk
    reasons: tuple[str, ...]


# By the tool's name, or by the row that the tool gives this very call (`ports.Manner`).
_OF_ROW: Final[Mapping[str, tuple[Risk, str]]] = {
    "fs_write": (Risk.MEDIUM, "It changes a file in the agent's folder."),
    "http_fetch:known:read": (Risk.LOW, "It only reads, from a host that you named."),
    "http_fetch:known:write": (Risk.MEDIUM, "It sends something to a host that you named."),
    "http_fetch:unknown": (Risk.HIGH, "It reaches a host that you did not name for this agent."),
    "shell:jailed": (Risk.HIGH, "What a command does can't be told from its text."),
    "shell:unconfined": (
        Risk.HIGH,
        "NOT CONFINED: the command runs without a jail, with all of your files and your network.",
    ),
    "fs_edit": (Risk.MEDIUM, "It changes a passage of a file in the agent's folder."),
    "fs_delete": (Risk.HIGH, "It deletes a file in the agent's folder, for good."),
    "msg_send": (Risk.MEDIUM, "It sends a message, which can't be taken back."),
    "mail_draft": (Risk.MEDIUM, "It saves a draft in a mailbox of yours; nothing is sent."),
    "calendar_create": (Risk.MEDIUM, "It puts an entry into a calendar of yours."),
    "sys_lambda:authorized": (
        Risk.HIGH,
        "It runs code that you authorized: that code may call restricted tools and decide about requests.",
    ),
    "sys_update_config": (Risk.HIGH, "It changes what this agent may do."),
    "turn_end": (Risk.LOW, "It only ends the agent's turn."),
}
_OF_EFFECT: Final[Mapping[Effect, tuple[Risk, str]]] = {
    Effect.NONE: (Risk.LOW, "It changes nothing outside."),
    Effect.READ: (Risk.LOW, "It only reads."),
    # A write that this table doesn't name is one that nobody has thought about.
    Effect.WRITE: (Risk.HIGH, "It changes something in a way that isn't known here."),
    Effect.UNKNOWN: (Risk.HIGH, "What it does can't be told from its arguments."),
}
MOST_SENTENCES: Final = 20
"""How many places with unusual text are named one by one."""
_PLACE_CHARS: Final = 200
_MOST_COMMAND_CHARS: Final = 100_000
_RAISING: Final = frozenset({FindingKind.HIDDEN, FindingKind.REORDERING, FindingKind.UNINSPECTABLE})


def assess(row: str, effect: Effect, args: Mapping[str, Any]) -> Assessment:
    """Weigh a call by its row in the table (the tool's name, or a `Manner`'s), its effect and its arguments' text."""
    level, reason = _OF_ROW.get(row) or _OF_EFFECT[effect]
    text_reasons = unusual(args)
    told = (reason, *_of_command(effect, args))
    if text_reasons:
        return Assessment(level=Risk.HIGH, reasons=(*text_reasons, *told))
    return Assessment(level=level, reasons=told)


def _of_command(effect: Effect, args: Mapping[str, Any]) -> tuple[str, ...]:
    """What a command line tells by its well-known words, where nothing else tells what a call does."""
    command = args.get("command")
    if effect is not Effect.UNKNOWN or not isinstance(command, str) or len(command) > _MOST_COMMAND_CHARS:
        return ()
    return commands.remarks(command)


def unusual(
    args: Mapping[str, Any], look: Callable[[str], tuple[Finding, ...]] = findings
) -> tuple[str, ...]:
    """What in the arguments' text hides or misleads, one sentence for each kind and place; it raises the risk (B4).

    After the first `MOST_SENTENCES` one more counts the rest: whoever hides text in a thousand places doesn't fill
    the screen, and the row, with it. `look` may be `findings` with a memory.
    """
    return _sentences(args, look, _RAISING)


def noticed(
    args: Mapping[str, Any], look: Callable[[str], tuple[Finding, ...]] = findings
) -> tuple[str, ...]:
    """What in the arguments' text could be taken for something else (rule 7), as many sentences; it raises nothing."""
    return _sentences(args, look, frozenset(FindingKind) - _RAISING)


def _sentences(
    args: Mapping[str, Any], look: Callable[[str], tuple[Finding, ...]], kinds: frozenset[FindingKind]
) -> tuple[str, ...]:
    found = [
        (pointer, finding.sentence)
        for pointer, text in texts(args)
        for finding in look(text)
        if finding.kind in kinds
    ]
    sentences = [f"At {_shown(pointer)}: {sentence}" for pointer, sentence in found[:MOST_SENTENCES]]
    if len(found) > MOST_SENTENCES:
        sentences.append(f"There are {len(found) - MOST_SENTENCES:,} more places with text like this.")
    return tuple(sentences)


def _shown(pointer: str) -> str:
    """A place in our own sentence. Its keys are the asker's text, as hostile as any value: whatever says more is quoted."""
    return named(pointer, _PLACE_CHARS) if pointer else "the top"


def texts(value: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Every string inside a JSON value, keys included, with the pointer of where it stands."""
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            here = pointer + json_places.pointer((key,))
            yield here, key
            yield from texts(inner, here)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts(inner, f"{pointer}/{index}")
