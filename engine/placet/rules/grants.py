r"""What an owner lets pass without asking: grants, and the one matcher that the gate and the preview of it share.

A grant is as narrow as its words. It names one agent, one tool, and for each argument that matters what it may be:

* a value stands for exactly itself, type included (1 is neither 1.0 nor "1");
* a text may hold `*` for anything. In `path` and `url` that stays within one step, and `**` crosses steps. In what else
  looks like a path (another program's tools call theirs `file_path`, say) it stands for no step up by `..`.
  `\*` is the character itself;
* a list stands for any one of its members; `{"is": value}` stands for a value that is itself a list or an object.

An argument that isn't named may be anything, and the sentence says so.
Source: rule 12 of spec/prompt-rules 4.3, DECISIONS A3; interfaces 2, `/grants`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.rules import digest, web, wildcards
from placet.rules.basics import AgentId, Instant
from placet.rules.errors import BadInput
from placet.rules.json_places import pointer
from placet.rules.risk import unusual
from placet.rules.untrusted import showable
from placet.rules.wildcards import Star

PATH: Final = "path"
URL: Final = "url"
COMMAND: Final = "command"
MOST_PARTS: Final = 5
"""How many commands a line may chain for a grant to be offered (rule 12)."""
MOST_TEXT_CHARS: Final = 1_048_576
"""A longer text can't have been read by whoever grants it (rule 8)."""
NEVER: Final[Mapping[str, str]] = {
    "sys_update_config": "Changes of the agent's own settings are always asked about.",
    "sys_lambda": "Code that may approve is always asked about: its source is shown each time.",
}
"""Tools that no grant covers, and why."""
_COMMAND_WORDS: Final = frozenset(
    {
        "argv", "args", "bash", "cmd", "cmdline", "cmds", "code", "command", "commandline", "commands", "eval", "exec",
        "execute", "powershell", "program", "run", "script", "sh", "shell",
    }
)  # fmt: skip
"""Words in the names of arguments that other programs' tools take what is run by: `cmd`, say, or `shellScript`."""
_SHOWN_CHARS: Final = 120
_FIXED_ORIGIN: Final = re.compile(r"https?://[^/*\\]+/")
_NAME_WORD: Final = re.compile(r"[A-Z]*[a-z]+|[A-Z]+")
_STEP: Final = re.compile(r"[/\\]")
_PATH_WORDS: Final = ("path", "file", "folder", "dir")
_WILD: Final = re.compile(r"\\\*|\*\*|\*")


@dataclass(frozen=True, kw_only=True)
class Grant:
    """An owner's standing yes. `uses_left` and `expires_at` of None: no such end. `hits` counts what it let pass.

    `revoked_at`: when it ended for good, by the owner's word or, at `expires_at`, by the clock.
    `folder` bounds the argument `path`, `host` the argument `url`.
    """

    id: str
    agent_id: AgentId
    agent: str
    tool: str
    match: Mapping[str, Any]
    created_at: Instant
    folder: str | None = None
    host: str | None = None
    uses_left: int | None = None
    expires_at: Instant | None = None
    revoked_at: Instant | None = None
    hits: int = 0

    @property
    def has_run_out(self) -> bool:
        """Whether it was seen to end by the clock; nobody took it back."""
        return self.revoked_at is not None and self.revoked_at == self.expires_at


def is_live(grant: Grant, now: Instant) -> bool:
    """Whether the grant still stands at a moment."""
    if grant.revoked_at is not None or grant.uses_left == 0:
        return False
    return grant.expires_at is None or now < grant.expires_at


def matches(grant: Grant, agent_id: AgentId, tool: str, args: Mapping[str, Any]) -> bool:
    """Whether a call is one that the grant's words describe. Whether the grant still stands is `is_live`'s to say.

    Text that hides, reorders or can't be shown never matches: no owner has read it (rules 6 and 12).
    """
    if (grant.agent_id, grant.tool) != (agent_id, tool) or tool in NEVER or unusual(args):
        return False
    if grant.folder is not None and not _is_inside(args.get(PATH), grant.folder):
        return False
    if grant.host is not None and not _is_at(args.get(URL), grant.host):
        return False
    return all(name in args and _fits(name, pattern, args[name]) for name, pattern in grant.match.items())


def _fits(name: str, pattern: Any, value: Any) -> bool:
    if isinstance(pattern, list):
        return any(_fits(name, one, value) for one in pattern)
    if isinstance(pattern, Mapping):
        return digest.canonical(pattern["is"]) == digest.canonical(value)
    if isinstance(pattern, str) and isinstance(value, str):
        return _fits_text(name, pattern, value)
    return digest.canonical(pattern) == digest.canonical(value)


def _fits_text(name: str, pattern: str, value: str) -> bool:
    if _is_command(name) and _is_wild(pattern):
        return False  # none can be made; one that was made before this rule lets nothing pass
    if name == URL and _is_wild(pattern):
        address = _address(value)
        return address is not None and _fits_parts(_parts(name, pattern), address.url)
    if name == PATH and _is_wild(pattern) and _strays(value):
        return False
    if _bars_climbing(name, pattern) and ".." in _STEP.split(value):
        return False
    return _fits_parts(_parts(name, pattern), value)


def _fits_parts(parts: Sequence[str | Star], text: str) -> bool:
    if all(isinstance(part, str) or part.crosses for part in parts):
        return wildcards.fits(wildcards.between_stars(parts), text)
    return wildcards.fits_in_steps(parts, text)


def _parts(name: str, pattern: str) -> list[str | Star]:
    """What the pattern says, in order: everything but its stars is literal."""
    meaning: dict[str, str | Star] = {r"\*": "*", "**": Star(), "*": Star(crosses=name not in {PATH, URL})}
    parts: list[str | Star] = []
    last = 0
    for found in _WILD.finditer(pattern):
        parts += [pattern[last : found.start()], meaning[found[0]]]
        last = found.end()
    return [*parts, pattern[last:]]


def _is_wild(pattern: str) -> bool:
    return any(found[0] != r"\*" for found in _WILD.finditer(pattern))


def _bars_climbing(name: str, pattern: str) -> bool:
    """Whether a pattern with stars reads as a path: nobody who grants `/home/me/notes/*` means what lies outside."""
    if name in {PATH, URL} or not _is_wild(pattern):
        return False
    plain = pattern.replace(r"\*", "")
    return "/" in plain or "\\" in plain or any(word in name.casefold() for word in _PATH_WORDS)


def _is_command(name: str) -> bool:
    """Whether an argument of this name is run: by our shell, or by another program's tool, whatever that calls it."""
    return any(word.casefold() in _COMMAND_WORDS for word in _NAME_WORD.findall(name))


def _strays(path: str) -> bool:
    """Whether a path has another spelling than the one that names what it reaches."""
    return not {"", ".", ".."}.isdisjoint(path.split("/"))


def _is_inside(path: Any, folder: str) -> bool:
    return isinstance(path, str) and not _strays(path) and path.startswith(folder + "/")


def _is_at(url: Any, host: str) -> bool:
    address = _address(url) if isinstance(url, str) else None
    return address is not None and address.is_among({host})


def _address(text: str) -> web.WebAddress | None:
    try:
        return web.read_url(text)
    except web.BadAddress:
        return None


def check(
    tool: str, match: Mapping[str, Any], arguments: Collection[str], *, folder: str | None, host: str | None
) -> None:
    """Say nothing when a grant with these words can be made. `arguments`: the names that the tool takes.

    Raises:
        BadInput: with the place and the reason.
    """
    if tool in NEVER:
        raise BadInput(NEVER[tool], "/tool")
    for name, pattern in match.items():
        if name not in arguments:
            raise BadInput(f"{tool} takes no argument of this name.", pointer(("match", name)))
        _check_pattern(name, pattern, pointer(("match", name)))
    _check_folder(folder, arguments)
    _check_host(host, arguments)


def _check_pattern(name: str, pattern: Any, place: str) -> None:
    if isinstance(pattern, list):
        if not pattern:
            raise BadInput("An empty list matches nothing.", place)
        for one in pattern:
            _check_pattern(name, one, place)
    elif isinstance(pattern, Mapping):
        if set(pattern) != {"is"}:
            raise BadInput('An object is written {"is": …} here.', place)
    elif isinstance(pattern, str) and _is_wild(pattern):
        _check_stars(name, pattern, place)


def _check_stars(name: str, pattern: str, place: str) -> None:
    if _is_command(name):
        # `git *` would let `git x; rm -rf .` pass: what follows the star is another program's to read.
        raise BadInput("A command is granted word for word, without a star.", place)
    if name == URL and not _FIXED_ORIGIN.match(pattern):
        raise BadInput("A star may only stand behind the whole host and its slash.", place)


def _check_folder(folder: str | None, arguments: Collection[str]) -> None:
    if folder is None:
        return
    if PATH not in arguments:
        raise BadInput("This tool takes no path, so no folder can bound it.", "/folder")
    if _strays(folder):
        raise BadInput('A folder is written like "notes/today", inside the agent\'s own.', "/folder")


def _check_host(host: str | None, arguments: Collection[str]) -> None:
    if host is None:
        return
    if URL not in arguments:
        raise BadInput("This tool takes no address, so no host can bound it.", "/host")
    try:
        web.read_host(host)
    except web.BadAddress as flaw:
        raise BadInput(flaw.message, "/host") from None


def why_not_offered(
    tool: str, args: Mapping[str, Any], *, locked: bool, suppressed: bool = False, parts: int = 1
) -> str | None:
    """Why no grant may be made from this request, in words for the owner; None when one may (rule 12, case 68).

    `suppressed`: the harness that asks forbids it. `parts`: how many commands a command line chains.
    """
    reasons = _reasons(tool, args, locked=locked, suppressed=suppressed, parts=parts)
    return next(reasons, None)


def _reasons(
    tool: str, args: Mapping[str, Any], *, locked: bool, suppressed: bool, parts: int
) -> Iterator[str]:
    if tool in NEVER:
        yield NEVER[tool]
    if locked:
        yield "You locked this tool's settings, so each call is asked about."
    if suppressed:
        yield "The program that asks does not allow a standing answer."
    if any(isinstance(value, str) and len(value) > MOST_TEXT_CHARS for value in args.values()):
        yield "The request is too long to be read whole, so it is asked about each time."
    if unusual(args):
        yield "The request holds text that hides or misleads, so it is asked about each time."
    if parts > MOST_PARTS:
        yield f"The line chains {parts} commands; more than {MOST_PARTS} are always asked about."


def narrowest(args: Mapping[str, Any]) -> dict[str, Any]:
    """The match that describes this one call and no other: what an owner starts from, and may loosen."""
    return {name: _literal(value) for name, value in args.items()}


def _literal(value: Any) -> Any:
    if isinstance(value, list | Mapping):
        return {"is": value}
    return value.replace("*", r"\*") if isinstance(value, str) else value


@dataclass(frozen=True, kw_only=True)
class Bound:
    """What a grant demands of one argument: one of `ways`, each a key of `WAYS` with the showable text that it is about."""

    name: str
    ways: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Wording:
    """What a grant matches, taken apart, so that it can be told in any language: all of `bounds`; `free` may be anything."""

    bounds: tuple[Bound, ...]
    free: tuple[str, ...]


WAYS: Final = {
    "exactly": "is exactly {0}",
    "steps": "is like {0} (* within one step, ** across steps)",
    "below": "is like {0} (* for anything but a step up by ..)",
    "anything": "is like {0} (* for anything)",
    "folder": "lies in {0}",
    "host": "is at {0}",
}
"""How an argument is bound, in words."""


def wording(grant: Grant, arguments: Collection[str]) -> Wording:
    """What the grant matches, exactly. `arguments`: the names that its tool takes, in their order."""
    bounds = [Bound(name=it, ways=_ways(it, grant.match[it])) for it in arguments if it in grant.match]
    bounded = {PATH: grant.folder, URL: grant.host}
    if grant.folder is not None:
        bounds.append(Bound(name=PATH, ways=(("folder", _quoted(grant.folder)),)))
    if grant.host is not None:
        bounds.append(Bound(name=URL, ways=(("host", _quoted(grant.host)),)))
    free = tuple(it for it in arguments if it not in grant.match and bounded.get(it) is None)
    return Wording(bounds=tuple(bounds), free=free)


def sentence(grant: Grant, arguments: Collection[str]) -> str:
    """Say in words exactly what the grant matches. `arguments`: the names that its tool takes, in their order."""
    worded = wording(grant, arguments)
    bounds = [f"{it.name} {_either(it.ways)}" for it in worded.bounds]
    when = " when " + " and ".join(bounds) if bounds else ""
    rest = f", whatever {' and '.join(worded.free)} may be" if worded.free else ""
    return f"{grant.agent} may call {grant.tool} without asking{when}{rest}."


def _either(ways: Collection[tuple[str, str]]) -> str:
    first, *others = (WAYS[way].format(shown) for way, shown in ways)
    return " or ".join((first, *(it.removeprefix("is ") for it in others)))


def _ways(name: str, pattern: Any) -> tuple[tuple[str, str], ...]:
    if isinstance(pattern, list):
        return tuple(way for one in pattern for way in _ways(name, one))
    if isinstance(pattern, Mapping):
        return (("exactly", _quoted(digest.canonical(pattern["is"]))),)
    if isinstance(pattern, str) and _is_wild(pattern):
        stars = "below" if _bars_climbing(name, pattern) else "anything"
        return (("steps" if name in {PATH, URL} else stars, _quoted(pattern)),)
    plain = pattern.replace(r"\*", "*") if isinstance(pattern, str) else digest.canonical(pattern)
    return (("exactly", _quoted(plain)),)


def _quoted(text: str) -> str:
    return f"“{showable(text, limit=_SHOWN_CHARS, single_line=True).text}”"
