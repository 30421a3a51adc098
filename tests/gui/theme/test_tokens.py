"""Every pair of colours that meet can be read, and no colour has another source."""

import json
import re
from pathlib import Path

import pytest

import placet_gui
from placet_gui.theme.resources import read_text, resources_folder
from placet_gui.theme.tokens import Scheme, load_tokens

DOCUMENT = json.loads(read_text("tokens.json"))
COLOURS = DOCUMENT["colour"]
READABLE, VISIBLE = 4.5, 3.0  # WCAG 2.2: 1.4.3 for text, 1.4.11 for edges of controls
STRONG = {Scheme.CONTRAST_LIGHT, Scheme.CONTRAST_DARK}
STRONGLY_READABLE, STRONGLY_VISIBLE = 7.0, 4.5  # 1.4.6, and for edges what text needs elsewhere
DECORATION = {"line"}  # hairlines between areas; nothing is told by them
GUI = Path(placet_gui.__file__).parent


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def pairs(key: str) -> list[tuple[str, str]]:
    return [(front, back) for back, fronts in DOCUMENT[key].items() for front in fronts]


def test_the_contrast_of_black_on_white_is_twenty_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize(("front", "back"), pairs("text_on"))
def test_text_can_be_read_on_its_ground(front: str, back: str, scheme: Scheme) -> None:
    tokens = load_tokens(scheme)
    least = STRONGLY_READABLE if scheme in STRONG else READABLE
    assert contrast(tokens.colour(front), tokens.colour(back)) >= least


@pytest.mark.parametrize("scheme", Scheme)
@pytest.mark.parametrize(("front", "back"), pairs("edge_on"))
def test_the_edge_of_a_control_can_be_seen_on_its_ground(front: str, back: str, scheme: Scheme) -> None:
    tokens = load_tokens(scheme)
    least = STRONGLY_VISIBLE if scheme in STRONG else VISIBLE
    assert contrast(tokens.colour(front), tokens.colour(back)) >= least


@pytest.mark.parametrize("scheme", sorted(STRONG))
def test_in_strong_contrast_areas_are_told_apart_by_lines_that_can_be_seen(scheme: Scheme) -> None:
    tokens = load_tokens(scheme)
    for ground in ("surface", "rail", "raised", "sunken"):
        assert contrast(tokens.colour("line"), tokens.colour(ground)) >= STRONGLY_VISIBLE


def test_every_colour_is_checked_against_another() -> None:
    checked = {name for key in ("text_on", "edge_on") for pair in pairs(key) for name in pair}
    assert checked | DECORATION == set(COLOURS)


@pytest.mark.parametrize("scheme", Scheme)
def test_every_colour_is_written_in_full(scheme: Scheme) -> None:
    assert all(re.fullmatch(r"#[0-9a-f]{6}", entry[scheme.value]) for entry in COLOURS.values())


def test_a_token_that_is_not_there_is_an_error() -> None:
    tokens = load_tokens(Scheme.DARK)
    for ask in (tokens.colour, tokens.size, tokens.value):
        with pytest.raises(KeyError):
            ask("mauve")


@pytest.mark.parametrize(
    "path",
    [*sorted(GUI.rglob("*.py")), *sorted(resources_folder().joinpath("qss").glob("*.qss"))],
    ids=lambda path: path.name,
)
def test_no_colour_is_written_outside_of_the_tokens(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    colours = re.findall(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b(?!\s*\{)|\brgba?\(", text)
    assert colours == []
