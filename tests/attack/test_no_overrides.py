"""There is no override and no yes to everything: what is the owner's alone is changed by the owner, one thing at a time."""

import pytest

from tests.flows.coding import CODE_TOOLS, inline
from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import wire

LOCKED = {"name": "fs_read", "locked": True}
CONFIG = {"name": "sys_update_config", "restricted": False}
CHANGE = {"path": "tools.fs_read.enabled", "value": False}


@pytest.fixture
def house(siege_free: House) -> House:
    siege_free.declare(tools=[*CODE_TOOLS, RESTRICTED_WRITE, LOCKED, CONFIG])
    return siege_free


@pytest.mark.spec("69")
def test_there_is_no_way_to_approve_everything_at_once(house: House) -> None:
    asked = [house.call("fs_write", {"path": name, "content": "x", "_async": True}) for name in ("a", "b")]
    with wire(house) as net:
        for route in ("/agents/clerk/tasks/approve-all", "/tasks/approve-all", "/agents/clerk/approve-all"):
            assert net.owner.post(route, json={}).status_code in {404, 405}
    assert {house.task(it.task_id).status for it in asked} == {"pending_approval"}


@pytest.mark.spec("75c", "11.7-8")
def test_code_that_meets_a_lock_is_told_at_once_and_goes_on_and_nobody_is_asked(house: House) -> None:
    code = "const no = await attempt(() => adf.sys_update_config(CHANGE)); return [...no, 'went on'];"
    said = inline(house, code.replace("CHANGE", '{ path: "tools.fs_read.enabled", value: false }')).result
    assert (said[0], said[2]) == ("config_denied", "went on")
    assert "Only the owner may change that, in the console" in said[1], "the way forward"
    assert house.tasks() == ()
    assert house.events("hil.requested") == []


@pytest.mark.spec("11.7-19")
def test_no_standing_yes_opens_the_configuration_and_a_lock_needs_none(house: House) -> None:
    house.change(tools=[{"name": "sys_update_config", "restricted": True}])
    with wire(house) as net:
        grant = {"agent": "clerk", "tool": "sys_update_config", "match": {}}
        answer = net.owner.post("/grants", json=grant)
        assert (answer.status_code >= 400, answer.json()["code"]) == (True, "grant_refused")
    refused = house.end_of(house.call("sys_update_config", CHANGE))
    assert refused.error is not None
    assert refused.error["code"] == "config_denied"
    assert house.tasks() == ()
