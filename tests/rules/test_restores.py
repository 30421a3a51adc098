"""What a restore says of itself."""

from placet.rules.restores import LedgerRestored


def test_a_restore_tells_what_came_in_and_leaves_out_what_it_did_not_bring() -> None:
    told = LedgerRestored(
        head="ab",
        made_at=5,
        taken={"tasks": 2},
        there={},
        left={"tokens": 1},
        marked={"workflows": 1},
        conflicts=[],
    )
    assert told.payload() == {
        "head": "ab",
        "made_at": 5,
        "taken": {"tasks": 2},
        "there": {},
        "left": {"tokens": 1},
        "marked": {"workflows": 1},
        "conflicts": [],
    }
