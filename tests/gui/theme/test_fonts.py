"""The faces hold what is shown, and join no characters."""

import pytest
from PySide6.QtGui import QFont, QFontInfo, QRawFont, QTextLayout

from placet_gui.theme.fonts import MONO, SANS, mono, sans
from placet_gui.theme.style import Theme

pytestmark = pytest.mark.usefixtures("theme")
SHOWN = "⟨⟩⏎→←…·–—“”‘’×−•≥≠äßçñőŁžĐ" + "\u03a9\u0416" + "0Oo1lI|{}[]"


@pytest.mark.parametrize("families", [SANS, MONO], ids=["sans", "mono"])
def test_every_character_that_the_window_writes_has_a_glyph(families: tuple[str, ...]) -> None:
    faces = [QRawFont.fromFont(QFont(family)) for family in families]
    missing = [it for it in SHOWN if not any(face.supportsCharacter(ord(it)) for face in faces)]
    assert missing == []


@pytest.mark.parametrize(("font", "family"), [(sans(13), "Inter"), (mono(13), "JetBrains Mono")])
def test_the_faces_that_come_along_are_the_ones_used(font: QFont, family: str, theme: Theme) -> None:
    assert QFontInfo(font).family() == family


@pytest.mark.parametrize("weight", [QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold])
def test_each_weight_of_the_sans_is_a_face_of_its_own(weight: QFont.Weight) -> None:
    assert QFontInfo(sans(13, weight)).weight() == weight


@pytest.mark.parametrize("text", ["->", "!=", "===", "<=", "www", "--", "+++", "fi"])
def test_no_characters_are_joined_into_another_sign(text: str) -> None:
    for font in (mono(13), sans(13)):
        layout = QTextLayout(text, font)
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        drawn = [glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes()]
        assert drawn == QRawFont.fromFont(font).glyphIndexesForString(text)


def test_every_character_of_the_fixed_width_face_is_equally_wide() -> None:
    face = QRawFont.fromFont(mono(13))
    widths = {
        round(point.x(), 3) for point in face.advancesForGlyphIndexes(face.glyphIndexesForString("iW0.⟨⟩…→"))
    }
    assert len(widths) == 1
