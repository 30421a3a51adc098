"""Finds the files that come with the console: fonts, icons, style templates, tokens."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def resources_folder() -> Path:
    """The folder of resources: inside the installed package, else the `resources` of the checkout.

    An editable install doesn't see hatchling's force-include, hence the second place.

    Raises:
        RuntimeError: neither is there, so the program isn't whole.
    """
    for folder in (_PACKAGE / "resources", _PACKAGE.parents[1] / "resources"):
        if (folder / "tokens.json").is_file():
            return folder
    raise RuntimeError("the console's resources are missing; install Placet again")


def read_text(*parts: str) -> str:
    """The text of one resource, named by its path below the folder."""
    return resources_folder().joinpath(*parts).read_text(encoding="utf-8")
