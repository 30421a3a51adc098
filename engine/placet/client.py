"""Gates functions of any Python program: nothing runs before the owner said yes (interfaces 4).

    from placet import client

    @client.gate
    def send_report(to: str, text: str) -> None: ...

    with client.held("transfer", {"amount": 12}) as approved:
        transfer(**approved)

It asks at `PLACET_URL` with the agent's token in `PLACET_TOKEN`, for at most `PLACET_DEADLINE` seconds (unset: for ever).
Everything but an approval raises `Refused`. What came of the call is reported; the program runs it, Placet only decides.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import os
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, ParamSpec, TypeVar, cast

from placet.hook import asking, descent
from placet.hook.asking import Call, No, Yes
from placet.hook.door import Deadline, Trouble
from placet.hook.text import NotJson, dump, parse

__all__ = ["Refused", "gate", "held"]

P = ParamSpec("P")
T = TypeVar("T")
_FOR_EVER_S: Final = 10 * 365 * 86400.0
_REPORT_S: Final = 15.0
_MOST_CHARS: Final = 10_000


class Refused(Exception):
    """The call may not run. `reason` is the owner's, or says why nobody could be asked; `code` is stable."""

    def __init__(self, reason: str, code: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code


def gate(function: Callable[P, T]) -> Callable[P, T]:
    """Have a function, plain or async, run only when the owner approved its call, with the arguments that were approved.

    The tool is the function's name, its arguments are what it is called with, by the names of its parameters; they have to
    be JSON. An async function's wait blocks no other task.

    Raises:
        Refused: by each call that isn't approved.
    """
    signature = inspect.signature(function)
    if inspect.iscoroutinefunction(function):
        return cast("Callable[P, T]", _gate_async(function, signature))

    @functools.wraps(function)
    def gated(*args: P.args, **kwargs: P.kwargs) -> T:
        with _Held(function.__name__, _by_name(signature, args, kwargs)) as held:
            bound = _bound(signature, held.approved)
            held.result = function(*bound.args, **bound.kwargs)
            return cast("T", held.result)

    return gated


def _gate_async(
    function: Callable[..., Awaitable[Any]], signature: inspect.Signature
) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(function)
    async def gated(*args: Any, **kwargs: Any) -> Any:
        held = _Held(function.__name__, _by_name(signature, args, kwargs))
        await asyncio.to_thread(held.ask)
        try:
            bound = _bound(signature, held.approved)
            held.result = await function(*bound.args, **bound.kwargs)
        except BaseException as error:
            await asyncio.to_thread(held.report, error)
            raise
        await asyncio.to_thread(held.report, None)
        return held.result

    return gated


@contextmanager
def held(tool: str, args: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Wait for the owner, then yield the arguments that were approved, which may be edited ones.

    How the block ends is reported as what came of the call.

    Raises:
        Refused: it wasn't approved.
    """
    with _Held(tool, args) as it:
        yield it.approved


class _Held:
    """One call: asked about, then reported. `result` is what came of it, where it is JSON."""

    def __init__(self, tool: str, args: Mapping[str, Any]) -> None:
        try:
            self._args: dict[str, Any] = parse(dump(dict(args)))
        except NotJson:
            raise Refused("The arguments can't be shown: they aren't JSON.", "bad_input") from None
        self._tool = tool
        self._reach = asking.reaching(None, None)
        self._task_id: str | None = None
        self.approved: dict[str, Any] = {}
        self.result: Any = None

    def ask(self) -> None:
        call = Call(self._tool, self._args, key=f"client:{os.urandom(16).hex()}", source=_source())
        verdict: Yes | No = asking.ask(call, self._reach, Deadline(_deadline_s()))
        if isinstance(verdict, No):
            raise Refused(verdict.reason, verdict.code)
        self._task_id = verdict.task_id
        self.approved = self._args if verdict.edited is None else verdict.edited

    def report(self, error: BaseException | None) -> None:
        """Say what came of it; that it can't be told changes nothing for the program."""
        if self._task_id is None:
            return
        try:
            door = self._reach(Deadline(_REPORT_S))
            try:
                asking.report(door, self._task_id, self._outcome(error))
            finally:
                door.close()
        except Trouble:
            return

    def _outcome(self, error: BaseException | None) -> dict[str, Any]:
        if error is not None:
            return {"ok": False, "error": f"{type(error).__name__}: {error}"[:_MOST_CHARS]}
        try:
            return {"ok": True, "result": parse(dump(self.result))}
        except NotJson:
            return {"ok": True}

    def __enter__(self) -> _Held:
        self.ask()
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self.report(error)


def _source() -> dict[str, str]:
    told = {"harness": "python", "cwd": os.getcwd()}  # noqa: PTH109 - a text is what is shown
    process = descent.own()
    return {**told, "process": process} if process else told


def _deadline_s() -> float:
    named = os.environ.get("PLACET_DEADLINE")
    if not named:
        return _FOR_EVER_S
    try:
        seconds = float(named)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < _FOR_EVER_S:
        raise Refused("PLACET_DEADLINE isn't a number of seconds.", "wrong_use")
    return seconds


def _by_name(signature: inspect.Signature, args: Any, kwargs: Any) -> dict[str, Any]:
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)


def _bound(signature: inspect.Signature, approved: Mapping[str, Any]) -> inspect.BoundArguments:
    """The approved arguments as the function takes them.

    Raises:
        Refused: the edited ones aren't the function's.
    """
    unknown = set(approved) - set(signature.parameters)
    bound = inspect.BoundArguments(signature, dict(approved))
    try:
        signature.bind(*bound.args, **bound.kwargs)
    except TypeError:
        unknown.add("")
    if unknown:
        raise Refused(
            "The arguments that were approved aren't the ones that this function takes.", "bad_arguments"
        )
    return bound
