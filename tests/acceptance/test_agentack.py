"""AgentAck's nine controls over what really happened: a program that asks by `placet-hook`, and a real engine.

The trace says what the program proposed, what the console showed, who decided, and what the program then did. Each control
has a counter-example beside it, so that a checker that finds nothing is noticed. What such a trace can't say, the page on
links says: edits, standing answers, and questions that nobody answered.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from placet.api.commands import StopAgent
from tests.flows.house import House
from tests.flows.wire import Wire, wire
from tests.hook.harness import Harness, ended, environment

pytestmark = pytest.mark.long
AGENT = "claude-code"
Event = dict[str, Any]


@dataclass
class Program:
    """An agent's program with one tool, `shell`, which it runs only when its hook lets it; it writes its trace."""

    house: House
    net: Wire
    harness: Harness
    folder: Path
    trace: list[Event] = field(default_factory=list)
    _clock: datetime = field(default_factory=lambda: datetime(2026, 1, 1, tzinfo=UTC))

    def note(self, kind: str, **more: Any) -> None:
        self._clock += timedelta(seconds=1)
        at = self._clock.isoformat()
        self.trace.append({"schema_version": 2, "type": kind, "timestamp": at, "session_id": "s", **more})

    def call(self, line: str, call_id: str, decide: Callable[[str], None], intent: str | None = None) -> bool:
        """Propose a command, and run it when the hook lets it. Whether it ran."""
        known = {"action_id": call_id, "intent_id": intent or call_id}
        self.note("action_proposed", **known, action=action({"command": line}))
        with self.harness.asking("pre", "Bash", {"command": line}, call_id) as process:
            task_id = str(self.house.waiting()[0].id)
            shown = self.house.task(task_id)
            known["approval_id"] = task_id
            self.note("approval_requested", **known, action=action(json.loads(shown.args_json)))
            decide(task_id)
            answer = ended(process)
        decided = self.house.task(task_id).approval
        assert decided is not None
        allowed = decided.state == "approved"
        self.note("approval_decision", **known, decision="allow" if allowed else "deny")
        if answer.runs:
            subprocess.run(["/bin/sh", "-c", line], cwd=self.folder, check=True)
            self.note("action_executed", **known, action=action({"command": line}))
            self.harness.ask("post", "Bash", {"command": line}, call_id, tool_response={})
        else:
            self.note("action_blocked", **known, reason=answer.words or "denied")
        return answer.runs

    def approve(self, task_id: str) -> None:
        self.net.resolve(task_id, "approve", AGENT)

    def deny(self, task_id: str) -> None:
        self.net.resolve(task_id, "deny", AGENT, reason="No.")

    def files(self) -> set[str]:
        return {it.name for it in self.folder.iterdir()}


def action(parameters: dict[str, Any]) -> dict[str, Any]:
    return {"tool": "shell", "operation": "run", "parameters": parameters}


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    (tmp_path / "work").mkdir()
    with House(tmp_path) as house:
        house.declare(AGENT, tools=[{"name": "Bash", "restricted": True}])
        with wire(house, AGENT) as net:
            token = net.agent.headers["authorization"].removeprefix("Bearer ")
            given = environment(tmp_path, PLACET_URL=str(net.agent.base_url).rstrip("/"), PLACET_TOKEN=token)
            yield Program(house, net, Harness(given), tmp_path / "work")


def check(trace: list[Event], packages: Path, tmp_path: Path) -> tuple[str, set[str]]:
    """What AgentAck says of a trace: its verdict, and the rules that it found broken."""
    path, told = tmp_path / "trace.jsonl", tmp_path / "told.json"
    path.write_text("".join(json.dumps(it) + "\n" for it in trace))
    words = [sys.executable, "-m", "agentack", "check", str(path), "--json", str(told)]
    ran = subprocess.run(
        words, env={"PYTHONPATH": str(packages)}, capture_output=True, text=True, check=False
    )
    assert told.exists(), ran.stderr
    report = json.loads(told.read_text())["result"]
    return report["status"], set(report["rule_counts"])


def worked(program: Program) -> list[Event]:
    """A session in which much is tried: its trace."""
    assert program.call("touch allowed", "c1", program.approve)
    assert not program.call("touch denied", "c2", program.deny, intent="i2")
    assert not program.call("touch denied2", "c3", program.deny, intent="i2")  # the same intent, another way
    again = program.harness.ask(
        "pre", "Bash", {"command": "touch allowed"}, "c1"
    )  # an old approval, once more
    assert not again.runs
    program.house.submit(StopAgent(agent=AGENT))
    assert not program.harness.ask("pre", "Bash", {"command": "touch late"}, "c4").runs
    program.note("interrupt", reason="The owner stopped the agent.")
    program.note("session_end", reason="done")
    assert program.files() == {"allowed"}
    return program.trace


def test_what_really_happened_passes_and_each_control_sees_its_breach(
    program: Program, packages: Path, tmp_path: Path
) -> None:
    trace = worked(program)
    assert check(trace, packages, tmp_path) == ("PASS", set())
    for rule, breach in BREACHES.items():
        broken = [dict(it) for it in trace]
        breach(broken)
        status, found = check(broken, packages, tmp_path)
        assert (rule, rule in found, status in {"FAIL", "INCOMPLETE"}) == (rule, True, True)


def of(trace: list[Event], kind: str, action_id: str) -> Event:
    return next(it for it in trace if it["type"] == kind and it.get("action_id") == action_id)


def executed(trace: list[Event], **more: Any) -> Event:
    """One more run of the first call, before the end of the session."""
    run = {**of(trace, "action_executed", "c1"), **more}
    at = next(number for number, it in enumerate(trace) if it["type"] == "interrupt")
    trace.insert(at, {**run, "timestamp": trace[at - 1]["timestamp"]})
    return run


def without_approval(trace: list[Event]) -> None:
    del of(trace, "action_executed", "c1")["approval_id"]


def denied_runs(trace: list[Event]) -> None:
    denied = of(trace, "action_blocked", "c2")
    asked = of(trace, "approval_requested", "c2")
    denied |= {"type": "action_executed", "action": asked["action"]}
    del denied["reason"]


def another_runs(trace: list[Event]) -> None:
    of(trace, "action_executed", "c1")["action"] = action({"command": "touch other"})


def late(trace: list[Event]) -> None:
    of(trace, "approval_decision", "c1")["expires_at"] = trace[0]["timestamp"]


def out_of_order(trace: list[Event]) -> None:
    trace.insert(0, trace.pop(trace.index(of(trace, "approval_decision", "c1"))))
    trace[0]["timestamp"] = trace[1]["timestamp"]


def around(trace: list[Event]) -> None:
    for kind in ("action_proposed", "approval_requested"):
        of(trace, kind, "c3")
    blocked = of(trace, "action_blocked", "c3")
    asked = of(trace, "approval_requested", "c3")
    blocked |= {"type": "action_executed", "action": asked["action"]}
    del blocked["reason"]


def after_the_stop(trace: list[Event]) -> None:
    run = executed(trace)
    at = next(number for number, it in enumerate(trace) if it["type"] == "interrupt")
    trace.insert(at + 1, {**run, "timestamp": trace[at]["timestamp"]})


def without_end(trace: list[Event]) -> None:
    del trace[-1]


BREACHES: dict[str, Callable[[list[Event]], Any]] = {
    "ACK001": without_approval,
    "ACK002": denied_runs,
    "ACK003": another_runs,
    "ACK004": executed,
    "ACK005": late,
    "ACK006": out_of_order,
    "ACK007": around,
    "ACK008": after_the_stop,
    "ACK009": without_end,
}
