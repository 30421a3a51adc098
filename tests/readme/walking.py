"""Runs what the pages print: their shell blocks, against an engine that its own first commands made."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.flows.house import PATIENCE_S
from tests.readme.pages import text_with

BIN = Path(sys.executable).parent


def printed_blocks(chapter: str) -> list[str]:
    """The shell blocks of a chapter, in order; `chapter` is the word of the remark that marks its beginning."""
    text = text_with(chapter).split(f"<!-- {chapter} -->")[1].split("\n## ")[0]
    return re.findall(r"```bash\n(.*?)```", text, re.DOTALL)


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}


def command_of(block: str, verb: str) -> list[str]:
    """The command line of a block that begins with this verb, without its comment and its ampersand."""
    (line,) = [it for it in block.splitlines() if it.startswith(f"placet {verb}")]
    return shlex.split(line.split("#")[0].rstrip("& "))


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, str]]:
    """What the walk's first block gives, run in this folder: an address and an owner's token."""
    first = printed_blocks("walk")[0]
    made = subprocess.run(
        command_of(first, "init"), cwd=folder, env=environment(), capture_output=True, text=True, check=True
    )
    process = subprocess.Popen(
        command_of(first, "serve"), cwd=folder, env=environment(), stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        yield ready["url"], json.loads(made.stdout)["owner_token"]
        process.terminate()
        assert process.wait(timeout=PATIENCE_S) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdout.close()


def documents(text: str) -> list[dict[str, Any]]:
    """The JSON documents that a script printed one after the other, whatever stands between them."""
    decoder, found, at = json.JSONDecoder(), [], 0
    while (start := text.find("{", at)) != -1:
        value, at = decoder.raw_decode(text, start)
        found.append(value)
    return found
