"""The verbs on the index of agents' files: what Placet's own tools left where (DECISIONS T21)."""

from __future__ import annotations

from placet.ledger import writes
from placet.ledger.verbs.base import VerbBase
from placet.rules.basics import AgentId
from placet.rules.ports import FileChange


class FileVerbs(VerbBase):
    """Keeps the index. It says what a tool of ours wrote last, not what the disk holds: others write there too."""

    def index_file(self, agent_id: AgentId, change: FileChange) -> None:
        """Note a file as a tool left it, or that the tool deleted it."""
        key = {"agent_id": agent_id, "path": change.path}
        if change.sha256 is None:
            self._run(writes.FORGET_FILE, {f"p_{name}": value for name, value in key.items()})
            return
        # A clock set back never makes a file older than it is.
        row = self._one(writes.SELECT_FILE, **{f"p_{name}": value for name, value in key.items()})
        created_at, updated_at = row or (self.now, self.now)
        values = {"size": change.size_bytes, "sha256": change.sha256, "created_at": created_at}
        self._run(writes.PUT_FILE, {**key, **values, "updated_at": max(self.now, updated_at)})
