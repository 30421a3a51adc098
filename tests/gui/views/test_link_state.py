"""What the status bar says of links to other programs."""

import time
from dataclasses import replace

from PySide6.QtGui import Qt
from PySide6.QtWidgets import QLabel

from placet.api.links import LinkRow
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.link_state import LinkState

MINUTE_MS = 60_000


def link(**more: object) -> LinkRow:
    now = int(time.time() * 1000)
    row = LinkRow(
        name="claude-code",
        agent="claude-code",
        settings="/home/x/.claude/settings.json",
        installed_at=now - 90 * MINUTE_MS,
        tested_at=now - 3 * MINUTE_MS,
        last_call_at=None,
        gated=True,
        words="",
    )
    return replace(row, **more)  # type: ignore[arg-type]


def words(state: LinkState) -> QLabel:
    found = state.findChild(QLabel, Name.LINK_STATE)
    assert isinstance(found, QLabel)
    return found


def test_without_links_nothing_is_said(qtbot: object, theme: Theme) -> None:
    state = LinkState(theme)
    state.show_links(())
    assert state.isHidden()


def test_a_gate_that_was_proved_says_when_and_when_it_was_asked_last(qtbot: object, theme: Theme) -> None:
    state = LinkState(theme)
    state.show_links((link(),))
    assert not state.isHidden()
    assert words(state).text() == "claude-code: gate verified 3 min ago"
    assert "never asked" in words(state).toolTip()
    state.show_links((link(last_call_at=int(time.time() * 1000) - 5 * MINUTE_MS),))
    assert "5 min ago" in words(state).toolTip()
    assert "5 min ago" in words(state).accessibleDescription()
    state.show_links((link(tested_at=None),))
    assert "verified 1 h ago" in words(state).text()


def test_a_broken_one_stands_before_those_that_gate_with_its_repair(qtbot: object, theme: Theme) -> None:
    state = LinkState(theme)
    state.show_links((link(name="a"), link(name="b", gated=False, words="<b>It</b>\u202eslipped.")))
    assert words(state).text() == "b: NOT GATED"
    assert words(state).property("role") == "error"
    assert "<b>It</b>⟨U+202E⟩slipped." in words(state).toolTip()
    assert words(state).toolTip().endswith("\n<b>It</b>⟨U+202E⟩slipped.")
    assert not Qt.mightBeRichText(words(state).toolTip())
    assert "placet link b install" in words(state).toolTip()
    state.show_links((link(name="a"),))
    assert words(state).property("role") is None


def test_hooks_that_the_program_skips_are_repaired_in_the_program(qtbot: object, theme: Theme) -> None:
    state = LinkState(theme)
    state.show_links((link(name="codex", gated=False, skipped=True, words="It skips them."),))
    assert words(state).text() == "codex: NOT GATED"
    assert words(state).toolTip() == "Say /hooks in it and trust the hooks of Placet.\nIt skips them."
