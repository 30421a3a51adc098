"""Lays the licences of all that a frozen program holds beside it, in FOLDER/licences: most of them ask for just that.

packaging/licences.py FOLDER, after the program was made there. Each package has a folder of its name with what its makers
say; `common` holds the texts that several of them only name. A package without any licence ends it with an error.
"""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from contents import libraries, licence, owner, packages

ROOT = Path(__file__).parent.parent
COMMON = Path("/usr/share/common-licenses")
NAMED = {"LGPL-3.0-only": ("LGPL-3", "GPL-3")}
"""What a package may name in place of a text of its own, and Debian's files with those texts."""
_TITLES = re.compile(r"(?i)licen[cs]e|copying|notice|authors")
_MEANT = re.compile(rf"{COMMON}/([\w.+-]*\w)")


def lay_out(folder: Path) -> None:
    """Make FOLDER/licences anew."""
    target = folder / "licences"
    shutil.rmtree(target, ignore_errors=True)
    for name, file in (*_ours(), *_packages(folder), *_libraries(folder)):
        place = target / name / file.name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    _bring_common(target)


def _ours() -> Iterator[tuple[str, Path]]:
    yield "placet", ROOT / "LICENSE"
    yield "CPython", Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"


def _packages(folder: Path) -> Iterator[tuple[str, Path]]:
    for name in packages(folder):
        found = distribution(name)
        files = [*_texts(found)] or [COMMON / it for it in _named(found)]
        if not files:
            raise SystemExit(f"placet: {name} is inside, and says its licence nowhere")
        yield from ((name, file) for file in files)


def _texts(found: Distribution) -> Iterator[Path]:
    for file in found.files or ():
        if ".dist-info" in file.parts[0] and _TITLES.match(file.name):
            yield Path(str(found.locate_file(file)))


def _named(found: Distribution) -> Iterator[str]:
    for word in re.findall(r"[\w.+-]+", licence(found.metadata)):
        yield from NAMED.get(word, ())


def _libraries(folder: Path) -> Iterator[tuple[str, Path]]:
    """By their sources: one says the same for each of its libraries."""
    for it in filter(None, map(owner, libraries(folder))):
        yield it.source, Path("/usr/share/doc") / it.package / "copyright"


def _bring_common(target: Path) -> None:
    """The whole texts that what was laid out only points to, since other systems haven't got them there."""
    told = "\n".join(it.read_text(encoding="utf-8", errors="replace") for it in target.glob("*/*"))
    for name in sorted({it for it in _MEANT.findall(told) if (COMMON / it).is_file()}):
        (target / "common").mkdir(exist_ok=True)
        shutil.copyfile(COMMON / name, target / "common" / name)


if __name__ == "__main__":
    lay_out(Path(sys.argv[1]))
