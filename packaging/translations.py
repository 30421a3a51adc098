"""Keeps the console's translations; Qt's own tools, which come with PySide6, do the work.

    .venv/bin/python packaging/translations.py update   after texts were added or changed: takes them into the .ts
                                                        files of resources/translations, where they are translated
    .venv/bin/python packaging/translations.py          makes the catalogues (.qm) that are older than their .ts

The builder of the wheel, packaging/setup and the tests make what is missing. The catalogues aren't in the repository.
"""

import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "translations"
SOURCES = ROOT / "gui" / "placet_gui"


class Catalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Has what a build takes along made first, for an editable install as well."""

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        """Called before anything is collected."""
        make()


def make(folder: Path = FOLDER) -> None:
    """Make the catalogues that are missing or older than their source. Two at a time do no harm."""
    for source in sorted(FOLDER.glob("*.ts")):
        made = folder / f"{source.stem}.qm"
        if not made.exists() or made.stat().st_mtime_ns < source.stat().st_mtime_ns:
            with tempfile.TemporaryDirectory(dir=folder) as place:
                fresh = Path(place) / made.name
                _run("lrelease", "-silent", "-removeidentical", source, "-qm", fresh)
                fresh.replace(made)


def update(folder: Path = FOLDER) -> None:
    """Take the texts of the sources into the .ts files; what is translated stays, what is gone goes."""
    sources = sorted(SOURCES.rglob("*.py"))
    common = (
        "-silent",
        "-no-obsolete",
        "-locations",
        "none",
        "-tr-function-alias",
        "QT_TRANSLATE_NOOP+=noop",
    )
    _run("lupdate", *common, *sources, "-target-language", "de", "-ts", folder / "placet_de.ts")
    _run(
        "lupdate", *common, "-pluralonly", *sources, "-target-language", "en", "-ts", folder / "placet_en.ts"
    )


def _run(tool: str, *arguments: object) -> None:
    found = find_spec("PySide6")
    if found is None or found.origin is None:
        raise RuntimeError("PySide6, whose tools make the catalogues, isn't installed")
    program = Path(found.origin).with_name(tool)
    subprocess.run([str(program), *map(str, arguments)], check=True)  # noqa: S603  Qt's own, from its wheel


if __name__ == "__main__":
    if sys.argv[1:] == ["update"]:
        update()
    make()
