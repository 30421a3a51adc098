"""The style sheet is made of tokens only, and the look switches while the program runs."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QLineEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from placet.settings import setting_of
from placet_gui.names import Name
from placet_gui.theme import portal
from placet_gui.theme.resources import read_text
from placet_gui.theme.style import (
    TEMPLATES,
    Choice,
    Theme,
    TintedFiles,
    palette,
    render,
    restyle,
    style_sheet,
)
from placet_gui.theme.tokens import Scheme, load_tokens


@pytest.fixture
def own_theme(theme: Theme) -> Iterator[Theme]:
    before = theme.choice
    yield theme
    theme.apply(before)


@pytest.mark.parametrize("scheme", Scheme)
def test_every_template_renders_with_the_tokens_that_there_are(scheme: Scheme) -> None:
    sheet = style_sheet(load_tokens(scheme), TintedFiles())
    assert "{{" not in sheet
    assert load_tokens(scheme).colour("accent_fill") in sheet


def test_a_template_that_names_an_unknown_token_is_an_error() -> None:
    with pytest.raises(KeyError):
        render("QWidget { color: {{ mauve }}; }", load_tokens(Scheme.DARK), TintedFiles())


def test_a_template_that_names_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        render("{{ icon unicorn text }}", load_tokens(Scheme.DARK), TintedFiles())


def test_an_icon_in_a_template_becomes_the_address_of_a_tinted_file() -> None:
    tokens = load_tokens(Scheme.DARK)
    icons = TintedFiles()
    address = render("{{ icon check accent }}", tokens, icons)
    assert tokens.colour("accent") in Path(address).read_text(encoding="utf-8")


def test_the_base_template_names_only_classes_of_qt() -> None:
    sheet = re.sub(
        r"/\*.*?\*/|\{[^{}]*\}", "", re.sub(r"\{\{.*?\}\}", "", read_text("qss", TEMPLATES[0])), flags=re.S
    )
    assert "#" not in sheet
    assert "[" not in sheet
    assert set(re.findall(r"\b[A-Z]\w+", sheet)) <= {
        word for word in re.findall(r"\b[A-Z]\w+", sheet) if word.startswith("Q")
    }


def test_our_template_names_only_object_names_that_there_are() -> None:
    sheet = re.sub(r"\{\{.*?\}\}", "", read_text("qss", TEMPLATES[2]))
    named = set(re.findall(r"#([a-z_]+)", sheet))
    assert named
    assert named <= {name.value for name in Name}


def test_the_palette_differs_between_the_schemes() -> None:
    light, dark = (palette(load_tokens(scheme)) for scheme in (Scheme.LIGHT, Scheme.DARK))
    for role in (QPalette.ColorRole.Window, QPalette.ColorRole.Text, QPalette.ColorRole.Base):
        assert light.color(role) != dark.color(role)


def test_applying_a_look_changes_the_program_at_once_and_says_so(
    own_theme: Theme, qtbot, qapp: QApplication
) -> None:
    own_theme.apply(Choice.LIGHT)
    before = qapp.palette().color(QPalette.ColorRole.Window)
    with qtbot.waitSignal(own_theme.changed):
        own_theme.apply(Choice.DARK)
    assert own_theme.tokens.scheme is Scheme.DARK
    assert qapp.palette().color(QPalette.ColorRole.Window) != before
    assert own_theme.tokens.colour("surface") in qapp.styleSheet()


def test_without_a_portal_the_system_look_is_one_of_the_two(own_theme: Theme) -> None:
    assert portal.wishes() == portal.Wishes()  # the tests have no session bus
    own_theme.apply(Choice.SYSTEM)
    assert own_theme.tokens.scheme in set(Scheme)


@pytest.mark.parametrize("choice", [Choice.CONTRAST_LIGHT, Choice.CONTRAST_DARK])
def test_strong_contrasts_are_looks_of_their_own(
    own_theme: Theme, qapp: QApplication, choice: Choice
) -> None:
    own_theme.apply(choice)
    assert own_theme.tokens.scheme is Scheme(choice.value)
    grounds = {qapp.palette().color(QPalette.ColorRole.Window).name(), "#ffffff", "#000000"}
    assert len(grounds) == 2


def test_the_system_look_follows_the_desktops_wish_for_contrast(
    own_theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    wishes = portal.Wishes(scheme=Scheme.DARK, contrast=True)
    monkeypatch.setattr(portal, "wishes", lambda: wishes)
    own_theme.apply(Choice.SYSTEM)
    assert own_theme.tokens.scheme is Scheme.CONTRAST_DARK
    own_theme.apply(Choice.LIGHT)
    assert own_theme.tokens.scheme is Scheme.LIGHT


def test_every_look_is_a_choice_and_a_setting() -> None:
    assert {it.value for it in Choice} == {"system", *Scheme}
    assert set(setting_of("appearance.theme").choices) == {it.value for it in Choice}


def test_a_widget_takes_on_the_style_of_a_property_that_changed(own_theme: Theme, qtbot) -> None:
    own_theme.apply(Choice.LIGHT)
    label = QLabel("x")
    frame = QFrame()
    qtbot.addWidget(label)
    qtbot.addWidget(frame)
    label.ensurePolished()
    before = label.palette().color(QPalette.ColorRole.WindowText)
    label.setProperty("role", "error")
    restyle(label)
    assert label.palette().color(QPalette.ColorRole.WindowText) != before


@pytest.mark.parametrize("look", [Choice.LIGHT, Choice.DARK])
def test_what_empties_a_field_has_the_looks_colour_and_stands_in_its_middle(
    own_theme: Theme, qtbot: QtBot, look: Choice
) -> None:
    own_theme.apply(look)
    field = QLineEdit("words")
    field.setClearButtonEnabled(True)
    qtbot.addWidget(field)
    field.show()
    qtbot.waitExposed(field)
    button = field.findChild(QToolButton)
    assert abs(button.geometry().center().y() - field.rect().center().y()) <= 1
    image = button.icon().pixmap(64).toImage()
    every = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    assert {it.name() for it in every if it.alpha() == 255} == {own_theme.tokens.colour("text_muted").lower()}


@pytest.mark.parametrize("choice", [Choice.LIGHT, Choice.DARK])
def test_a_chip_that_isnt_chosen_looks_like_one_that_can_be(
    own_theme: Theme, qtbot: QtBot, choice: Choice
) -> None:
    own_theme.apply(choice)
    chip = QPushButton("Running")
    chip.setCheckable(True)
    chip.setProperty("role", "chip")
    qtbot.addWidget(chip)
    chip.ensurePolished()

    def ink(group: QPalette.ColorGroup) -> str:
        return chip.palette().color(group, QPalette.ColorRole.ButtonText).name()

    assert ink(QPalette.ColorGroup.Active) == own_theme.tokens.colour("text")
    assert ink(QPalette.ColorGroup.Disabled) == own_theme.tokens.colour("disabled")
