"""What the doctor finds in a house, and that it goes when it is seen to (spec/workflows 11)."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from placet.api.grants import GrantWords, MakeGrant
from placet.tools.shell.jail import Jail
from placet.work.doctor import CHECK_AGAIN, LOOKED
from tests.fakes.model_server import Reply, call
from tests.fakes.provider import PostOffice
from tests.flows.goals import Goals, goals

POST = {"name": "post", "restricted": False}
LETTER = {"to": "Bea", "body": "Come at nine."}


def findings(g: Goals) -> list[dict[str, Any]]:
    answer = g.wire.owner.get("/doctor").json()
    assert answer["healthy"] is (answer["findings"] == [])
    found: list[dict[str, Any]] = answer["findings"]
    return found


def in_doubt(g: Goals, post: PostOffice) -> dict[str, Any]:
    """A workflow with one letter that may have been posted."""
    post.findable = post.confirms = False
    return g.run(Reply(calls=(call("post", LETTER),)), Reply("It was posted."))


def test_an_effect_in_doubt_is_found_checked_and_then_proven(tmp_path: Path) -> None:
    post = PostOffice()
    with goals(tmp_path, tools=(post,), declared=(POST,)) as g:
        row = in_doubt(g, post)
        assert (row["status"], row["verdict"], row["receipts"]) == ("unverified", "uncertain", [])
        unverified, uncertain = findings(g)
        assert [unverified["code"], uncertain["code"]] == ["workflow_unverified", "operation_uncertain"]
        assert (uncertain["advice"], uncertain["operation_id"]) == (CHECK_AGAIN, row["unsure"][0])
        place = f"operations/{row['unsure'][0]}"
        assert g.act(row["id"], f"{place}/check").json()["state"] == "uncertain"
        looked = g.act(row["id"], f"{place}/looked", happened=False, reason="No letter came.")
        assert (looked.json()["state"], [it["advice"] for it in findings(g)][1:]) == ("uncertain", [LOOKED])
        post.findable = True
        checked = g.act(row["id"], f"{place}/check").json()
        assert (checked["state"], checked["receipt"]["provider"]) == ("confirmed", "post")
        assert (post.calls, findings(g)) == (1, [])


def test_the_owners_own_look_frees_no_second_try(tmp_path: Path) -> None:
    post = PostOffice()
    with goals(tmp_path, tools=(post,), declared=(POST,)) as g:
        row = in_doubt(g, post)
        g.act(row["id"], f"operations/{row['unsure'][0]}/looked", happened=False, reason="No letter came.")
        g.model.replies += [Reply(calls=(call("post", LETTER),)), Reply("I tried.")]
        g.act(row["id"], "retry")
        assert g.ended(row["id"], attempt=2)["verdict"] == "uncertain"
        assert post.calls == 1
        assert "effect-uncertain" in g.model.told()[-1]


def test_archiving_is_how_the_owner_says_that_it_is_seen_to(tmp_path: Path) -> None:
    post = PostOffice()
    with goals(tmp_path, tools=(post,), declared=(POST,)) as g:
        row = in_doubt(g, post)
        assert g.wire.owner.delete(f"/workflows/{row['id']}").json()["archived"] is True
        assert findings(g) == []


def test_another_account_is_not_even_looked_with(tmp_path: Path) -> None:
    post = PostOffice()
    with goals(tmp_path, tools=(post,), declared=(POST,)) as g:
        row = in_doubt(g, post)
        before = post.lookups
        post.account, post.findable = "eve@example.org", True
        checked = g.act(row["id"], f"operations/{row['unsure'][0]}/check")
        assert (checked.status_code, checked.json()["code"], post.lookups) == (409, "conflict", before)


def test_a_model_server_that_is_gone_is_found(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        assert findings(g) == []
        g.house.declare("lost", model={"backend": "nowhere"})
        (finding,) = findings(g)
        assert (finding["code"], finding["serious"]) == ("backend_unreachable", False)
        assert finding["what"].startswith("The model backend nowhere can't be used:")


def test_a_tool_that_this_machine_cannot_run_is_found_for_those_that_may_call_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Jail, "why_not", lambda _: "Nothing here confines commands.")
    with goals(tmp_path) as g:
        assert findings(g) == []
        for name in ("scribe", "builder"):
            g.house.declare(name, tools=[{"name": "shell"}])
        g.house.declare("idler", tools=[{"name": "shell", "enabled": False}])
        (finding,) = findings(g)
        assert (finding["code"], finding["serious"]) == ("tool_disabled_here", False)
        told = "The tool shell, which builder, scribe may call, can't run on this machine: Nothing here confines commands."
        assert finding["what"] == told
    with goals(tmp_path / "unconfined", settings="shell.unconfined = true\n") as g:
        g.house.declare("scribe", tools=[{"name": "shell"}])
        assert findings(g) == []


def test_a_row_that_no_list_can_show_is_found(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        made = g.house.submit(MakeGrant(words=GrantWords(agent="clerk", tool="fs_write", match={})))
        assert findings(g) == []
        with closing(sqlite3.connect(g.house.data / "ledger.sqlite")) as outside, outside:
            outside.execute("DROP TRIGGER grants_fixed")
            outside.execute("UPDATE grants SET match = '[]'")
        assert g.wire.owner.get("/grants").json()["grants"] == []
        (finding,) = findings(g)
        assert (finding["code"], finding["serious"]) == ("corrupt_row", False)
        assert f"grants {made.row.id}" in finding["what"]
