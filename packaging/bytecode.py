"""Compiles what Placet loads, as Python would at the first start: its own sources, and the packages that it depends on.

Runs nothing of them. Without it the first start takes twice as long, and where PYTHONDONTWRITEBYTECODE is set each one does.
"""

from __future__ import annotations

import compileall
import re
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

_ROOT = Path(__file__).parent.parent


def main() -> None:
    """Compile whatever isn't compiled yet. What can't be compiled is left to whoever loads it."""
    for folder in ("engine", "gui"):
        compileall.compile_dir(_ROOT / folder, quiet=2)
    for package in _needed("placet"):
        for file in package.files or ():
            if file.suffix == ".py":
                compileall.compile_file(package.locate_file(file), quiet=2)


def _needed(name: str) -> Iterator[Distribution]:
    """A package and all that it depends on, without what it only can be used with."""
    left, seen = [name], set[str]()
    while left:
        one = left.pop()
        if one in seen:
            continue
        seen.add(one)
        try:
            found = distribution(one)
        except PackageNotFoundError:  # of another system, or of another Python
            continue
        yield found
        asked = (line for line in found.requires or () if "extra ==" not in line)
        left += (match[0] for line in asked if (match := re.match(r"[\w.-]+", line)))


if __name__ == "__main__":
    main()
