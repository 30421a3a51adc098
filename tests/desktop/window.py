"""A window for the screen's own tests: a button that counts, a field that echoes, a list that opens."""

import sys

from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListWidget, QPushButton, QVBoxLayout, QWidget

from placet_gui.names import name_widget


class Window(QWidget):
    """Says in its label what was last done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Trial window")
        self._said = QLabel("nothing yet")
        button = QPushButton("Press")
        off = QPushButton("Off")
        off.setEnabled(False)
        field = QLineEdit()
        rows = QListWidget()
        rows.addItems(["first row", "second row"])
        name_widget(self._said, "trial_label", self._said.text())
        name_widget(button, "trial_button", "Press")
        name_widget(off, "trial_off", "Off")
        name_widget(field, "trial_field", "Words")
        name_widget(rows, "trial_rows", "Rows")
        button.clicked.connect(lambda: self._say("pressed"))
        field.textChanged.connect(lambda text: self._say(f"typed {text}"))
        rows.currentTextChanged.connect(lambda text: self._say(f"chose {text}"))
        column = QVBoxLayout(self)
        for part in (self._said, button, off, field, rows):
            column.addWidget(part)

    def _say(self, words: str) -> None:
        self._said.setText(words)
        self._said.setAccessibleName(words)


if __name__ == "__main__":
    application = QApplication(["trial"])
    window = Window()
    window.show()
    sys.exit(application.exec())
