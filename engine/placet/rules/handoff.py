"""A prepared write that is handed off: out of a conversation, into one workflow that may do exactly that, and asks first.

The payload is fixed by its digest and handed over as data, so no model has to say it again and none can change it. The
request key binds conversation, message and payload: the same call answers with the same workflow, the next message of the
owner's may want another one. Source: seed 003, spec/workflows 10, DECISIONS W2.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.basics import ConversationId
from placet.rules.digest import Purpose, canonical, digest
from placet.rules.errors import BadArguments
from placet.rules.guided import Guide, Step
from placet.rules.records import Task
from placet.rules.scope import ToolScope
from placet.rules.verification import Expectation
from placet.rules.workflows import MOST_TEXT_CHARS, Workflow

HANDOFF: Final = "handoff"
"""What such a workflow says in `guided`; no client can ask for one."""
KEY: Final = "draft:"
HELD: Final = "handed_off"
"""The hold reason of its call: it asks, whatever lets it pass elsewhere, and nobody edits it."""
FIXED: Final = (
    "What was prepared and handed off can't be edited: deny it, and ask for another one in the conversation."
)

_INSTRUCTION: Final = (
    "Do exactly this one thing, as it was prepared in a conversation, and nothing else. "
    "The tool {tool}, with these arguments:\n"
)
TOO_LONG: Final = (
    f"What is handed off has at most {MOST_TEXT_CHARS:,} characters with its instruction; stay below 18,000. "
    "Nothing was saved."
)
NOT_YET: Final = (
    "Nothing is done yet: this was handed to a workflow of its own, which asks the owner and does just this. "
    "Don't repeat it, and don't say that it was done."
)


@dataclass(frozen=True, kw_only=True)
class Handoff:
    """A call that is handed off. `args` were checked; `input_digest` is theirs, as every call's.

    `account`: with which one its tool would act, None when it has none. `message_id` and `message_seq` are of the message
    that the turn answers.
    """

    tool: str
    args: Mapping[str, Any]
    input_digest: str
    account: str | None
    conversation_id: ConversationId
    message_id: str
    message_seq: int

    @property
    def key(self) -> str:
        """The request key, which is ours alone (W5)."""
        bound = {
            "conversation": self.conversation_id,
            "message": self.message_id,
            "seq": self.message_seq,
            "payload": self.input_digest,
        }
        return KEY + digest(Purpose.DRAFT, self.tool, bound)

    @property
    def given(self) -> dict[str, Any]:
        """What the workflow is started with, as `contract` reads it."""
        return {
            "tool": self.tool,
            "args": canonical(dict(self.args)),
            "input_digest": self.input_digest,
            "account": self.account,
            "conversation_id": self.conversation_id,
        }


def is_fixed(task: Task) -> bool:
    """Whether a call's arguments stand fast, also for the owner: others would be refused once they were approved."""
    return task.approval is not None and task.approval.hold_reason == HELD


def handed_off_by(workflow: Workflow) -> ConversationId | None:
    """The conversation in which a workflow's one step was prepared; None: it wasn't handed off."""
    if workflow.guided != HANDOFF or workflow.given is None:
        return None
    return ConversationId(json.loads(workflow.given)["conversation_id"])


def contract(given: Mapping[str, Any]) -> Guide:
    """The one step of such a workflow, what it may reach, and what it has to prove.

    Raises:
        BadArguments: the payload is too long; nothing may be saved of it.
    """
    tool, args = given["tool"], strict_json.load(given["args"])
    text = _INSTRUCTION.format(tool=tool) + canonical(args)
    if len(text) > MOST_TEXT_CHARS:
        raise BadArguments(TOO_LONG, pointer="")
    fixed = given["input_digest"]
    return Guide(
        title=f"{tool}, as prepared",
        text=text,
        steps=(Step(tool=tool, free=(), fixed=args),),
        expectations=(Expectation(tool=tool, input_digest=fixed),),
        scope=ToolScope(
            names=(tool,),
            account=given["account"],
            limits={tool: 1},
            fixed={tool: fixed},
            limits_over_workflow=True,
            asks=True,
        ),
    )
