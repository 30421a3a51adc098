"""What a workflow's turn is for: its scope, its guided steps, and the tool that says what the model thinks it did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.basics import TaskId
from placet.rules.errors import BadArguments, BadInput
from placet.rules.guided import Step
from placet.rules.lifecycles import TaskStatus
from placet.rules.ports import ModelReply, ModelToolCall, Tool
from placet.rules.scope import REPORT, ToolScope
from placet.rules.workflows import MOST_SUMMARY_CHARS
from placet.work.calls import CallOutcome

TRIES_OF_STEP: Final = 3
"""How often a model may ask for a guided step's call whose arguments don't fit, before the step is given up."""
AGAIN: Final = "call_again"
_BAD_REPORT: Final = f"summary is a text of at most {MOST_SUMMARY_CHARS} characters."

REPORT_OFFER: Final[Mapping[str, Any]] = {
    "type": "function",
    "function": {
        "name": REPORT,
        "description": "Say in plain words what you did and what is missing. It is read by the owner and proves nothing.",
        "parameters": {
            "type": "object",
            "properties": {"summary": {"type": "string", "maxLength": MOST_SUMMARY_CHARS}},
            "required": ["summary"],
            "additionalProperties": False,
        },
    },
}


@dataclass(kw_only=True)
class Goal:
    """A workflow as the turn that works on it sees it. `steps` empty: the model goes its own way within `scope`.

    `recall` finds the arguments of an earlier call of a tool whose effect may have happened, since only exactly the
    same call can be told from a second effect; None when there was none. `found_nothing`: whether all looks of a tool
    were proven empty. `found` is what this run's steps came to, by their tools.
    """

    workflow_id: TaskId
    scope: ToolScope | None
    steps: tuple[Step, ...] = ()
    recall: Callable[[str], str | None] = lambda _: None
    found_nothing: Callable[[str], bool] = lambda _: False
    reported: str | None = None
    at: int = 0
    tries: int = 0
    recalled: set[int] = field(default_factory=set)
    found: dict[str, Any] = field(default_factory=dict)

    @property
    def guided(self) -> bool:
        """Whether steps of ours are walked."""
        return bool(self.steps)

    @property
    def step(self) -> Step | None:
        """The guided step that is next; None when all are behind, and in a free-form workflow."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    def call_again(self) -> ModelReply | None:
        """The next step's call that no model is asked for: made before, when its effect may have happened, or without a
        field that a model could fill in.
        """
        step = self.step
        if step is None or self.at in self.recalled:
            return None
        self.recalled.add(self.at)
        arguments = self.recall(step.tool)
        if arguments is None and step.free:
            return None
        if arguments is None:
            arguments = strict_json.dump(self._standing(step))
        call = ModelToolCall(id=f"{AGAIN}_{self.at}", name=step.tool, arguments=arguments)
        return ModelReply(text="", tool_calls=(call,), finish_reason="tool_calls", completion_tokens=0)

    def only_the_step(self, reply: ModelReply) -> ModelReply:
        """A guided step's reply with the one call that the step allows, its fixed arguments put in by us."""
        if not self.guided:
            return reply
        step = self.step
        if step is None:  # the summary: nothing may be called for it
            return replace(reply, tool_calls=())
        standing = self._standing(step)
        return replace(reply, tool_calls=tuple(_fixed(call, step, standing) for call in reply.tool_calls[:1]))

    def _standing(self, step: Step) -> dict[str, Any]:
        """The step's arguments that no model fills in."""
        derived = None if step.derive is None else step.derive(self.found)
        return {**step.fixed, **(derived or {})}

    def hear(self, outcome: CallOutcome) -> None:
        """Take in how a guided step's call ended: on to the next step, once more, or no further."""
        step = self.step
        if step is None:
            return
        if outcome.status == TaskStatus.COMPLETED:
            self.found[step.tool] = outcome.value
            self._go_on()
            return
        self.tries += 1
        bad = outcome.error_code == BadArguments.code
        may_try_again = bad and bool(step.free) and self.tries < TRIES_OF_STEP
        if not may_try_again:
            self.at = len(self.steps)  # denied, refused or failed: later steps would rest on nothing

    def _go_on(self) -> None:
        """To the next step that doesn't fall away; to the end, when there is nothing that it could be made about."""
        self.at, self.tries = self.at + 1, 0
        while (step := self.step) is not None and step.unless_empty and self.found_nothing(step.unless_empty):
            self.at += 1
        if step is not None and step.derive is not None and step.derive(self.found) is None:
            self.at = len(self.steps)


def step_offer(step: Step, tool: Tool) -> dict[str, Any]:
    """The one entry in `tools` of a guided step: only the fields that the model fills in (W8b)."""
    properties = tool.schema.get("properties", {})
    parameters = {
        "type": "object",
        "properties": {name: properties[name] for name in step.free},
        "required": list(step.free),
        "additionalProperties": False,
    }
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.summary, "parameters": parameters},
    }


def report(goal: Goal, call: ModelToolCall) -> CallOutcome:
    """Keep what the model says that it did. It reaches nothing, needs nobody's leave and is no evidence (Q8)."""
    try:
        said = strict_json.parse(call.arguments)
    except BadInput as flaw:
        return CallOutcome(status="refused", error_code=flaw.code, error=flaw.message)
    summary = said.get("summary") if isinstance(said, dict) else None
    if not isinstance(summary, str) or len(summary) > MOST_SUMMARY_CHARS:
        return CallOutcome(status="refused", error_code=BadArguments.code, error=_BAD_REPORT)
    goal.reported = summary
    return CallOutcome(status=TaskStatus.COMPLETED.value, value={"noted": True})


def _fixed(call: ModelToolCall, step: Step, standing: Mapping[str, Any]) -> ModelToolCall:
    if call.name != step.tool:
        return call  # the gate refuses it, as it does everything outside of the scope
    try:
        said = strict_json.parse(call.arguments)
    except BadInput:
        return call  # the gate says what is wrong with it
    if not isinstance(said, dict):
        return call
    free = {name: said[name] for name in step.free if name in said}
    return replace(call, arguments=strict_json.dump({**standing, **free}))
