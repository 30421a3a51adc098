"""Pausing and removing whom triggers and timers tell, one at a time; the rest stays as it was declared."""

from __future__ import annotations

from typing import Any

import pytest

from placet.rules import declarations
from placet.rules.declarations import Declaration
from placet.rules.deliveries import ON_TIMER, timer_key
from placet.rules.errors import NotFound
from placet.rules.target_changes import timer_switched, trigger_switched, without
from placet.rules.targets import ON_TASK_COMPLETE, ON_TASK_CREATE

TARGETS = [{"scope": "system", "lambda": "a.ts:x"}, {"scope": "agent", "filter": {"tools": ["fs_*"]}}]
TIMERS = [{"name": "one", "every_s": 60, "scope": "agent"}, {"name": "two", "at": "02:00", "scope": "agent"}]


def declared(**more: Any) -> Declaration:
    mapping = {"name": "clerk", "folder": "/tmp/clerk", "model": {"backend": "embedded"}, **more}
    return declarations.parse(mapping, restricted_by_default=lambda _: True)


def merged(before: Declaration, changes: dict[str, Any]) -> Declaration:
    return declarations.merge(before, changes, restricted_by_default=lambda _: True)


@pytest.fixture
def busy() -> Declaration:
    return declared(triggers={ON_TASK_CREATE: {"enabled": True, "targets": TARGETS}}, timers=TIMERS)


def test_a_trigger_is_paused_with_its_targets_kept_and_goes_on_as_it_was(busy: Declaration) -> None:
    paused = merged(busy, trigger_switched(busy, ON_TASK_CREATE, enabled=False))
    assert not paused.triggers[ON_TASK_CREATE].enabled
    assert paused.triggers[ON_TASK_CREATE].targets == busy.triggers[ON_TASK_CREATE].targets
    assert merged(paused, trigger_switched(paused, ON_TASK_CREATE, enabled=True)) == busy


def test_the_default_trigger_is_paused_by_an_empty_one_and_comes_back_as_the_default() -> None:
    plain = declared()
    paused = merged(plain, trigger_switched(plain, ON_TASK_COMPLETE, enabled=False))
    assert plain.trigger_set.trigger(ON_TASK_COMPLETE).enabled
    assert not paused.trigger_set.trigger(ON_TASK_COMPLETE).enabled
    assert merged(paused, trigger_switched(paused, ON_TASK_COMPLETE, enabled=True)) == plain


def test_one_timer_is_paused_and_the_other_is_not(busy: Declaration) -> None:
    paused = merged(busy, timer_switched(busy, timer_key("one"), enabled=False))
    assert {it.name: it.enabled for it in paused.timers} == {"one": False, "two": True}
    assert merged(paused, timer_switched(paused, timer_key("one"), enabled=True)) == busy


def test_one_target_is_removed_and_the_other_is_not(busy: Declaration) -> None:
    key, other = busy.triggers[ON_TASK_CREATE].keyed()
    left = merged(busy, without(busy, ON_TASK_CREATE, key)).triggers[ON_TASK_CREATE]
    assert list(left.keyed()) == [other]
    assert left.enabled


def test_one_timer_is_removed(busy: Declaration) -> None:
    left = merged(busy, without(busy, ON_TIMER, timer_key("two")))
    assert [it.name for it in left.timers] == ["one"]


def test_what_is_not_declared_can_neither_be_paused_nor_removed(busy: Declaration) -> None:
    with pytest.raises(NotFound):
        trigger_switched(busy, "on_everything", enabled=False)
    with pytest.raises(NotFound):
        timer_switched(busy, timer_key("three"), enabled=False)
    with pytest.raises(NotFound):
        without(busy, ON_TIMER, timer_key("three"))
    with pytest.raises(NotFound):
        without(busy, ON_TASK_COMPLETE, '["agent"]')
