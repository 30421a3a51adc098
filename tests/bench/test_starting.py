"""How the start of a window is measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.starting import _seen

SAID = "print('painted', flush=True)\n"
SILENT = "import threading\nthreading.Event().wait()\n"


def test_each_word_has_the_time_at_which_it_was_said(tmp_path: Path) -> None:
    first, second = _seen(SAID + "print('ready', flush=True)", ("painted", "ready"), tmp_path)
    assert 0 < first <= second


@pytest.mark.parametrize("then", [SILENT, ""], ids=["shows another page", "ends"])
def test_a_window_that_never_says_its_word_is_told_of_and_not_waited_for(tmp_path: Path, then: str) -> None:
    with pytest.raises(RuntimeError, match=r"never said .* its ledger is gone"):
        _seen(SAID + then, ("painted", "ready"), tmp_path, patience_s=2)
