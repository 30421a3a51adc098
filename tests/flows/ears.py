"""Programs that a trigger's target names: they write down what they hear, and some wait to be let go."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_HEAR = 'cat > "$0/$$.part" && mv "$0/$$.part" "$0/$$.json"'
_WAIT = f'{_HEAR}; mkfifo "$0/$$.made" && mv "$0/$$.made" "$0/$$.gate"; read -r line < "$0/$$.gate"'


@dataclass
class Ear:
    """A folder, outside of every agent's, in which each run of the program leaves the event that it was given."""

    folder: Path

    def __post_init__(self) -> None:
        self.folder.mkdir()

    def hearing(self, **more: Any) -> dict[str, Any]:
        """A target that writes the event down and ends."""
        return {"scope": "system", "command": ["/bin/sh", "-c", _HEAR, str(self.folder)], **more}

    def waiting(self, **more: Any) -> dict[str, Any]:
        """A target that writes the event down and then stands still until `let_go`."""
        return {"scope": "system", "command": ["/bin/sh", "-c", _WAIT, str(self.folder)], **more}

    def events(self) -> list[dict[str, Any]]:
        """What was heard, in the order in which it happened."""
        heard = [json.loads(path.read_text()) for path in self.folder.glob("*.json")]
        return sorted(heard, key=lambda it: str(it["time"]))

    def tasks(self) -> list[str]:
        """The ids of the tasks that were heard of, those of one array one by one, sorted."""
        data = [it["data"] for it in self.events()]
        flat = [one for it in data for one in (it if isinstance(it, list) else [it])]
        return sorted(it["task"]["id"] for it in flat)

    def gates(self) -> list[Path]:
        """One for each program that stands still."""
        return sorted(self.folder.glob("*.gate"))

    def let_go(self) -> int:
        """Let every program go that stands still now; says how many."""
        gates = self.gates()
        for gate in gates:
            descriptor = os.open(gate, os.O_WRONLY)  # blocks until the program reads: it is about to
            gate.unlink()
            os.write(descriptor, b"go\n")
            os.close(descriptor)
        return len(gates)


def trigger(*targets: dict[str, Any], name: str = "on_task_complete", enabled: bool = True) -> dict[str, Any]:
    """The part of a declaration that has these targets."""
    return {name: {"enabled": enabled, "targets": list(targets)}}
