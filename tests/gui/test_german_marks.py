"""What is masked or left out says so in the language of the console, wherever it stands."""

from __future__ import annotations

import pytest

from placet.api import read_diff
from placet.rules import masking
from placet_gui.said import said, with_marks_said
from placet_gui.theme.fonts import sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import told
from placet_gui.views.argument_text import ExactLabel
from tests.patient_bot import PatientBot


@pytest.mark.usefixtures("german")
def test_marks_for_what_is_masked_or_left_out_are_german_wherever_they_stand() -> None:
    for kind in {shape.kind for shape in masking._SHAPES}:
        chip = f"\u27e8{kind}, 40 characters, #3543c50b0cb9\u27e9"
        shown = with_marks_said(f"a {chip} b")
        assert shown.startswith("a \u27e8")
        assert shown.endswith(", 40 Zeichen, #3543c50b0cb9\u27e9 b")
        assert said(kind) != kind
    assert with_marks_said("\u27e8a token\u27e9") == "\u27e8ein Token\u27e9"
    gap = "\u27e81,200 lines of the difference are not shown\u27e9"
    assert with_marks_said(gap) == "\u27e81.200 Zeilen des Unterschieds nicht gezeigt\u27e9"
    cut = 'Creates the file "a\u27e87 characters not shown\u27e9b" with 3 bytes in this agent\'s folder.'
    assert "\u27e87 Zeichen nicht gezeigt\u27e9" in said(cut)


@pytest.mark.usefixtures("german")
def test_labels_say_their_marks_and_changes_their_notes_in_german(theme: Theme, qtbot: PatientBot) -> None:
    label = ExactLabel(theme, sans(13))
    qtbot.addWidget(label)
    label.setText("x\u27e89 characters not shown\u27e9y")
    assert label.text() == "x\u27e89 Zeichen nicht gezeigt\u27e9y"
    (note,) = read_diff(["\u27e87 lines of the difference are not shown\u27e9"])
    assert told(note).text == "7 Zeilen des Unterschieds nicht gezeigt"
