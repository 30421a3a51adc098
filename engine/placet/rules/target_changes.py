"""An owner's changes of whom triggers and timers tell, as changes of a declaration (`declarations.merge` takes them)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from placet.rules.declarations import Declaration
from placet.rules.deliveries import ON_TIMER, timer_key
from placet.rules.errors import NotFound
from placet.rules.targets import TRIGGERS, Trigger, trigger_mapping
from placet.rules.timers import Timer, timer_mapping

__all__ = ["timer_switched", "trigger_switched", "without"]


def trigger_switched(declaration: Declaration, trigger: str, *, enabled: bool) -> dict[str, Any]:
    """Switch a trigger on or off, with all of its targets.

    The default that counts where a trigger isn't declared is switched off by declaring it without targets, and on again
    by declaring it no more.

    Raises:
        NotFound: there is no such trigger.
    """
    if trigger not in TRIGGERS:
        raise NotFound("There is no such trigger.")
    declared = declaration.triggers.get(trigger, Trigger())
    if not declared.targets:
        return _triggers(declaration, trigger, None if enabled else Trigger())
    return _triggers(declaration, trigger, replace(declared, enabled=enabled))


def timer_switched(declaration: Declaration, target: str, *, enabled: bool) -> dict[str, Any]:
    """Switch a timer on or off.

    Raises:
        NotFound: this agent has no such timer.
    """
    timer = _timer(declaration, target)
    return _timers(replace(it, enabled=enabled) if it is timer else it for it in declaration.timers)


def without(declaration: Declaration, trigger: str, target: str) -> dict[str, Any]:
    """Tell this target no more, or take this timer out.

    Raises:
        NotFound: it isn't declared.
    """
    if trigger == ON_TIMER:
        timer = _timer(declaration, target)
        return _timers(it for it in declaration.timers if it is not timer)
    declared = declaration.triggers.get(trigger, Trigger())
    gone = declared.keyed().get(target)
    if gone is None:
        raise NotFound("This agent's declaration has no such target.")
    left = tuple(it for it in declared.targets if it is not gone)
    return _triggers(declaration, trigger, replace(declared, targets=left))


def _timer(declaration: Declaration, target: str) -> Timer:
    found = next((it for it in declaration.timers if timer_key(it.name) == target), None)
    if found is None:
        raise NotFound("This agent has no such timer.")
    return found


def _timers(timers: Iterable[Timer]) -> dict[str, Any]:
    return {"timers": [dict(timer_mapping(it)) for it in timers]}


def _triggers(declaration: Declaration, trigger: str, changed: Trigger | None) -> dict[str, Any]:
    triggers = {**declaration.triggers, trigger: changed}
    told = {name: trigger_mapping(it) for name, it in triggers.items() if it is not None}
    return {"triggers": told or None}
