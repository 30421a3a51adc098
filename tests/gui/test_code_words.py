"""There is a word and a look for everything that the engine says of code, triggers and timers."""

from typing import get_args

import pytest

from placet.rules.deliveries import DeliveryStatus
from placet.rules.lifecycles import RunStatus
from placet.rules.targets import TRIGGERS, TimingKind
from placet.work.lambdas import StartedBy
from placet_gui import texts
from placet_gui.delegates.badges import DELIVERY_LOOKS, FILE_LOOKS, RUN_LOOKS, SWITCH_LOOKS
from placet_gui.theme.icons import tinted_svg
from placet_gui.theme.tokens import Scheme, load_tokens


@pytest.mark.parametrize(
    ("table", "members"),
    [
        (texts.RUNS, RunStatus),
        (RUN_LOOKS, RunStatus),
        (texts.RUN_STARTERS, StartedBy),
        (texts.DELIVERIES, DeliveryStatus),
        (DELIVERY_LOOKS, DeliveryStatus),
        (texts.TRIGGERS, TRIGGERS),
        (texts.TIMINGS, get_args(TimingKind)),
        (FILE_LOOKS, texts.FILE_STATES),
        (SWITCH_LOOKS, (True, False)),
    ],
)
def test_a_table_names_each_member_and_nothing_else(table, members) -> None:
    assert set(table) == set(members)


def test_no_two_states_look_alike_without_their_colour() -> None:
    for looks in (RUN_LOOKS, DELIVERY_LOOKS, FILE_LOOKS, SWITCH_LOOKS):
        assert len({look.word for look in looks.values()}) == len(looks)
        assert len({look.icon for look in looks.values()}) == len(looks)


def test_every_look_has_its_icon_and_its_colours() -> None:
    for looks in (RUN_LOOKS, DELIVERY_LOOKS, FILE_LOOKS, SWITCH_LOOKS):
        for look in looks.values():
            for scheme in Scheme:
                tokens = load_tokens(scheme)
                assert tinted_svg(look.icon, tokens.colour(look.tone))
                assert tokens.colour(f"{look.tone}_soft")
