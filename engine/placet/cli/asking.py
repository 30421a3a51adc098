"""Asking the owner in the terminal about one held call, and carrying the answer out."""

from __future__ import annotations

from placet.api.commands import ResolveTask
from placet.api.engine import Engine
from placet.api.queries import GetCode, GetTask
from placet.cli import terminal
from placet.cli.house import submit
from placet.cli.showing import bound_digest, decision_text, line
from placet.cli.verdicts import Verdict, understand
from placet.http import rows
from placet.rules.errors import Conflict, DigestMismatch
from placet.rules.shown import Shown

__all__ = ["ask", "decide"]

_QUESTION = "Type the last six characters of the digest to approve, or n [reason] to deny: "


def ask(digest: str) -> Verdict:
    """Ask until there is an answer; what was typed by mistake decides nothing.

    Raises:
        Failure: the input ended; undecided.
    """
    while True:
        verdict = understand(terminal.ask(_QUESTION), digest)
        if verdict is not None:
            return verdict
        terminal.tell("That is neither; nothing was decided.")


def decide(engine: Engine, task_id: str) -> None:
    """Show a held call of this process's engine, ask, and commit the answer with the digest that was shown.

    Raises:
        Failure: there is no terminal, or it gave no answer; undecided.
    """
    task = rows.task(engine.query(GetTask(task_id=task_id)))
    code = engine.query(GetCode(task_id=task_id))
    if code is not None:
        task["code"] = rows.code(code)
    terminal.need("A held call")
    terminal.tell(decision_text(task))
    digest = bound_digest(task)
    verdict = ask(digest)
    command = ResolveTask(
        task_id=task_id,
        action=verdict.action,
        reason=verdict.reason,
        shown_digest=digest,
        shown=Shown(gesture="typed"),  # all of it was printed
    )
    try:
        submit(engine, command)
    except DigestMismatch:
        raise
    except Conflict as error:
        # A deadline or the end of the turn may have closed it while the owner was reading.
        terminal.tell(f"Too late: {line(error.message)}")
