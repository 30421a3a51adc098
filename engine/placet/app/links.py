"""Makes the room of links to other programs."""

from __future__ import annotations

from placet.api.links import LinkRoom
from placet.folder import DataFolder
from placet.ledger.ledger import Ledger
from placet.rules.basics import Clock
from placet.work.links import Links
from placet.work.roster import Roster
from placet.work.tokens import Tokens


def link_room(folder: DataFolder, ledger: Ledger, roster: Roster, tokens: Tokens, clock: Clock) -> LinkRoom:
    """The room that makes, tries and removes links."""
    return LinkRoom(Links(folder=folder, ledger=ledger, roster=roster, tokens=tokens, clock=clock))
