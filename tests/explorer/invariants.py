"""What must hold of every task in every order of things, in the guide's words and not by our rules."""

from collections.abc import Iterator

from tests.explorer.model import FINAL, Call, Job

FITTING = {
    "open": {"pending_approval"},
    "approved": {"running", "completed", "failed", "cancelled"},
    "denied": {"denied"},
    "timed_out": {"cancelled"},
    "orphaned": {"cancelled"},
    "withdrawn": {"cancelled"},
}
"""Where a task may be while its approval stands like this."""


def breaches(before: Call, after: Call, step: str, alive: bool, stopped: bool) -> Iterator[str]:
    """Every promise that this step of one call breaks. Afterwards the engine is `alive`, its agent `stopped`."""
    yield from _of_runs(before, after)
    yield from _of_ends(before, after)
    yield from _of_approvals(before, after)
    if alive and after.status == "running" and not after.kind.outside and after.job is Job.NONE:
        yield "a row says running, and nothing runs it"
    if (
        stopped
        and after.kind.managed
        and after.status == "pending_approval"
        and not after.withdrawing
        and alive
    ):
        yield "a stopped agent still waits for a decision"
    if step == "restart":
        yield from _of_restarts(before, after)


def _of_runs(before: Call, after: Call) -> Iterator[str]:
    if after.runs > 1:
        yield "a task ran twice"
    if after.status == "running" and not after.rightful_yes:
        yield "a task runs that nobody allowed"
    if after.runs > before.runs and before.status != "running":
        yield "a task ran while its row did not say so"
    if after.kind.outside and after.job is not Job.NONE:
        yield "the engine runs an outside program's call"


def _of_ends(before: Call, after: Call) -> Iterator[str]:
    if before.status in FINAL and after.status != before.status:
        yield "an ended task moved"
    if after.status == "denied" and not after.rightful_no:
        yield "a task is denied, and nobody denied it"
    if (before.status, after.status) == ("running", "cancelled") and not before.told_to_stop:
        yield "a running task is cancelled, and nobody took it back"
    quietly = after.kind.managed and (after.swept or after.status == "denied")
    if after.due != (after.status in FINAL and not quietly):
        yield "a completion trigger is due too often or too seldom"


def _of_approvals(before: Call, after: Call) -> Iterator[str]:
    if before.flag and not after.flag:
        yield "the need for authorization was taken back"
    if after.resolved > after.requested or after.requested > 1:
        yield "a request was resolved twice"
    if after.status in FINAL and after.resolved != after.requested:
        yield "a task ended, and its request was never resolved"
    if (after.status == "pending_approval") != (after.approval == "open"):
        yield "a task waits without a question, or a question without a task"
    if after.approval is not None and after.status not in FITTING[after.approval]:
        yield "a task is where its approval does not allow it to be"


def _of_restarts(before: Call, after: Call) -> Iterator[str]:
    """The guide's table of orphaned tasks, and DECISIONS T12 for those of outside harnesses."""
    expected = before.status
    if before.status == "running" and not before.kind.outside:
        expected = "failed"
    elif before.status == "pending_approval" and before.kind.managed:
        expected = "cancelled"
    if after.status != expected:
        yield "a restart puts a row where it does not belong"
    if after.runs != before.runs or after.job is not Job.NONE:
        yield "something runs by itself after a restart"
