"""Saved views come back as they were, and a text that was edited by hand never keeps the page from opening."""

from __future__ import annotations

import pytest

from placet_gui.models.saved_views import NAME_CHARS, SavedView, Wish, read_views, write_views

VIEWS = (
    SavedView(name="Denied & new", wish=Wish(statuses=("denied", "failed"), span="day")),
    SavedView(
        name="scribe's", wish=Wish(agent="scribe", kind="tool_call", tool="sh", risk="high", q='"x" \u202e')
    ),
    SavedView(name="November", wish=Wish(span="between", first="2026-11-01", last="2026-11-30")),
    SavedView(name="everything", wish=Wish()),
)


def test_what_was_saved_is_read_back() -> None:
    assert read_views(write_views(VIEWS)) == VIEWS
    assert read_views("") == read_views(write_views(())) == ()


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{}",
        "7",
        "[7]",
        '[{"name":""}]',
        '[{"name":7}]',
        f'[{{"name":"{"x" * (NAME_CHARS + 1)}"}}]',
        '[{"name":"x","color":"red"}]',
        '[{"name":"x","agent":7}]',
        '[{"name":"x","statuses":"denied"}]',
        '[{"name":"x","statuses":[7]}]',
        '[{"name":"x","span":"aeon"}]',
        '[{"name":"x","span":"between"}]',
        '[{"name":"x","span":"between","first":"2026-11-01"}]',
        '[{"name":"x","span":"between","first":"2026-11-31","last":"2026-12-01"}]',
        '[{"name":"x","span":"between","first":"2026-12-02","last":"2026-12-01"}]',
        '[{"name":"x","span":"day","first":"2026-11-01","last":"2026-11-30"}]',
        '[{"name":"x","first":"2026-11-01","last":"2026-11-30"}]',
    ],
)
def test_what_cant_be_understood_is_left_out(text: str) -> None:
    assert read_views(text) == ()


def test_a_view_that_cant_be_understood_takes_no_other_along() -> None:
    assert [it.name for it in read_views('[{"name":"x","span":"aeon"},{"name":"y"}]')] == ["y"]
