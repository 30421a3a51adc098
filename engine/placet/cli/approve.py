"""`placet approve ID`: show what would run, have the digest's end typed, approve exactly that (B3)."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from typing import Any, Final

from placet.cli import client, terminal
from placet.cli.deciding import carry_out, report, task_of
from placet.cli.failures import Exit, Failure
from placet.cli.showing import bound_digest, decision_text
from placet.cli.verdicts import understand
from placet.rules.authority import Action
from placet.rules.digest import last_six
from placet.rules.lifecycles import RESOLVABLE

__all__ = ["run"]

_DIGEST: Final = re.compile(r"[0-9a-f]{64}|[0-9a-f]{6}")


def run(arguments: argparse.Namespace) -> int:
    """Approve. The engine is told the digest of what was shown here and compares it with what it holds."""
    with client.need(arguments) as online:
        task = task_of(online, arguments.id)
        if task["status"] not in RESOLVABLE:
            raise Failure(
                f"Task {task['id']} is {task['status']}; there is nothing to decide.", "not_resolvable"
            )
        shown = _given(arguments.digest, task) if arguments.digest else _typed(task)
        body = {"action": Action.APPROVE, "shown_digest": shown}
        return report(arguments, carry_out(online, task, "resolve", body), "Approved")


def _given(digest: str, task: Mapping[str, Any]) -> str:
    """The full digest that a script means: a whole one is the engine's to compare, a short one ours."""
    if not _DIGEST.fullmatch(digest):
        message = "--digest takes a whole digest, 64 hex digits, or its last six."
        raise Failure(message, "wrong_use", Exit.WRONG_USE)
    bound = bound_digest(task)
    if len(digest) == len(bound):
        return digest
    if digest != last_six(bound):
        raise Failure("This isn't the digest of what would run; nothing was decided.", "digest_mismatch")
    return bound


def _typed(task: Mapping[str, Any]) -> str:
    terminal.need("Approving without --digest")
    terminal.tell(decision_text(task))
    bound = bound_digest(task)
    verdict = understand(terminal.ask("Type the last six characters of the digest to approve: "), bound)
    if verdict is None or verdict.action is not Action.APPROVE:
        raise Failure("That isn't the end of the digest; nothing was decided.", "undecided", Exit.UNDECIDED)
    return bound
