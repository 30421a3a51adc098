"""Icons: all that are named are there, all that are there are named, and each takes its token's colour."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

import placet_gui
from placet_gui.theme import icons, style
from placet_gui.theme.icons import icon, pixmap, tinted_svg
from placet_gui.theme.resources import resources_folder
from placet_gui.theme.style import Theme
from placet_gui.theme.tokens import Scheme, load_tokens

FILES = {path.stem for path in resources_folder().joinpath("icons").glob("*.svg")}


def named_in_the_source() -> set[str]:
    sources = [*Path(placet_gui.__file__).parent.rglob("*.py"), *resources_folder().rglob("*.qss")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    return {name for name in FILES if re.search(rf"[\"' ]{re.escape(name)}[\"' ]", text)}


def test_no_icon_comes_along_that_nobody_shows() -> None:
    assert named_in_the_source() == FILES


def test_the_licence_lies_beside_the_icons_and_the_fonts() -> None:
    assert "ISC License" in resources_folder().joinpath("icons", "LICENSE").read_text(encoding="utf-8")
    for face in ("Inter", "JetBrainsMono"):
        licence = resources_folder().joinpath("fonts", f"{face}-OFL.txt").read_text(encoding="utf-8")
        assert "SIL OPEN FONT LICENSE" in licence


@pytest.mark.parametrize("name", sorted(FILES))
def test_an_icon_is_drawn_in_the_colour_that_is_asked_for(name: str, theme: Theme) -> None:
    colour = load_tokens(Scheme.DARK).colour("accent")
    assert "currentColor" not in tinted_svg(name, colour)
    drawn = pixmap(name, colour, 24).toImage()
    solid = {
        drawn.pixelColor(x, y).name()
        for x in range(drawn.width())
        for y in range(drawn.height())
        if drawn.pixelColor(x, y).alpha() == 255
    }
    assert QColor(colour).name() in solid


def test_a_disabled_icon_is_drawn_in_the_colour_of_what_cannot_be_used(theme: Theme) -> None:
    tokens = load_tokens(Scheme.LIGHT)
    made = icon("check", "text", tokens)
    plain = made.pixmap(16, QIcon.Mode.Normal).toImage()
    faded = made.pixmap(16, QIcon.Mode.Disabled).toImage()
    assert plain != faded


def test_an_icon_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        pixmap("unicorn", "#000000", 16)


def test_icons_are_drawn_for_the_screens_that_there_are_and_anew_for_others(
    theme: Theme, qapp, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = load_tokens(Scheme.LIGHT)
    assert icon("check", "text", tokens).availableSizes() == [QSize(16, 16)]
    monkeypatch.setattr(icons, "screen_scales", lambda: (1.0, 2.0))
    monkeypatch.setattr(style, "screen_scales", icons.screen_scales)
    with qtbot.waitSignal(theme.changed):
        qapp.screenAdded.emit(qapp.primaryScreen())
    assert sorted(it.width() for it in icon("check", "text", tokens).availableSizes()) == [16, 32]
