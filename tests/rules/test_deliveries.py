"""The lifecycle of what a trigger owes."""

import pytest

from placet.rules.deliveries import DELIVERY, DeliveryStatus, timer_key
from placet.rules.lifecycle import Cause


def test_every_status_is_declared_reached_and_left_unless_it_is_an_end() -> None:
    assert DELIVERY.statuses == frozenset(DeliveryStatus)
    reached = {to for _, to in DELIVERY.pairs()} | DELIVERY.starts
    left = {frm for frm, _ in DELIVERY.pairs()}
    assert reached == DELIVERY.statuses
    assert left == DELIVERY.open == {DeliveryStatus.DUE, DeliveryStatus.STARTED}


@pytest.mark.parametrize("by", [Cause.START, Cause.FINISH, Cause.WITHDRAW, Cause.RESTART])
def test_what_was_started_is_never_due_again(by: Cause) -> None:
    with pytest.raises(RuntimeError):
        DELIVERY.check(DeliveryStatus.STARTED, DeliveryStatus.DUE, by)


def test_a_restart_only_ends_what_was_started() -> None:
    DELIVERY.check(DeliveryStatus.STARTED, DeliveryStatus.UNKNOWN, Cause.RESTART)
    with pytest.raises(RuntimeError):
        DELIVERY.check(DeliveryStatus.DUE, DeliveryStatus.UNKNOWN, Cause.RESTART)


def test_a_timers_key_is_no_targets_key() -> None:
    assert timer_key('a "b"') == '["timer","a \\"b\\""]'
