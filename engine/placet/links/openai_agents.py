"""The OpenAI Agents SDK: each call of a tool that needs approval is asked about in the console, and the run goes on.

Declare tools with `@function_tool(needs_approval=True)` and run the agent by `run` in the place of `Runner.run`. The SDK
knows no edited calls: where the owner edits one, it is rejected with the arguments that would be allowed, for the model to
ask again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from agents import Agent, Runner, RunResult, ToolApprovalItem
from placet.links.questions import Answer, ask, report
from placet.rules import strict_json
from placet.rules.errors import BadInput

__all__ = ["run"]

HARNESS: Final = "openai-agents"
_UNCLEAR: Final = "The arguments of this call can't be shown to anybody, so it was not run."


async def run(agent: Agent[Any], given: Any, *, session: str | None = None, **more: Any) -> RunResult:
    """Run an agent to its end, asking the console about every call that needs approval.

    `more` goes to `Runner.run`. `session` names the run on the cards; one that is taken up after a crash under its name
    finds its open questions where they were, and asks anew about what was allowed. Raises whatever `Runner.run` raises.
    """
    session = session or secrets.token_hex(8)
    result = await Runner.run(agent, given, **more)
    while result.interruptions:
        state = result.to_state()
        asked = []
        for item in result.interruptions:
            answer = await _answer(item, session)
            _decide(state, item, answer)
            asked.append((_call_id(item), answer))
        try:
            result = await Runner.run(agent, state, **more)
        except BaseException as broke:
            await asyncio.shield(asyncio.to_thread(_report_broken, asked, broke))
            raise
        await asyncio.to_thread(_report, asked, result.new_items)
    return result


async def _answer(item: ToolApprovalItem, session: str) -> Answer:
    try:
        args = strict_json.parse(item.arguments or "")
    except BadInput as flaw:
        return Answer(allowed=False, args={}, reason=f"{_UNCLEAR} {flaw.message}")
    if not isinstance(args, dict) or not item.name or not _call_id(item):
        return Answer(allowed=False, args={}, reason=_UNCLEAR)
    key = f"{HARNESS}:{session}:{_call_id(item)}"
    return await asyncio.to_thread(
        lambda: ask(item.name or "", args, key=key, harness=HARNESS, session=session)
    )


def _decide(state: Any, item: ToolApprovalItem, answer: Answer) -> None:
    if answer.allowed and not answer.edited:
        state.approve(item)
        return
    reason = answer.reason
    if answer.edited:
        would = strict_json.dump(dict(answer.args))
        reason = f"The owner would allow this only with these arguments: {would}. It was not run; call again with them."
        report(
            answer,
            ok=False,
            words="It was edited, which this SDK can't run; the agent was told.",
            harness=HARNESS,
        )
    state.reject(item, rejection_message=reason)


def _call_id(item: ToolApprovalItem) -> str:
    """What names the call; one of a hosted server has an id alone. Empty: nothing does."""
    named = (_member(item.raw_item, name) for name in ("call_id", "id"))
    return next((it for it in named if isinstance(it, str)), "")


def _member(raw: Any, name: str) -> Any:
    return raw.get(name) if isinstance(raw, Mapping) else getattr(raw, name, None)


def _report_broken(asked: Sequence[tuple[str, Answer]], broke: BaseException) -> None:
    words = f"The run broke ({type(broke).__name__}: {broke}); whether the call did anything is unknown."
    for _, answer in asked:
        if answer.allowed and not answer.edited:
            report(answer, ok=False, words=words, harness=HARNESS)


def _report(asked: Sequence[tuple[str, Answer]], items: Sequence[Any]) -> None:
    said = {
        _output_id(it): str(getattr(it, "output", "")) for it in items if it.type == "tool_call_output_item"
    }
    for call_id, answer in asked:
        if answer.allowed and not answer.edited:
            report(
                answer,
                ok=True,
                words=said.get(call_id, "The run says nothing of its outcome."),
                harness=HARNESS,
            )


def _output_id(item: Any) -> str:
    return str(_member(item.raw_item, "call_id"))
