"""Makes the catalogues of the console's languages, as packaging/setup does; nothing where they are there and new."""

import importlib.util
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "resources" / "translations"


def translations() -> ModuleType:
    """The program that keeps them."""
    place = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert place is not None
    assert place.loader is not None
    made = importlib.util.module_from_spec(place)
    place.loader.exec_module(made)
    return made


def make() -> None:
    """Make those that are missing or old."""
    if any(_is_old(source) for source in FOLDER.glob("*.ts")):
        translations().make()


def _is_old(source: Path) -> bool:
    made = source.with_suffix(".qm")
    return not made.exists() or made.stat().st_mtime_ns < source.stat().st_mtime_ns
