"""The screen itself: what it shows is seen, what its hands do arrives, and nothing outlives it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.accessible import AccessibleTree
from tests.desktop.program import Program, program
from tests.desktop.screen import Screen
from tests.desktop.screen import screen as a_screen

pytestmark = pytest.mark.desktop
WINDOW = Path(__file__).with_name("window.py")


@pytest.fixture
def trial(screen: Screen, tmp_path: Path) -> Iterator[Program]:
    with program(screen, [sys.executable, str(WINDOW)], tmp_path / "said") as running:
        yield running


def says(trial: Program, words: str) -> bool:
    """Whether the window's label comes to say this."""
    tree = trial.screen.tree
    return (
        trial.wait_for(words, lambda: tree.find(lambda node: node.role == "label" and node.name == words))
        is not None
    )


def test_a_click_of_the_mouse_presses_the_button_under_it(trial: Program) -> None:
    assert says(trial, "nothing yet")
    trial.click(trial.shows("trial_button", enabled=True))
    assert says(trial, "pressed")


def test_a_widget_that_is_off_is_seen_to_be_off(trial: Program) -> None:
    assert not trial.shows("trial_off").enabled
    assert trial.shows("trial_button").enabled


def test_keys_arrive_in_the_window_that_was_given_the_keyboard(trial: Program) -> None:
    field = trial.shows("trial_field")
    trial.focus("Trial window")
    trial.click(field)
    trial.screen.keys(["h", "e", "y"])
    assert says(trial, "typed hey")
    assert trial.screen.tree.text(field) == "hey"


def test_rows_of_a_list_are_seen_by_their_words_and_can_be_clicked(trial: Program) -> None:
    rows = trial.screen.tree.below(trial.shows("trial_rows"))
    assert [row.name for row in rows if row.role == "list item"] == ["first row", "second row"]
    trial.click(next(row for row in rows if row.name == "second row"))
    assert says(trial, "chose second row")


def test_a_picture_of_the_screen_is_kept(trial: Program, tmp_path: Path) -> None:
    trial.shows("trial_button")
    trial.screen.photograph(tmp_path / "screen.png")
    assert (tmp_path / "screen.png").read_bytes().startswith(b"\x89PNG")


def test_a_program_that_ended_is_not_waited_for(screen: Screen, tmp_path: Path) -> None:
    with (
        program(
            screen, [sys.executable, "-c", "raise SystemExit('no window today')"], tmp_path / "said"
        ) as gone,
        pytest.raises(AssertionError, match="no window today"),
    ):
        gone.shows("trial_button")


def test_what_is_not_on_the_screen_is_missed_with_a_list_of_what_is(trial: Program) -> None:
    trial.shows("trial_button")
    with pytest.raises(AssertionError, match=r"not seen within 0.1 s: a unicorn(?s:.*)trial_button"):
        trial.screen.wait_for("a unicorn", lambda: trial.screen.tree.find_id("unicorn"), within_s=0.1)


def test_a_screen_leaves_no_process_behind(tmp_path: Path) -> None:
    with a_screen(tmp_path) as made:
        environment = made.environment
    mark = f"DBUS_SESSION_BUS_ADDRESS={environment['DBUS_SESSION_BUS_ADDRESS']}".encode()
    left = [path.parent.name for path in Path("/proc").glob("[0-9]*/environ") if mark in environ(path)]
    assert left == []
    assert not Path(f"/tmp/.X11-unix/X{environment['DISPLAY'][1:]}").exists()
    with pytest.raises(OSError, match=r"No such file|refused"):
        AccessibleTree(environment["DBUS_SESSION_BUS_ADDRESS"])


def environ(path: Path) -> bytes:
    """A process's environment; nothing for one that is gone or another user's."""
    try:
        return path.read_bytes()
    except OSError:
        return b""
