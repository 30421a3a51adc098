"""`placet deny ID [REASON]`: deny a task of a running engine."""

from __future__ import annotations

import argparse

from placet.cli import client
from placet.cli.deciding import carry_out, report, task_of
from placet.rules.authority import Action

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Deny. The reason's words are joined, and the agent is told them."""
    with client.need(arguments) as online:
        task = task_of(online, arguments.id)
        body = {"action": Action.DENY, "reason": " ".join(arguments.reason) or None}
        return report(arguments, carry_out(online, task, "resolve", body), "Denied")
