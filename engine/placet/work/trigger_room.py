"""Puts together what delivers for triggers and timers."""

from __future__ import annotations

from placet.ledger.ledger import Ledger
from placet.rules.basics import BootId, Clock
from placet.work.lambdas import Lambdas, Starter
from placet.work.local_time import LocalTime
from placet.work.programs import Programs
from placet.work.roster import Roster
from placet.work.system_targets import SystemTargets
from placet.work.timers import Timers
from placet.work.triggers import Teller, Triggers


def trigger_room(
    *, ledger: Ledger, roster: Roster, starter: Starter, teller: Teller, clock: Clock, boot: BootId
) -> Triggers:
    """The triggers with what they start: lambdas by `starter`, programs, and agents by `teller`."""
    programs = Programs(agent_folders=lambda: [roster.of(it).folder for it in ledger.reads.agents()])
    return Triggers(
        ledger=ledger,
        roster=roster,
        timers=Timers(ledger=ledger, roster=roster, clock=clock, zone=LocalTime()),
        handlers=SystemTargets(lambdas=Lambdas(starter), programs=programs),
        teller=teller,
        clock=clock,
        boot=boot,
    )
