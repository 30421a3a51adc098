"""The program itself: reads the event, answers it, and never ends in a way that lets a call pass by mistake."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # it has no types
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from placet.hook.claude import Answer

__all__ = ["main"]

_USAGE = "placet-hook claude|codex pre|permission|post|session-end [--data DIR], or claude post-failure"
_DEADLINE_S = 3570.0
"""Below the hook's own time (3600 s): when that one is over, the harness lets the call pass."""
_MOST_INPUT_BYTES = 64 * 1024 * 1024
_ENDINGS = (1, 2, 15)  # SIGHUP, SIGINT, SIGTERM


def main(arguments: list[str] | None = None) -> NoReturn:
    """Answer one event of a harness. Ends the process."""
    words = sys.argv[1:] if arguments is None else arguments
    event = words[1] if len(words) > 1 else ""
    try:
        _run(words)
    except BaseException as error:  # whatever it is, nothing passes
        _last_words(event, error)
    os._exit(2)


def _run(words: list[str]) -> None:
    harness = _harness(words)
    event, data = _read_words(words, harness.EVENTS)
    if event is None:
        _leave(2, f"placet: Wrong use; it is {_USAGE} [wrong_use]")
    _finish(event, data, harness)


def _harness(words: list[str]) -> Any:
    """The module that knows the harness's rules. A broken installation has to block as well, so it is loaded late."""
    if words[:1] == ["codex"]:
        from placet.hook import codex  # noqa: PLC0415

        return codex
    from placet.hook import claude  # noqa: PLC0415

    return claude


def _read_words(words: list[str], events: Any) -> tuple[str | None, str | None]:
    if words == ["--help"]:
        _write(1, f"{_USAGE}\n")
        os._exit(0)
    known = len(words) >= 2 and words[0] in {"claude", "codex"} and words[1] in events
    if known and len(words) == 2:
        return words[1], None
    if known and len(words) == 4 and words[2] == "--data" and words[3]:
        return words[1], words[3]
    return None, None


def _finish(event: str, data: str | None, harness: Any) -> None:
    from placet.hook import asking  # noqa: PLC0415 - as above
    from placet.hook.door import Deadline, Gone, Trouble, Watch  # noqa: PLC0415

    watch = Watch(1, _endings())
    reach = asking.reaching(data, harness.HARNESS, watch)
    try:
        made = harness.answer(event, _told(), reach, Deadline(_deadline_s()))
    except Trouble as trouble:
        made = harness.refusal(event, f"{trouble.message} [{trouble.code}]")
    except Gone:
        made = harness.refusal(event, "The question was taken back before anybody answered. [interrupted]")
    if not _say(made) and made.task_id is not None:
        asking.give_up(made.task_id, asking.reaching(data, harness.HARNESS))
        os._exit(2)
    os._exit(made.code)


def _endings() -> int:
    """A descriptor that gets a byte when the program is told to end: it ends where it waits, and nowhere in between."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    _signal.set_wakeup_fd(writer)
    for number in _ENDINGS:
        _signal.signal(number, lambda *_: None)
    return reader


def _deadline_s() -> float:
    """The seconds of `PLACET_HOOK_DEADLINE`, never more than what the harness waits."""
    from placet.hook.door import Trouble  # noqa: PLC0415

    named = os.environ.get("PLACET_HOOK_DEADLINE")
    if not named:
        return _DEADLINE_S
    try:
        seconds = float(named)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise Trouble("PLACET_HOOK_DEADLINE isn't a number of seconds.", "wrong_use")
    return min(seconds, _DEADLINE_S)


def _told() -> dict[str, Any]:
    """The event, from stdin."""
    from placet.hook.door import Trouble  # noqa: PLC0415
    from placet.hook.text import NotJson, parse  # noqa: PLC0415

    pieces, size = [], 0
    while piece := os.read(0, 1 << 20):
        pieces.append(piece)
        size += len(piece)
        if size > _MOST_INPUT_BYTES:
            raise Trouble("The harness's call is too large to be shown to anybody.", "too_large")
    try:
        told = parse(b"".join(pieces).decode("utf-8"))
    except (NotJson, UnicodeDecodeError):
        told = None
    if not isinstance(told, dict):
        raise Trouble("The harness sent no JSON object.", "bad_input")
    return told


def _say(made: Answer) -> bool:
    """Print the answer; False when nobody reads it."""
    from placet.hook.text import dump  # noqa: PLC0415

    said = made.said is None or _write(1, dump(made.said) + "\n")
    if made.code:
        _write(2, f"{made.words}\n")
    return said


def _write(number: int, text: str) -> bool:
    left = memoryview(text.encode("utf-8", "backslashreplace"))
    try:
        while left:
            left = left[os.write(number, left) :]
    except OSError:
        return False
    return True


def _leave(code: int, words: str) -> NoReturn:
    _write(2, f"{words}\n")
    os._exit(code)


def _last_words(event: str, error: BaseException) -> None:
    """Say no without anything that could be what broke."""
    words = (
        f"Placet: Something went wrong inside ({type(error).__name__}), so this call was not run. [internal]"
    )
    inside = f'"permissionDecision":"deny","permissionDecisionReason":"{words}"'
    if event == "permission":
        inside = f'"decision":{{"behavior":"deny","message":"{words}"}}'
    name = {"pre": "PreToolUse", "permission": "PermissionRequest"}.get(event)
    if name is not None:
        _write(1, f'{{"hookSpecificOutput":{{"hookEventName":"{name}",{inside}}}}}\n')
    _write(2, f"{words}\n")
    if event == "permission":
        os._exit(0)


if __name__ == "__main__":
    main()
