"""What `approve`, `deny` and `cancel` share: find the task, have the verb done, say how it stands."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from placet.cli import terminal
from placet.cli.client import Client
from placet.cli.failures import Exit

__all__ = ["carry_out", "report", "task_of"]


def task_of(online: Client, task_id: str) -> dict[str, Any]:
    """One task.

    Raises:
        Failure: there is none.
    """
    task: dict[str, Any] = online.get(f"/tasks/{quote(task_id, safe='')}")["task"]
    return task


def carry_out(online: Client, task: Mapping[str, Any], verb: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """Have the engine do it.

    Raises:
        Failure: refused; the sentence says why.
    """
    path = f"/agents/{quote(task['agent_id'], safe='')}/tasks/{quote(task['id'], safe='')}/{verb}"
    answer: dict[str, Any] = online.send("POST", path, body)
    return answer


def report(arguments: argparse.Namespace, answer: Mapping[str, Any], word: str) -> int:
    """Say what was done."""
    if arguments.json:
        terminal.print_json(answer)
    else:
        terminal.say(f"{word} {answer['task']['id']}; it is now {answer['task']['status']}.")
    return Exit.DONE
