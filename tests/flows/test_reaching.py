"""Calls that reach outside: which ones wait, what the owner is told, and what no exception reaches (T24 to T26)."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import placet.app
from placet.api.views import CallAnswer
from placet.rules.web import read_url
from placet.tools.shell.jail import Jail
from tests.fakes.model_server import ModelServer
from tests.flows.house import House


@pytest.fixture
def elsewhere() -> Iterator[ModelServer]:
    """A server on this machine that the engine knows nothing of."""
    with ModelServer() as server:
        yield server


def place(url: str) -> str:
    address = read_url(url)
    return f"{address.host}:{address.port}"


def fetching(house: House, url: str, **args: Any) -> Any:
    return house.call("http_fetch", {"url": url, **args})


def code_of(answer: CallAnswer) -> str:
    assert answer.error is not None
    return str(answer.error["code"])


def declared(house: House, **policy: Any) -> None:
    house.declare(tools=[{"name": "http_fetch", **policy}])


def test_a_read_from_a_host_that_the_owner_named_is_free_and_makes_no_row(
    house: House, elsewhere: ModelServer
) -> None:
    declared(house, private_hosts=[place(elsewhere.base_url)])
    answer = house.end_of(fetching(house, f"{elsewhere.base_url}/models"))
    assert answer.result["status"] == 200
    assert house.tasks() == ()


def test_a_host_that_nobody_named_waits_and_runs_only_as_far_as_the_network_allows(house: House) -> None:
    declared(house)
    task_id = fetching(house, "http://localhost:1/x").task_id
    row = house.task(task_id)
    assert row.approval is not None
    assert (row.status, row.approval.hold_reason, row.risk) == ("pending_approval", "unknown_host", "high")
    (asked,) = house.events("hil.requested", task_id=row.id)
    assert asked.payload["reason"] == "restricted"  # the guide has no other word for it
    assert row.sentence == 'Fetches "http://localhost:1/x".'
    house.approve(task_id)
    ended = house.ended(task_id)
    assert (ended.status, "localhost" in (ended.error or "")) == ("failed", True)


def test_sending_to_a_named_host_waits_at_a_medium_risk(house: House, elsewhere: ModelServer) -> None:
    declared(house, private_hosts=[place(elsewhere.base_url)])
    url = f"{elsewhere.base_url}/nothing"
    task_id = fetching(house, url, method="POST", body="{}").task_id
    row = house.task(task_id)
    assert row.approval is not None
    assert (row.approval.hold_reason, row.risk, row.effect) == ("sends_something", "medium", "write")
    house.approve(task_id)
    assert house.ended(task_id).status == "completed"


def test_a_restricted_fetch_waits_even_for_a_host_that_was_named(
    house: House, elsewhere: ModelServer
) -> None:
    declared(house, restricted=True, private_hosts=[place(elsewhere.base_url)])
    row = house.task(fetching(house, f"{elsewhere.base_url}/models").task_id)
    assert row.approval is not None
    assert (row.approval.hold_reason, row.risk) == ("restricted", "low")


def test_no_exception_reaches_the_engine_itself(house: House) -> None:
    url = placet.app.serve_http(house.engine)
    declared(house, private_hosts=[place(url), f"localhost:{read_url(url).port}"])
    for there in (url, f"http://localhost:{read_url(url).port}"):
        answer = house.end_of(fetching(house, f"{there}/health"))
        assert code_of(answer) == "address_refused"
        assert "Placet itself" in str(answer.error)


def test_no_exception_reaches_a_model_on_this_machine(talking: House, model: ModelServer) -> None:
    declared(talking, private_hosts=[place(model.base_url)])
    answer = talking.end_of(fetching(talking, f"{model.base_url}/models"))
    assert code_of(answer) == "address_refused"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "http://2130706433/", "http://[::ffff:127.0.0.1]/", "http://a@b.example/"]
)
def test_an_address_that_is_never_reached_is_refused_without_a_row(house: House, url: str) -> None:
    declared(house)
    answer = house.end_of(fetching(house, url))
    assert code_of(answer) in {"address_refused", "bad_address"}
    assert house.tasks() == ()


def test_the_owner_can_take_a_host_away_again(house: House, elsewhere: ModelServer) -> None:
    declared(house, private_hosts=[place(elsewhere.base_url)])
    house.change(tools=[{"name": "http_fetch", "private_hosts": None, "hosts": ["api.example.org"]}])
    answer = house.end_of(fetching(house, f"{elsewhere.base_url}/models"))
    assert code_of(answer) == "address_refused"


def test_a_limit_of_the_settings_is_in_force_at_once(house: House, elsewhere: ModelServer) -> None:
    declared(house, private_hosts=[place(elsewhere.base_url)])
    house.engine.settings.set({"fetch.body_bytes": 1024})
    answer = house.end_of(fetching(house, f"{elsewhere.base_url}/models"))
    assert (answer.result["status"], len(answer.result["content"]) <= 1024) == (200, True)


@pytest.fixture
def loose(tmp_path: Path) -> Iterator[House]:
    """A house whose owner lets commands run without a jail where there is none."""
    with House(tmp_path, settings="[shell]\nunconfined = true\n") as house:
        yield house


def has_jail(house: House) -> bool:
    return Jail(house.data).why_not() is None


def shell(house: House, command: str, **policy: Any) -> Any:
    house.declare(tools=[{"name": "shell", **policy}])
    arguments: Mapping[str, Any] = {"command": command}
    return house.call("shell", arguments)


def test_a_shell_without_a_jail_is_refused_with_the_reason_and_makes_no_row(house: House) -> None:
    ticket = shell(house, "touch made")
    if has_jail(house):
        house.approve(ticket.task_id)
        assert house.ended(ticket.task_id).status == "completed"
        return
    answer = house.end_of(ticket)
    assert code_of(answer) == "shell_disabled"
    assert "The shell is disabled. " in str(answer.error)
    assert house.tasks() == ()
    assert list(house.folder().iterdir()) == []


def test_a_prompt_without_a_jail_says_so_and_an_approval_runs_the_command(loose: House) -> None:
    task_id = shell(loose, "echo hello; touch made").task_id
    row = loose.task(task_id)
    assert (row.status, row.risk, row.effect) == ("pending_approval", "high", "unknown")
    assert ("WITHOUT A JAIL" in row.sentence) is not has_jail(loose)
    assert ("NOT CONFINED" in " ".join(row.risk_reasons)) is not has_jail(loose)
    loose.approve(task_id)
    ended = loose.ended(task_id)
    assert (ended.status, '"stdout":"hello\\n"' in str(ended.result_json)) == ("completed", True)
    assert [it.name for it in loose.folder().iterdir()] == ["made"]


def test_a_shell_without_a_jail_waits_even_when_it_is_not_restricted(loose: House) -> None:
    ticket = shell(loose, "echo hello", restricted=False)
    if has_jail(loose):
        assert loose.end_of(ticket).result["stdout"] == "hello\n"
        return
    row = loose.task(ticket.task_id)
    assert row.approval is not None
    assert (row.status, row.approval.hold_reason) == ("pending_approval", "unconfined")


def test_taking_the_owners_word_back_disables_what_was_approved_under_it(loose: House) -> None:
    task_id = shell(loose, "touch made").task_id
    loose.engine.settings.set({"shell.unconfined": False})
    loose.approve(task_id)
    ended = loose.ended(task_id)
    assert ended.status == ("completed" if has_jail(loose) else "failed")
    assert list(loose.folder().iterdir()) == [loose.folder() / "made"] * has_jail(loose)


def test_a_cancelled_command_is_stopped(loose: House) -> None:
    task_id = shell(loose, "touch ready; sleep 1000").task_id
    loose.approve(task_id)
    loose.cancel(task_id)
    assert loose.ended(task_id).status == "cancelled"
