"""A terminal in which somebody follows a page: one shell for all of its blocks, and what is printed is read as it comes."""

import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.flows.house import PATIENCE_S

_VARYING = (
    (re.compile(r"task_[\w-]+"), "task_..."),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "..."),
)
"""What a page can't know beforehand, and how it prints that."""


class Terminal:
    """A shell at work. Whatever fails in it ends it, and then nothing more is seen."""

    def __init__(self, shell: "subprocess.Popen[str]") -> None:
        self._shell = shell
        self.printed: list[str] = []

    def say(self, block: str) -> None:
        """Type a block; it isn't waited for."""
        assert self._shell.stdin is not None
        self._shell.stdin.write(f"{block}\n")
        self._shell.stdin.flush()

    def see(self, lines: str) -> None:
        """Read on until each of these lines was printed, in any order: a command in the background speaks when it likes."""
        assert self._shell.stdout is not None
        awaited = lines.splitlines()
        while awaited:
            line = self._shell.stdout.readline()
            assert line, ("the shell ended", awaited, self.printed)
            self.printed.append(_as_a_page_says(line.rstrip("\n")))
            if self.printed[-1] in awaited:
                awaited.remove(self.printed[-1])

    def leave(self) -> int:
        """Close it; how its last command ended."""
        assert self._shell.stdin is not None
        self._shell.stdin.close()
        return self._shell.wait(PATIENCE_S)


def _as_a_page_says(line: str) -> str:
    for varying, said in _VARYING:
        line = varying.sub(said, line)
    return line


@contextmanager
def terminal(folder: Path, environment: Mapping[str, str]) -> Iterator[Terminal]:
    """A shell in this folder, which is ended where its reader leaves it."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        ["/bin/bash", "-euo", "pipefail"],
        cwd=folder,
        env=environment,
        stdin=pipe,
        stdout=pipe,
        stderr=subprocess.STDOUT,
        text=True,
    ) as shell:
        try:
            yield Terminal(shell)
        finally:
            if shell.poll() is None:
                shell.kill()
