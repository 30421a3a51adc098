"""How slow a yes has to be, as the owner has set it."""

from __future__ import annotations

from placet.api.queries import GetSettings
from placet_gui.bridge import Bridge
from placet_gui.presenters.arming import Pace


def pace(bridge: Bridge) -> Pace:
    """The owner's pace as it is set now; the settings are in memory, so this may be asked on the GUI thread."""
    values = {row.key: row.value for row in bridge.query(GetSettings())}
    return Pace(
        shown_ms=values["approvals.arming_ms"],
        quiet_ms=values["approvals.quiet_ms"],
        hold_ms=values["approvals.hold_ms"],
    )
