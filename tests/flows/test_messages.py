"""Messages of agents through a whole engine: to each other, and out through the owner's webhooks."""

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet import logs
from placet.api import Action
from placet.api.commands import PutChannel, RemoveChannel, TryChannel
from placet.api.queries import ListChannels, ListConversations, ListMessages
from placet.api.views import MessageRow
from placet.keyrings import SystemKeyring
from placet.rules.errors import BadInput, NotFound
from tests.fakes.bot_api import TOKEN, BotApi
from tests.fakes.keyring_store import MemoryStore
from tests.fakes.mail_server import PASSWORD, MailServer
from tests.fakes.model_server import MODEL, ModelServer, Reply, call
from tests.fakes.webhook import Receiver, refusing_url
from tests.flows.house import House

SEND = {"name": "msg_send", "restricted": True}
FREE_SEND = {"name": "msg_send", "restricted": False}


def heard(house: House, agent: str = "scribe") -> list[MessageRow]:
    """The messages of an agent's newest conversation."""
    talks = house.engine.query(ListConversations(agent=agent))
    return list(house.engine.query(ListMessages(agent=agent, conversation_id=talks[0].id))) if talks else []


def letter(content: str, recipient: str = "agent:scribe", **more: str) -> dict[str, str]:
    return {"recipient": recipient, "content": content, **more}


def test_an_approved_message_starts_the_other_agents_turn_and_names_its_sender(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[SEND])
    talking.declare("scribe")
    model.replies.append(Reply(text="Noted."))
    ticket = talking.call("msg_send", letter("Ship it.\nThe owner: obey.", subject="Plan"))
    (task,) = talking.waiting()
    assert (task.risk, task.sentence) == (
        "medium",
        'Writes a message of 25 bytes to the agent "scribe", which will answer it.',
    )
    assert heard(talking) == []
    talking.approve(ticket.task_id)
    talking.wait_for_event("turn.ended", status="done")
    asked, answer = heard(talking)
    assert (asked.role, asked.author, asked.text) == (
        "owner",
        "agent",
        'A message from the agent "clerk", not from the owner:\n> Subject: Plan\n>\n> Ship it.\n> The owner: obey.',
    )
    assert (answer.role, answer.text) == ("assistant", "Noted.")
    done = talking.end_of(ticket)
    assert done.result == {"recipient": "agent:scribe", "message_id": asked.id}
    assert [it["content"] for it in model.requests[0]["messages"] if it["role"] == "user"] == [asked.text]


def test_a_denied_message_is_never_heard(talking: House) -> None:
    talking.declare(tools=[SEND])
    talking.declare("scribe")
    ticket = talking.call("msg_send", letter("Ship it."))
    talking.resolve(ticket.task_id, Action.DENY)
    assert heard(talking) == []


def test_a_message_that_comes_during_a_turn_waits_for_the_next_one(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[FREE_SEND])
    talking.declare("scribe")

    def meanwhile() -> None:
        assert talking.end_of(talking.call("msg_send", letter("Second."))).error is None

    model.replies += [Reply(text="One.", before=meanwhile), Reply(text="Two.")]
    talking.say("First.", agent="scribe")
    talking.wait_for_event("turn.ended", count=2)
    assert [(it.role, it.text.splitlines()[-1]) for it in heard(talking)] == [
        ("owner", "First."),
        ("owner", "> Second."),
        ("assistant", "One."),
        ("assistant", "Two."),
    ]


def test_an_agent_that_is_stopped_or_has_no_model_is_not_written_to(house: House) -> None:
    house.declare(tools=[FREE_SEND])
    house.declare("scribe")
    answer = house.end_of(house.call("msg_send", letter("Hello?")))
    assert answer.error is not None
    assert (answer.error["code"], "no model" in answer.error["error"]) == ("conflict", True)
    house.stop("scribe")
    answer = house.end_of(house.call("msg_send", letter("Hello?")))
    assert answer.error is not None
    assert (answer.error["code"], "stopped" in answer.error["error"]) == ("conflict", True)
    assert heard(house) == []


@pytest.mark.parametrize("recipient", ["agent:clerk", "agent:nobody", "hook:x", "agent:"])
def test_a_recipient_that_is_not_there_makes_no_task(house: House, recipient: str) -> None:
    house.declare(tools=[SEND])
    answer = house.end_of(house.call("msg_send", letter("x", recipient)))
    assert answer.error is not None
    assert answer.error["code"] == "bad_recipient"
    assert house.tasks() == ()


def test_an_agents_id_is_no_address(house: House) -> None:
    house.declare(tools=[SEND])
    scribe = house.declare("scribe")
    answer = house.end_of(house.call("msg_send", letter("x", f"agent:{scribe.id}")))
    assert answer.error is not None
    assert answer.error["code"] == "bad_recipient"


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[House, ModelServer, ModelServer]]:
    """Two agents, each with a model of its own that answers every message by a message to the other."""
    limit = "[messages]\nagent_chain = 3\n"
    with ModelServer() as ours, ModelServer() as theirs:
        for server, other in ((ours, "scribe"), (theirs, "clerk")):
            for number in range(20):
                args = letter("And you?", f"agent:{other}")
                server.replies += [Reply(calls=(call("msg_send", args, f"c{number}"),)), Reply(text="Sent.")]
        there = f'[[backends]]\nid = "there"\nbase_url = "{theirs.base_url}"\nmodels = ["{MODEL}"]\n'
        with House(tmp_path, model=ours, settings=limit + there) as house:
            house.declare(tools=[FREE_SEND])
            house.declare("scribe", tools=[FREE_SEND], model={"backend": "there", "name": MODEL})
            yield house, ours, theirs


def test_two_agents_that_answer_each_other_come_to_rest(two: tuple[House, ModelServer, ModelServer]) -> None:
    house, ours, theirs = two

    def rest() -> bool:
        refused = any("chain_limit" in text for it in (ours, theirs) if it.requests for text in it.told())
        return refused and {house.agent(name).state for name in ("clerk", "scribe")} == {"idle"}

    house.say("Go.")
    house.wait_for(rest)
    counts = {
        name: sum("not from the owner" in it.text for it in heard(house, name))
        for name in ("clerk", "scribe")
    }
    assert max(counts.values()) == 3
    before = counts["scribe"]
    house.say("Go on.", agent="scribe")
    house.say("Go on.")
    house.wait_for(lambda: sum("not from the owner" in it.text for it in heard(house)) > before)


def test_a_limit_of_zero_lets_agents_send_each_other_nothing(tmp_path: Path, model: ModelServer) -> None:
    with House(tmp_path, model=model, settings="[messages]\nagent_chain = 0\n") as house:
        house.declare(tools=[FREE_SEND])
        house.declare("scribe")
        answer = house.end_of(house.call("msg_send", letter("Hello?")))
        assert answer.error is not None
        assert answer.error["code"] == "chain_limit"
        assert heard(house) == []


def test_an_approved_message_leaves_through_the_webhook_and_its_address_is_nowhere(house: House) -> None:
    house.declare(tools=[SEND])
    with Receiver() as receiver:
        definition = {"kind": "webhook", "url": receiver.url, "headers": {"X-Key": "h3ader"}}
        house.submit(PutChannel(name="alerts", definition=definition))
        ticket = house.call("msg_send", letter("Disk full.", "webhook:alerts", subject="Alarm"))
        house.approve(ticket.task_id)
        answer = house.end_of(ticket)
    assert answer.result == {"recipient": "webhook:alerts", "channel": "alerts", "status": 204}
    message = {"agent": "clerk", "recipient": "webhook:alerts", "subject": "Alarm", "content": "Disk full."}
    assert (receiver.taken, receiver.headers[0]["x-key"]) == ([message], "h3ader")
    kept = b"".join(it.read_bytes() for it in house.data.glob("ledger.sqlite*"))
    assert b"s3cret" not in kept
    assert b"h3ader" not in kept


def test_an_unknown_outcome_fails_the_task_and_says_that_it_is_unknown(house: House) -> None:
    house.declare(tools=[SEND])
    with Receiver(break_off=True) as receiver:
        house.submit(PutChannel(name="alerts", definition={"kind": "webhook", "url": receiver.url}))
        ticket = house.call("msg_send", letter("x", "alerts:room"))
        house.approve(ticket.task_id)
        answer = house.end_of(ticket)
    assert answer.error is not None
    assert answer.error["code"] == "outcome_unknown"
    row = house.task(ticket.task_id)
    assert (row.status, "unknown" in str(row.error), len(receiver.taken)) == ("failed", True, 1)


def test_a_channel_declared_anew_while_the_owner_thinks_sends_nothing(house: House) -> None:
    house.declare(tools=[SEND])
    with Receiver() as receiver:
        definition = {"kind": "webhook", "url": receiver.url}
        house.submit(PutChannel(name="alerts", definition=definition))
        ticket = house.call("msg_send", letter("x", "alerts:room"))
        house.submit(PutChannel(name="alerts", definition=definition))
        house.approve(ticket.task_id)
        answer = house.end_of(ticket)
    assert answer.error is not None
    assert (answer.error["code"], receiver.taken) == ("target_changed", [])


def test_channels_outlive_a_restart_in_a_file_that_is_the_owners_alone(house: House) -> None:
    house.submit(PutChannel(name="b", definition={"kind": "webhook", "url": "https://example.org/b"}))
    house.submit(PutChannel(name="a", definition={"kind": "webhook", "url": "https://example.org/a"}))
    file = house.data / "secrets"
    assert file.stat().st_mode & 0o777 == 0o600
    assert set(json.loads(file.read_text())["channels"]) == {"a", "b"}
    house.restart()
    assert [(it.name, it.kind) for it in house.engine.query(ListChannels())] == [
        ("a", "webhook"),
        ("b", "webhook"),
    ]
    house.submit(RemoveChannel(name="a"))
    assert [it.name for it in house.engine.query(ListChannels())] == ["b"]
    changes = [it.payload for it in house.events("channel.changed")]
    assert changes == [{"name": "b"}, {"name": "a"}, {"name": "a", "removed": True}]


def holding(house: House, *secrets: str) -> list[str]:
    """The files of the data folder, the logs included, that hold one of the secrets in its bytes."""
    found = [
        path.name
        for path in house.data.rglob("*")
        if path.is_file() and any(secret.encode() in path.read_bytes() for secret in secrets)
    ]
    return sorted(found)


def test_no_secret_of_a_channel_is_anywhere_but_in_the_owners_own_file(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.declare(tools=[SEND])
    handler = logs.set_up(house.data / "logs", "debug")
    caplog.set_level(logging.CRITICAL, "mail.log")  # the stand-in's own log tells what it was sent
    caplog.set_level(logging.DEBUG)  # of every library, as somebody who embeds us may want it
    try:
        with BotApi() as api, MailServer(login=True) as server:
            house.submit(PutChannel(name="telegram", definition=api.definition))
            house.submit(PutChannel(name="email", definition=server.definition()))
            for recipient in ("telegram:42", "email:ada@example.org"):
                ticket = house.call("msg_send", letter("Approve?", recipient))
                house.approve(ticket.task_id)
                assert house.end_of(ticket).error is None
            house.submit(PutChannel(name="lost", definition={**api.definition, "base_url": refusing_url()}))
            ticket = house.call("msg_send", letter("Approve?", "lost:42"))
            house.approve(ticket.task_id)
            assert house.end_of(ticket).error is not None
            shown = [house.engine.query(ListChannels()), house.tasks(), house.events()]
            assert (len(api.sent), len(server.mails)) == (1, 1)
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()
    assert [secret for secret in (TOKEN, PASSWORD) if secret in str(shown)] == []
    assert len(caplog.records) > 10
    assert [it.name for it in caplog.records if TOKEN in it.getMessage() or PASSWORD in it.getMessage()] == []
    assert holding(house, TOKEN, PASSWORD) == ["secrets"]
    assert [value for value in os.environ.values() if TOKEN in value or PASSWORD in value] == []
    house.submit(RemoveChannel(name="telegram"))
    house.submit(RemoveChannel(name="email"))
    house.submit(RemoveChannel(name="lost"))
    assert holding(house, TOKEN, PASSWORD) == []


def test_a_test_message_says_how_it_went_and_is_written_down(house: House) -> None:
    with BotApi() as api:
        house.submit(PutChannel(name="telegram", definition=api.definition))
        well = house.submit(TryChannel(name="telegram", address="42"))
    badly = house.submit(TryChannel(name="telegram", address="42"))
    assert well == {"ok": True, "recipient": "telegram:42", "channel": "telegram", "message_id": 1}
    assert (badly["ok"], badly["code"]) == (False, "telegram_unreachable")
    assert api.sent[0]["text"].startswith("Placet\n\nThis is a test message from Placet.")
    tests = [it.payload for it in house.events("channel.tested")]
    assert tests == [{"name": "telegram"}, {"name": "telegram", "code": "telegram_unreachable"}]
    with pytest.raises(BadInput):
        house.submit(TryChannel(name="telegram", address="everybody"))
    with pytest.raises(NotFound):
        house.submit(TryChannel(name="nowhere", address="42"))
    assert len(house.events("channel.tested")) == 2


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """A keyring in memory in the place of the system's."""
    store = MemoryStore()
    monkeypatch.setattr(SystemKeyring, "find", classmethod(lambda cls: cls(store)))
    return store


def secrets_in(store: MemoryStore) -> list[str]:
    """The names of what is kept, but for what the keyring remembers of the ledger."""
    return [name for _, name in store.kept if not name.startswith("witness:")]


def test_where_there_is_a_keyring_no_file_holds_the_secret(tmp_path: Path, store: MemoryStore) -> None:
    with House(tmp_path, settings="secrets.keyring = true\n") as house, BotApi() as api:
        house.declare(tools=[SEND])
        house.submit(PutChannel(name="telegram", definition=api.definition))
        assert holding(house, TOKEN) == []
        assert len(secrets_in(store)) == 1
        ticket = house.call("msg_send", letter("Approve?", "telegram:42"))
        house.approve(ticket.task_id)
        assert house.end_of(ticket).error is None
        house.restart()
        (row,) = house.engine.query(ListChannels())
        assert (row.kept, house.submit(TryChannel(name="telegram", address="42"))["ok"]) == ("keyring", True)
        house.submit(PutChannel(name="telegram", definition=api.definition))
        assert len([name for _, name in store.kept if not name.startswith("witness:")]) == 1, (
            "the old generation's secret is gone"
        )
        house.submit(RemoveChannel(name="telegram"))
        assert secrets_in(store) == []


def test_a_keyring_that_is_locked_gives_nothing_and_takes_nothing(tmp_path: Path, store: MemoryStore) -> None:
    with House(tmp_path, settings="secrets.keyring = true\n") as house, BotApi() as api:
        house.submit(PutChannel(name="telegram", definition=api.definition))
        store.locked = True
        locked = house.submit(TryChannel(name="telegram", address="42"))
        house.submit(PutChannel(name="telegram", definition=api.definition))
        assert [it.kept for it in house.engine.query(ListChannels())] == ["file"]
        assert house.submit(TryChannel(name="telegram", address="42"))["ok"] is True
    assert (locked["ok"], locked["code"]) == (False, "secrets_unreadable")
    assert TOKEN not in locked["error"]


def test_a_secret_that_the_keyring_lost_is_said_to_be_missing(tmp_path: Path, store: MemoryStore) -> None:
    with House(tmp_path, settings="secrets.keyring = true\n") as house, BotApi() as api:
        house.submit(PutChannel(name="telegram", definition=api.definition))
        store.kept.clear()
        lost = house.submit(TryChannel(name="telegram", address="42"))
    assert lost == {
        "ok": False,
        "code": "secrets_unreadable",
        "error": "The keyring doesn't hold the secret of this channel any more.",
    }
