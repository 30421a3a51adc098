"""A harness's side of `placet-hook`: starts it as a real process, hands it one event, reads what it says."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.flows.house import PATIENCE_S

COMMAND = (sys.executable, "-m", "placet.hook")
NAMES = {
    "pre": "PreToolUse",
    "permission": "PermissionRequest",
    "post": "PostToolUse",
    "post-failure": "PostToolUseFailure",
    "session-end": "SessionEnd",
}


@dataclass(frozen=True)
class Ended:
    """How the hook ended: its exit code, its JSON (None when it printed nothing), and what it says to people."""

    code: int
    said: dict[str, Any] | None
    words: str

    @property
    def decision(self) -> str | None:
        """What a harness would make of it before a call: `block`, `allow`, `deny`, or None for no decision."""
        if self.code == 2:
            return "block"
        assert self.code == 0, self
        return None if self.said is None else str(self.said["hookSpecificOutput"]["permissionDecision"])

    @property
    def specific(self) -> dict[str, Any]:
        assert self.said is not None, self
        inside: dict[str, Any] = self.said["hookSpecificOutput"]
        return inside

    @property
    def runs(self) -> bool:
        """Whether a harness that allows the tool by itself would run the call: whatever doesn't block lets it pass."""
        if self.code == 2:
            return False
        return self.said is None or self.specific.get("permissionDecision") != "deny"


@dataclass(frozen=True)
class Harness:
    """One session of a harness. `environment` is all that the hook sees."""

    environment: Mapping[str, str]
    session: str = "session-1"
    more: tuple[str, ...] = ()
    command: tuple[str, ...] = COMMAND
    common: Mapping[str, Any] = field(default_factory=dict)

    def told(
        self, event: str, tool: str | None, args: Any, call_id: str | None, **more: Any
    ) -> dict[str, Any]:
        told: dict[str, Any] = {
            "session_id": self.session,
            "cwd": "/srv/project",
            "permission_mode": "default",
            "hook_event_name": NAMES[event],
            **self.common,
            **more,
        }
        if tool is not None:
            told |= {"tool_name": tool, "tool_input": args}
        if call_id is not None:
            told["tool_use_id"] = call_id
        return told

    @contextmanager
    def asking(
        self,
        event: str,
        tool: str | None = None,
        args: Any = None,
        call_id: str | None = "toolu_1",
        **more: Any,
    ) -> Iterator[subprocess.Popen[bytes]]:
        """The hook, started and told; it is killed if it still runs at the end."""
        process = self.start(event)
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(self.told(event, tool, args or {}, call_id, **more)).encode())
            process.stdin.close()
            process.stdin = None  # what `communicate` takes for: nothing is left to send
            yield process
        finally:
            if process.poll() is None:
                process.kill()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
            process.wait(PATIENCE_S)

    def start(self, event: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [*self.command, "claude", event, *self.more],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(self.environment),
        )

    def ask(
        self,
        event: str,
        tool: str | None = None,
        args: Any = None,
        call_id: str | None = "toolu_1",
        **more: Any,
    ) -> Ended:
        """The hook, told and answered."""
        with self.asking(event, tool, args, call_id, **more) as process:
            return ended(process)


def ended(process: subprocess.Popen[bytes]) -> Ended:
    """What a hook came to; it is waited for."""
    out, err = process.communicate(timeout=PATIENCE_S * 3)
    return Ended(process.returncode, json.loads(out) if out else None, err.decode())


def environment(home: Path, **more: str) -> dict[str, str]:
    """What a harness's environment has of a plain one, and nothing of ours but what is named."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return {**kept, "HOME": str(home), **more}
