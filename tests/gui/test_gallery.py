"""What the gallery's pictures show is there before the first one is taken."""

from __future__ import annotations

from placet.api.accounts import ListAccounts
from tests.gui.conftest import House
from tests.gui.gallery import furnish_accounts


def test_leave_that_is_to_have_run_out_has_done_so_before_a_picture_is_taken(house: House) -> None:
    furnish_accounts(house)
    expired = {row.name: row.expired for row in house.engine.query(ListAccounts())}
    assert expired == {"mail": False, "work": True, "home": False}
