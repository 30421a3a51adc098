"""The files of the project, as the checks in this folder see them: what is made or downloaded is left out."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE_ROOTS = (".ci", "engine", "gui", "packaging", "resources", "tests")
GENERATED = {"packaging/lock.txt", "packaging/uv.txt"}
TEXT_SUFFIXES = {"", ".in", ".json", ".md", ".mjs", ".py", ".qss", ".sh", ".svg", ".toml", ".txt"}


def project_files(*suffixes: str, under: tuple[str, ...] = SOURCE_ROOTS) -> Iterator[Path]:
    """Every text file of the project with one of these suffixes (none given: all of them), paths absolute."""
    for path in (*ROOT.iterdir(), *(file for top in under for file in (ROOT / top).rglob("*"))):
        wanted = path.suffix in (suffixes or TEXT_SUFFIXES) and not path.name.startswith(".coverage")
        if wanted and path.is_file() and "__pycache__" not in path.parts and short(path) not in GENERATED:
            yield path


def short(path: Path) -> str:
    """The path as a reader of a failure wants it: from the top of the project."""
    return path.relative_to(ROOT).as_posix()
