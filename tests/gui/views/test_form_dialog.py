"""A form on a low screen."""

from itertools import pairwise

from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QVBoxLayout

from placet_gui.names import plain_label
from placet_gui.views.form_dialog import FormDialog
from tests.patient_bot import PatientBot


def form() -> FormDialog:
    made = FormDialog()
    made.setFixedWidth(320)
    column = QVBoxLayout(made)
    text = QPlainTextEdit()
    text.setMinimumHeight(120)
    made.words = plain_label("A sentence that needs more than a line here, and again. " * 3)
    made.words.setWordWrap(True)
    made.button = QPushButton("Start")
    for part in (made.words, text, made.button):
        column.addWidget(part)
    return made


def gaps(dialog: FormDialog) -> list[int]:
    column = dialog.layout()
    parts = [column.itemAt(number).geometry() for number in range(column.count())]
    return [after.top() - before.bottom() - 1 for before, after in pairwise(parts)]


def test_it_is_never_lower_than_its_parts_need_with_the_room_between_them(qtbot: PatientBot) -> None:
    dialog = form()
    qtbot.addWidget(dialog)
    dialog.resize(320, 10)
    dialog.show()
    qtbot.waitUntil(lambda: gaps(dialog) == [dialog.layout().spacing()] * 2)
    assert dialog.words.height() >= dialog.words.heightForWidth(dialog.words.width())


def test_what_it_says_later_makes_it_higher_where_it_must(qtbot: PatientBot) -> None:
    dialog = form()
    qtbot.addWidget(dialog)
    dialog.resize(320, 10)
    dialog.show()
    before_px = dialog.height()
    dialog.words.setText("Another sentence, which is a good deal longer than what stood here. " * 8)
    qtbot.waitUntil(lambda: dialog.height() > before_px)
    assert dialog.words.height() >= dialog.words.heightForWidth(dialog.words.width())
