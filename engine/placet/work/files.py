"""An agent's files of code: which bytes are authorized, by whom, and what they say (DECISIONS T21)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from placet.ledger.ledger import Ledger
from placet.rules.authority import Authority, Via
from placet.rules.code import why_no_code
from placet.rules.errors import BadInput, DigestMismatch, DigestRequired, NotFound, ToolFailed
from placet.rules.ports import FileChange
from placet.rules.records import Agent, AgentFile
from placet.tools.code.reading import CodeFile, read_code
from placet.tools.files.listing import ListedFile, list_files
from placet.work.roster import Roster


@dataclass(frozen=True, kw_only=True)
class FileState:
    """A file as it lies in the folder now. `authorized`: these very bytes are.

    `last_authorized` is the digest of the bytes that were authorized last in this place.
    """

    path: str
    size_bytes: int
    sha256: str | None
    authorized: bool
    last_authorized: str | None = None


@dataclass(frozen=True, kw_only=True)
class FileStates:
    """The files of a folder by path; `truncated` when there are more than a listing holds."""

    files: tuple[FileState, ...]
    truncated: bool


@dataclass(frozen=True, kw_only=True)
class FileSource:
    """A file's text with its state; `before` is the text that was authorized last, None when none ever was."""

    state: FileState
    text: str = field(repr=False)
    before: str | None = field(repr=False, default=None)


class Files:
    """Reads and marks files. Callers have checked that whoever authorizes may: the owner, or authorized code."""

    def __init__(self, *, ledger: Ledger, roster: Roster) -> None:
        self._ledger = ledger
        self._roster = roster

    def states(self, agent: Agent) -> FileStates:
        """All files of an agent's folder as they are now. Reads the disk; from any thread.

        Raises:
            ToolFailed: the folder is gone.
        """
        known = {file.path: file for file in self._ledger.reads.files(agent.id)}
        listing = list_files(self._roster.declaration(agent).folder)
        states = (_state(file, known.get(file.path)) for file in listing.files)
        return FileStates(files=tuple(states), truncated=listing.truncated)

    def source(self, agent: Agent, path: str) -> FileSource:
        """What a file says now, and what it said when it was authorized last. Reads the disk; from any thread.

        Raises:
            NotFound: there is no such file. ToolFailed: it can't be shown as code.
        """
        file = self._read(agent, path)
        known = self._ledger.reads.file(agent.id, path)
        before = known.last_authorized if known else None
        listed = ListedFile(path=file.path, size_bytes=len(file.data), sha256=file.sha256)
        return FileSource(
            state=_state(listed, known),
            text=file.text,
            before=None if before is None else self._ledger.reads.source(before),
        )

    async def authorize(
        self, agent: Agent, path: str, *, authorized: bool, sha256: str | None, by: Authority
    ) -> AgentFile:
        """Authorize a file's bytes as they are now, or take that back. `sha256` is what whoever decides was shown.

        Raises:
            BadInput: no code is in a file of this name. NotFound: there is no such file. ToolFailed: it can't be run.
            DigestMismatch: its bytes aren't the ones that were shown. DigestRequired: the window says what it showed.
        """
        if not authorized:
            return await self._ledger.commit(lambda tx: tx.deauthorize_file(agent.id, path, by))
        _check_path(path)
        if sha256 is None and by.via is Via.WINDOW:
            raise DigestRequired("Authorizing a file must name the digest of the bytes that were shown.")
        file = await asyncio.to_thread(self._read, agent, path)
        if sha256 is not None and sha256 != file.sha256:
            raise DigestMismatch("The file's bytes are not the ones that were shown.", sha256=file.sha256)
        change = FileChange(path=path, size_bytes=len(file.data), sha256=file.sha256)
        return await self._ledger.commit(lambda tx: tx.authorize_file(agent.id, change, file.text, by))

    def _read(self, agent: Agent, path: str) -> CodeFile:
        try:
            return read_code(self._roster.declaration(agent).folder, path)
        except ToolFailed as failed:
            if failed.code == "not_found":
                raise NotFound(failed.message) from None
            raise


def _check_path(path: str) -> None:
    why = why_no_code(path)
    if why is not None:
        raise BadInput(why, pointer="/path")


def _state(file: ListedFile, known: AgentFile | None) -> FileState:
    same = known is not None and known.authorized and known.sha256 == file.sha256
    return FileState(
        path=file.path,
        size_bytes=file.size_bytes,
        sha256=file.sha256,
        authorized=same,
        last_authorized=known.last_authorized if known else None,
    )
