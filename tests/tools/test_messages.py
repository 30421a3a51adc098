"""The tool that sends messages: to whom, what is shown of it, and what is pinned."""

import threading
from dataclasses import dataclass, field
from typing import Any

import pytest

from placet.rules.channels import Channel, Listed, declared
from placet.rules.errors import BadArguments, ToolFailed, ToolStopped
from placet.rules.ports import Effect
from placet.tools.messages import Letter, MsgSend
from placet.tools.outbox import Outbox, SendLimits
from placet.tools.schemas import Schema
from tests.fakes.bot_api import BotApi
from tests.fakes.mail_server import MailServer
from tests.fakes.webhook import Receiver
from tests.tools.bench import Bench, Signal


@dataclass
class Desk:
    """A post and a book that a test fills; the real ones are tested with the engine around them."""

    channels: dict[str, Channel] = field(default_factory=dict)
    letters: list[Letter] = field(default_factory=list)

    def address(self, sender: str, recipient: str) -> str:
        if recipient != "scribe":
            raise ToolFailed("There is no such agent.", code="bad_recipient")
        return "agent_2"

    async def deliver(self, letter: Letter) -> dict[str, Any]:
        self.letters.append(letter)
        return {"message_id": "msg_1"}

    def find(self, name: str) -> Listed | None:
        it = self.channels.get(name)
        return it and Listed(
            name=name, kind=it.kind, generation=it.generation, in_keyring=False, told=it.told()
        )

    def open(self, listed: Listed) -> Channel:
        return self.channels[listed.name]

    def declare(
        self, name: str, url: str = "https://hooks.example.org/s3cret", generation: str = "g1"
    ) -> None:
        self.put(name, {"kind": "webhook", "url": url}, generation)

    def put(self, name: str, definition: dict[str, Any], generation: str = "g1") -> None:
        self.channels[name] = declared(name, definition, generation)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def send(desk: Desk) -> MsgSend:
    outbox = Outbox(lambda: SendLimits(webhook_s=5, telegram_s=5, email_s=5))
    return MsgSend(post=desk, book=desk, outbox=outbox)


def test_it_is_declared_as_the_interface_says(send: MsgSend) -> None:
    assert (send.name, send.effect, send.restricted_by_default) == ("msg_send", Effect.WRITE, True)
    schema = Schema(send.schema)
    schema.check({"recipient": "agent:scribe", "content": "x", "subject": "y"})
    for wrong in ({"content": "x"}, {"recipient": "a:b"}, {"recipient": "a:b", "content": "x", "to": "y"}):
        with pytest.raises(BadArguments):
            schema.check(wrong)


def test_a_message_to_an_agent_is_announced_and_delivered(bench: Bench, desk: Desk, send: MsgSend) -> None:
    args = {"recipient": "agent:scribe", "content": "Gr\u00fc\u00dfe", "subject": "Hallo"}
    shown = bench.preview(send, **args)
    assert shown.sentence == 'Writes a message of 7 bytes to the agent "scribe", which will answer it.'
    assert shown.target == {"agent": "agent_2"}
    assert desk.letters == []
    bench.run(send, target=shown.target, **args)
    assert desk.letters == [
        Letter(sender="clerk", recipient="scribe", subject="Hallo", content="Gr\u00fc\u00dfe")
    ]


@pytest.mark.parametrize(
    "recipient",
    ["scribe", "agent:", ":scribe", ":", "agent:nobody", "alerts:x", "webhook:alerts", "Agent:scribe"],
)
def test_a_recipient_that_is_not_there_is_refused(bench: Bench, send: MsgSend, recipient: str) -> None:
    assert bench.refusal(send, recipient=recipient, content="x") == "bad_recipient"


@pytest.mark.parametrize("recipient", ["alerts:room-7", "webhook:alerts"])
def test_a_webhook_gets_the_message_and_is_named_without_its_address(
    bench: Bench, desk: Desk, send: MsgSend, recipient: str
) -> None:
    with Receiver() as receiver:
        desk.declare("alerts", receiver.url)
        shown = bench.preview(send, recipient=recipient, content="x")
        assert shown.sentence == f'Sends a message of 1 byte to "{recipient}" through the webhook "alerts".'
        assert shown.target == {"channel": "alerts", "generation": "g1"}
        result = bench.run(send, target=shown.target, recipient=recipient, content="x")
    assert result.value == {"recipient": recipient, "channel": "alerts", "status": 204}
    assert receiver.taken == [{"agent": "clerk", "recipient": recipient, "subject": None, "content": "x"}]


def test_a_chat_of_telegrams_gets_the_message(bench: Bench, desk: Desk, send: MsgSend) -> None:
    args = {"recipient": "telegram:123456789", "content": "Approve?", "subject": "task:task_1"}
    with BotApi() as api:
        desk.put("telegram", api.definition)
        shown = bench.preview(send, **args)
        assert shown.sentence == (
            'Sends a message of 8 bytes to "telegram:123456789" through the Telegram bot "telegram".'
        )
        result = bench.run(send, target=shown.target, **args)
    assert result.value == {"recipient": "telegram:123456789", "channel": "telegram", "message_id": 1}
    assert [(it["chat_id"], it["text"]) for it in api.sent] == [(123456789, "task:task_1\n\nApprove?")]


def test_a_mail_carries_its_tasks_id(bench: Bench, desk: Desk, send: MsgSend) -> None:
    args = {"recipient": "post:ada@example.org", "content": "Approve?"}
    with MailServer() as server:
        desk.put("post", server.definition())
        shown = bench.preview(send, **args)
        assert shown.sentence.endswith('to "post:ada@example.org" through the mail server "post".')
        result = bench.run(send, target=shown.target, **args)
    message_id = "<task_1@placet.invalid>"
    assert result.value == {"recipient": args["recipient"], "channel": "post", "message_id": message_id}
    assert server.mails[0]["Message-ID"] == message_id


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"recipient": "telegram:everybody", "content": "x"}, "bad_recipient"),
        ({"recipient": "telegram:1", "content": "\U0001f600" * 2_049}, "bad_message"),
        ({"recipient": "telegram:1", "content": "x" * 4_000, "subject": "y" * 95}, "bad_message"),
        ({"recipient": "post:a@example.org,b@example.org", "content": "x"}, "bad_recipient"),
        (
            {"recipient": "post:a@example.org", "content": "x", "subject": "y\nBcc: b@example.org"},
            "bad_message",
        ),
        ({"recipient": "post:a@example.org", "content": "x", "subject": "y\u202e"}, "bad_message"),
        (
            {"recipient": "post:a@example.org", "content": "x", "subject": "=?utf-8?q?y=0ABcc:_b@a.org?="},
            "bad_message",
        ),
    ],
)
def test_what_a_channel_cannot_carry_is_refused_before_anybody_is_asked(
    bench: Bench, desk: Desk, send: MsgSend, args: dict[str, str], code: str
) -> None:
    desk.put("telegram", {"kind": "telegram", "token": "1:a", "base_url": "http://127.0.0.1:9"})
    desk.put("post", {"kind": "email", "host": "127.0.0.1", "port": 9, "from": "a@example.org"})
    assert bench.refusal(send, **args) == code


def test_a_stop_that_comes_while_the_secrets_are_fetched_sends_nothing(
    bench: Bench, desk: Desk, send: MsgSend
) -> None:
    with Receiver() as receiver:
        desk.declare("alerts", receiver.url)
        stop = Signal(lambda: False, lambda: True)
        with pytest.raises(ToolStopped):
            bench.run(send, stop=stop, recipient="alerts:x", content="x")
    assert receiver.taken == []


def test_a_channels_own_name_counts_before_the_one_behind_the_colon(
    bench: Bench, desk: Desk, send: MsgSend
) -> None:
    desk.declare("webhook")
    desk.declare("alerts")
    target = bench.preview(send, recipient="webhook:alerts", content="x").target
    assert target == {"channel": "webhook", "generation": "g1"}


def test_a_channel_that_was_declared_anew_meanwhile_is_another_target(
    bench: Bench, desk: Desk, send: MsgSend
) -> None:
    with Receiver() as receiver:
        desk.declare("alerts", receiver.url)
        target = bench.preview(send, recipient="alerts:x", content="x").target
        desk.declare("alerts", receiver.url, "g2")
        bench.changed(send, target, recipient="alerts:x", content="x")
        desk.channels.clear()
        desk.declare("webhook", receiver.url)
        bench.changed(send, target, recipient="webhook:x", content="x")
    assert receiver.taken == []


def test_a_stop_before_sending_sends_nothing(bench: Bench, desk: Desk, send: MsgSend) -> None:
    with pytest.raises(ToolStopped):
        bench.run(send, stop=Signal(lambda: True), recipient="agent:scribe", content="x")
    assert desk.letters == []


def test_a_recipient_is_looked_up_off_the_loop(bench: Bench, desk: Desk, send: MsgSend) -> None:
    seen: list[threading.Thread] = []
    find = desk.find

    def watched(name: str) -> Listed | None:
        seen.append(threading.current_thread())
        return find(name)

    desk.find = watched  # type: ignore[method-assign]
    with pytest.raises(ToolFailed):
        bench.run(send, recipient="x:y", content="x")
    assert len(seen) == 1
    assert threading.main_thread() not in seen
