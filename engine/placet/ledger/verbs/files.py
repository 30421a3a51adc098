"""The verbs on the index of agents' files: what Placet's own tools left where, and what is authorized (DECISIONS T21)."""

from __future__ import annotations

from placet.ledger import rows, writes
from placet.ledger.verbs.base import VerbBase
from placet.rules.authority import Authority
from placet.rules.basics import AgentId
from placet.rules.errors import NotFound
from placet.rules.events import FileAuthorized, FileDeauthorized
from placet.rules.ports import FileChange
from placet.rules.records import AgentFile


class FileVerbs(VerbBase):
    """Keeps the index. It says what a tool of ours wrote last, not what the disk holds: others write there too.

    So a file's mark says which bytes are authorized, and whoever runs a file compares them.
    """

    def index_file(self, agent_id: AgentId, change: FileChange) -> None:
        """Note a file as a tool left it, or that the tool deleted it. Either takes its mark away, and tells."""
        before = self.indexed_file(agent_id, change.path)
        if before is not None and before.authorized:
            self._tell_deauthorized(before, None)
        if change.sha256 is None:
            self._run(writes.FORGET_FILE, _key(agent_id, change.path))
        elif before is None:
            self._insert_file(agent_id, change)
        else:
            # A clock set back never makes a file older than it is: the statement sees to it.
            given = {"p_size": change.size_bytes, "p_sha256": change.sha256, "p_now": self.now}
            self._run(writes.REWRITE_FILE, {**_key(agent_id, change.path), **given})

    def _insert_file(self, agent_id: AgentId, change: FileChange) -> None:
        values = {
            "size": change.size_bytes,
            "sha256": change.sha256,
            "authorized": 0,
            "last_authorized": None,
        }
        times = {"created_at": self.now, "updated_at": self.now}
        self._run(writes.INSERT_FILE, {"agent_id": agent_id, "path": change.path, **values, **times})

    def indexed_file(self, agent_id: AgentId, path: str) -> AgentFile | None:
        """A file as the index has it in this transaction, or None."""
        row = self._one(writes.SELECT_FILE, **_key(agent_id, path))
        return rows.file(row) if row else None

    def keep_source(self, sha256: str, text: str) -> None:
        """Keep code as somebody is shown it, by the digest of its bytes; keeping it again changes nothing."""
        if self._one(writes.SELECT_SOURCE, p_sha256=sha256) is None:
            self._run(writes.INSERT_SOURCE, {"sha256": sha256, "text": text})

    def authorize_file(self, agent_id: AgentId, change: FileChange, text: str, by: Authority) -> AgentFile:
        """Mark exactly these bytes in this place as authorized, and tell; told once, a repeat changes nothing.

        `text` is what the bytes say. Callers have checked that `by` may.
        """
        path, sha256 = change.path, str(change.sha256)
        before = self.indexed_file(agent_id, path)
        if before is not None and before.authorized and before.sha256 == sha256:
            return before
        self.index_file(agent_id, change)
        self.keep_source(sha256, text)
        self._run(writes.AUTHORIZE_FILE, {**_key(agent_id, path), "p_sha256": sha256})
        self.record(FileAuthorized(agent_id=agent_id, path=path, sha256=sha256, by=by.name, via=by.via.value))
        return self._file(agent_id, path)

    def deauthorize_file(self, agent_id: AgentId, path: str, by: Authority) -> AgentFile:
        """Take a file's mark away, and tell; a file without one stays as it is.

        Raises:
            NotFound: the index has no such file.
        """
        before = self._file(agent_id, path)
        if before.authorized:
            self._run(writes.DEAUTHORIZE_FILE, _key(agent_id, path))
            self._tell_deauthorized(before, by)
        return self._file(agent_id, path)

    def _tell_deauthorized(self, file: AgentFile, by: Authority | None) -> None:
        name, via = (None, None) if by is None else (by.name, by.via.value)
        self.record(
            FileDeauthorized(agent_id=file.agent_id, path=file.path, sha256=file.sha256, by=name, via=via)
        )

    def _file(self, agent_id: AgentId, path: str) -> AgentFile:
        file = self.indexed_file(agent_id, path)
        if file is None:
            raise NotFound("There is no such file.")
        return file


def _key(agent_id: AgentId, path: str) -> dict[str, str]:
    return {"p_agent_id": agent_id, "p_path": path}
