"""Programs that a trigger's target names: they write down what they hear, and some wait to be let go."""

import json
import os
import select
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.flows.house import PATIENCE_S

_HEAR = 'cat > "$0/$$.part" && mv "$0/$$.part" "$0/$$.json"'
_WAIT = f'{_HEAR}; mkfifo "$0/$$.gate"; echo $$ > "$0/arrivals"; read -r line < "$0/$$.gate"'


@dataclass
class Ear:
    """A folder, outside of every agent's, in which each run of the program leaves the event that it was given."""

    folder: Path
    _arrivals: int = field(init=False)

    def __post_init__(self) -> None:
        self.folder.mkdir()
        os.mkfifo(self.folder / "arrivals")
        self._arrivals = os.open(self.folder / "arrivals", os.O_RDWR)

    def close(self) -> None:
        os.close(self._arrivals)

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

    def arrived(self, count: int) -> list[str]:
        """The next programs that stand still, once there are so many."""
        names = b""
        while names.count(b"\n") < count:
            assert select.select([self._arrivals], [], [], PATIENCE_S)[0], "nobody came"
            names += os.read(self._arrivals, 4096)
        return names.decode().split()

    def let_go(self, name: str) -> None:
        """Let a program go that stands still."""
        descriptor = os.open(
            self.folder / f"{name}.gate", os.O_WRONLY
        )  # until it reads, which it is about to
        os.write(descriptor, b"go\n")
        os.close(descriptor)


def trigger(*targets: dict[str, Any], name: str = "on_task_complete", enabled: bool = True) -> dict[str, Any]:
    """The part of a declaration that has these targets."""
    return {name: {"enabled": enabled, "targets": list(targets)}}
