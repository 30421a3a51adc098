"""Answers about agents' code: its files, their sources and authorizations, and the log of its runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from placet.api import queries
from placet.api.reader import Reader
from placet.api.rows import block, line
from placet.api.views import CodeRow, FileListing, FileRow, FileSourceRow, RunRow
from placet.rules import diffs, strict_json
from placet.rules.basics import duration_ms
from placet.rules.code import why_no_code
from placet.rules.errors import BadInput
from placet.rules.records import AgentFile, Run, Task
from placet.rules.untrusted import findings
from placet.work.files import Files, FileState
from placet.work.roster import Roster

_MAX_LIMIT: Final = 1000
_ALL_LINES: Final = 1_000_000
"""Nothing of a source or of its change is left out: what is authorized is what was shown."""


class CodeReadings:
    """One method for each query about code. From any thread; files are read from the disk as they are now."""

    def __init__(self, *, reader: Reader, roster: Roster, files: Files) -> None:
        self._reader = reader
        self._roster = roster
        self._files = files
        self.answers: dict[type[queries.Query], Callable[[Any], Any]] = {
            queries.ListFiles: self._list_files,
            queries.GetFileSource: self._get_file_source,
            queries.ListRuns: self._list_runs,
        }

    def code_of(self, task: Task) -> CodeRow | None:
        """The code that a task would run or ran, as it was looked at when it was asked for."""
        target = {} if task.target is None else strict_json.load(task.target)
        code = target.get("code") if isinstance(target, dict) else None
        text = None if code is None else self._reader.source(code["sha256"])
        if code is None or text is None:
            return None
        return CodeRow(
            path=code["path"],
            shown_path=line(code["path"]),
            sha256=code["sha256"],
            authorized=code["authorized"],
            text=text,
            shown_text=block(text),
            findings=tuple(it.sentence for it in findings(text)),
        )

    def _list_files(self, query: queries.ListFiles) -> FileListing:
        states = self._files.states(self._roster.find(query.agent))
        return FileListing(files=tuple(map(_file_row, states.files)), truncated=states.truncated)

    def _get_file_source(self, query: queries.GetFileSource) -> FileSourceRow:
        source = self._files.source(self._roster.find(query.agent), query.path)
        diff = None
        if source.before is not None:
            diff = diffs.unified(source.before, source.text, source.state.path, max_lines=_ALL_LINES)
        return FileSourceRow(
            row=_file_row(source.state),
            shown_text=block(source.text),
            shown_diff=None if diff is None else block(diff),
            findings=tuple(it.sentence for it in findings(source.text)),
        )

    def _list_runs(self, query: queries.ListRuns) -> tuple[RunRow, ...]:
        if not 1 <= query.limit <= _MAX_LIMIT:
            raise BadInput(f"limit must be from 1 to {_MAX_LIMIT}.", pointer="/limit")
        agent_id = None if query.agent is None else self._roster.find(query.agent).id
        before = None if query.before is None else self._reader.run(query.before).id
        found = self._reader.runs(agent_id=agent_id, limit=query.limit, before=before)
        names = {agent.id: agent.name for agent in self._reader.agents()}
        return tuple(_run_row(run, names[run.agent_id]) for run in found)


def indexed_row(file: AgentFile) -> FileRow:
    """A file as a change of its authorization left it."""
    return FileRow(
        path=file.path,
        shown_path=line(file.path),
        is_code=why_no_code(file.path) is None,
        size_bytes=file.size,
        sha256=file.sha256,
        authorized=file.authorized,
        last_authorized=file.last_authorized,
    )


def _file_row(state: FileState) -> FileRow:
    return FileRow(
        path=state.path,
        shown_path=line(state.path),
        is_code=why_no_code(state.path) is None,
        size_bytes=state.size_bytes,
        sha256=state.sha256,
        authorized=state.authorized,
        last_authorized=state.last_authorized,
    )


def _run_row(run: Run, agent: str) -> RunRow:
    return RunRow(
        id=run.id,
        seq=run.seq,
        agent=agent,
        source=run.source,
        shown_source=line(run.source),
        sha256=run.sha256,
        authorized=run.authorized,
        started_by=run.started_by,
        asker=run.asker,
        shown_asker=None if run.asker is None else line(run.asker),
        task_id=run.task_id,
        status=run.status.value,
        started_at=run.started_at,
        ended_at=run.ended_at,
        duration_ms=duration_ms(run.started_at, run.ended_at),
        code=run.code,
        message=run.message,
        shown_message=block(run.message or ""),
        console=run.console,
        shown_console=block(run.console or ""),
    )
