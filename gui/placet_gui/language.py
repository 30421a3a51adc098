"""The language that the console speaks: which one, and the catalogues that it needs for that."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from placet_gui.theme.resources import resources_folder

SYSTEM: Final = "system"
_HOMES: Final = {"en": "en_US", "de": "de_DE"}
"""The languages that there are, and whose way of writing numbers goes with each where the system says nothing."""
_NAME: Final = "placet_language"


def speak(qt: QApplication, choice: str) -> None:
    """Have everything that is made from now on speak a language: `system`, or one of those that there are.

    What is on the screen already stays as it is, so this comes before the first window. The direction in which
    pages are laid out goes with the language.

    Raises:
        RuntimeError: the catalogue isn't there, so the program isn't whole.
    """
    language = _language(choice)
    for translator in qt.findChildren(QTranslator, _NAME):
        qt.removeTranslator(translator)
        translator.deleteLater()
    locale = _locale(choice, language)
    QLocale.setDefault(locale)
    _learn(qt, f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    if not _learn(qt, f"placet_{language}", str(resources_folder() / "translations")):
        raise RuntimeError(f"the catalogue of {language} is missing; packaging/setup makes it")
    qt.setLayoutDirection(locale.textDirection())


def _language(choice: str) -> str:
    if choice in _HOMES:
        return choice
    wishes = (wish.partition("-")[0] for wish in QLocale.system().uiLanguages())
    return next((wish for wish in wishes if wish in _HOMES), "en")


def _locale(choice: str, language: str) -> QLocale:
    """The system's own way of writing numbers and dates where it is that of the language."""
    system = QLocale.system()
    if choice not in _HOMES and QLocale.languageToCode(system.language()) == language:
        return system
    return QLocale(_HOMES[language])


def _learn(qt: QApplication, name: str, folder: str) -> bool:
    translator = QTranslator(qt)
    translator.setObjectName(_NAME)
    return translator.load(name, folder) and qt.installTranslator(translator)
