"""The tool that sends messages: to whom, what is shown of it, and what is pinned."""

import threading
from dataclasses import dataclass, field
from typing import Any

import pytest

from placet.rules.channels import Webhook, declared
from placet.rules.errors import BadArguments, ToolFailed, ToolStopped
from placet.rules.ports import Effect
from placet.tools.messages import Letter, MsgSend
from placet.tools.schemas import Schema
from tests.fakes.webhook import Receiver
from tests.tools.bench import Bench, Signal


@dataclass
class Desk:
    """A post and a book that a test fills; the real ones are tested with the engine around them."""

    channels: dict[str, Webhook] = field(default_factory=dict)
    letters: list[Letter] = field(default_factory=list)

    def address(self, sender: str, recipient: str) -> str:
        if recipient != "scribe":
            raise ToolFailed("There is no such agent.", code="bad_recipient")
        return "agent_2"

    async def deliver(self, letter: Letter) -> dict[str, Any]:
        self.letters.append(letter)
        return {"message_id": "msg_1"}

    def find(self, name: str) -> Webhook | None:
        return self.channels.get(name)

    def declare(
        self, name: str, url: str = "https://hooks.example.org/s3cret", generation: str = "g1"
    ) -> None:
        self.channels[name] = declared(name, {"kind": "webhook", "url": url}, generation)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def send(desk: Desk) -> MsgSend:
    return MsgSend(post=desk, book=desk, timeout_s=lambda: 5)


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

    def watched(name: str) -> Webhook | None:
        seen.append(threading.current_thread())
        return find(name)

    desk.find = watched  # type: ignore[method-assign]
    with pytest.raises(ToolFailed):
        bench.run(send, recipient="x:y", content="x")
    assert len(seen) == 1
    assert threading.main_thread() not in seen
