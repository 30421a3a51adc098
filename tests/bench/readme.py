"""Puts the figures of a run into the README: `python -m tests.bench.readme FILE...`, from the checkout's root.

Each FILE is what `placet bench --json`, or a measurement of this folder (`console`, `installed`, `hooking`), printed. A row
that one of them couldn't measure is taken from another that did. The rows are kept beside this file, so that a test can hold
the README to them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from placet.bench import table
from placet.bench.measures import Measured
from tests.architecture.tree import ROOT

FIGURES: Final = Path(__file__).with_name("figures.json")
README: Final = ROOT / "README.md"
TOLD_BY: Final = {
    "1,000,000 rows: first paint, scroll, memory": "first paint, 1,000,000 rows to 10,000",
    "GUI stalls over 50 ms": "gaps over 50 ms in 60 s, inbox",
    "other engines beside it": "beside DBOS on SQLite: durable creation",
    "shim with an answer by rule, p50": "hook as installed, p50",
}
"""Rows that only say that another run measures them, and a row of the run that did."""
_MARKED: Final = re.compile(r"(?s)(<!-- bench -->\n).*?(<!-- /bench -->)")


def together(runs: Iterable[list[Measured]]) -> list[Measured]:
    """The rows of several runs. Of a name that several have, the first that was measured counts."""
    found: dict[str, Measured] = {}
    for row in (it for run in runs for it in run):
        if row.name not in found or found[row.name].ours is None:
            found[row.name] = row
    measured = [row for row in found.values() if row.ours is not None]
    return [*measured, *(row for row in found.values() if row.ours is None)]


def filled(readme: str, rows: Sequence[Measured]) -> str:
    """The README's text with these rows in the place of its own."""
    found = {row.name for row in rows}
    lines = "\n".join(table.markdown(row for row in rows if TOLD_BY.get(row.name) not in found))
    return _MARKED.sub(lambda found: f"{found[1]}{lines}\n{found[2]}", readme)


def kept() -> list[Measured]:
    """The rows that the README shows."""
    return table.read(FIGURES.read_text(encoding="utf-8"), FIGURES)


def main(files: list[Path]) -> None:
    """Keep the rows of these files, and show them in the README."""
    rows = together(table.read(file.read_text(encoding="utf-8"), file) for file in files)
    document = {"rows": [row.as_json() for row in rows]}
    FIGURES.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    README.write_text(filled(README.read_text(encoding="utf-8"), rows), encoding="utf-8")


if __name__ == "__main__":
    main([Path(word) for word in sys.argv[1:]])
