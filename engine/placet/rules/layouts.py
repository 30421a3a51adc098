"""Lays a request out by its tool, as people know such things: a command with its parts, a request to a host, a message.

It stands beside the exact tree and binds nothing. What a layout has no place for is listed in it by name and value, so
that a part never passes for the whole. Source: spec/prompt-rules 4.3, rules 6, 8 and 10.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from placet.rules import commands, diffs, sql_text
from placet.rules.json_places import pointer
from placet.rules.sheet_texts import (
    VALUE_CHARS,
    address_lines,
    diff_holds,
    diff_lines,
    fits,
    one_line,
    pair_lines,
    text_lines,
    value_line,
)
from placet.rules.sheets import GAP, Sheet, SheetKind, SheetLine, Tone, note

MOST_LISTED: Final = 100
"""How many parts of a command, values of a query, or arguments without a place stand one by one."""
MOST_SQL_CHARS: Final = 50_000
"""A longer statement stands as it is written: laying it out takes a while, and nobody reads it clause by clause."""
_NEW_FILE: Final = "--- /dev/null\n"
_SIDES: Final = {
    "content": (Tone.SAME, Tone.NEW),
    "new_text": (Tone.SAME, Tone.NEW),
    "new_string": (Tone.SAME, Tone.NEW),
    "old_text": (Tone.SAME, Tone.GONE),
    "old_string": (Tone.SAME, Tone.GONE),
}
"""On which side of a difference the arguments of these names stand."""

Args = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class _Form:
    """How calls of a tool are laid out: the texts that they must have, and what else has a place.

    `exact`: of these texts every character is drawn, when they fit. `claims` have no place: they are only said.
    """

    kind: SheetKind
    texts: tuple[str, ...]
    draw: Callable[[Args], Iterator[SheetLine]]
    exact: tuple[str, ...] = ()
    optional: Mapping[str, type] = field(default_factory=dict)
    claims: tuple[str, ...] = ()

    def takes(self, args: Args) -> bool:
        """Whether the arguments are of this form: a harness's tool of the same name may take others."""
        types = {**dict.fromkeys(self.texts, str), **self.optional}
        return set(self.texts) <= set(args) and all(
            isinstance(args[name], form) for name, form in types.items() if name in args
        )

    def without_place(self, args: Args) -> dict[str, Any]:
        """The arguments that nothing is drawn of."""
        placed = {*self.texts, *self.optional, *self.claims}
        return {name: value for name, value in args.items() if name not in placed}


def sheet(tool: str, args: Args, diff: str | None = None) -> Sheet | None:
    """Lay a call out; None for tools, and forms of arguments, of which nothing special is known.

    `diff` is the difference that was worked out when the call was asked for (`ports.Preview`). It is shown instead,
    unless it is about a new file and says no more than the file's text.
    """
    form = _FORMS.get(tool)
    if form is not None and not form.takes(args):
        form = None
    if diff is not None and not (form is not None and diff.startswith(_NEW_FILE)):
        return Sheet(kind=SheetKind.CHANGES, lines=diff_lines(diff), whole=_whole(_held(args, diff)))
    if form is None:
        return None
    exact = [name for name in form.exact if name in args and fits(args[name])]
    if form.draw is _passage:
        exact += _held(args, _passage_diff(args))
    return Sheet(
        kind=form.kind, lines=(*form.draw(args), *_rest(form.without_place(args))), whole=_whole(exact)
    )


def claims(tool: str, args: Args) -> tuple[tuple[str, str], ...]:
    """What a call's own arguments say about it: names and texts. The asker's words, never facts (rule 10)."""
    form = _FORMS.get(tool)
    names = () if form is None else form.claims
    return tuple((name, args[name]) for name in names if isinstance(args.get(name), str))


def _whole(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(pointer((name,)) for name in names)


def _held(args: Args, diff: str) -> list[str]:
    """The texts of the arguments that stand in a difference in one piece."""
    return [
        name
        for name, tones in _SIDES.items()
        if isinstance(args.get(name), str) and diff_holds(diff, args[name], tones)
    ]


def _rest(rest: Args) -> Iterator[SheetLine]:
    if rest:
        yield GAP
    for at, (name, value) in enumerate(rest.items()):
        if at == MOST_LISTED:
            yield note(f"and {len(rest) - at:,} more arguments")
            return
        yield SheetLine(
            text=f"{one_line(name, VALUE_CHARS)}: {value_line(value)}", label="" if at else "Also"
        )


def _command(args: Args) -> Iterator[SheetLine]:
    command = args["command"]
    yield from text_lines(command, "$", tone=Tone.STRONG)
    parts = commands.parts(command) if fits(command) else ()
    if len(parts) > 1:
        yield GAP
        for at, part in enumerate(parts[:MOST_LISTED], 1):
            yield SheetLine(text=one_line(part, VALUE_CHARS), label=f"Part {at}")
    if len(parts) > MOST_LISTED:
        yield note(f"and {len(parts) - MOST_LISTED:,} more parts")


def _request(args: Args) -> Iterator[SheetLine]:
    yield SheetLine(text=one_line(args.get("method", "GET")), tone=Tone.STRONG, label="Method")
    yield from _page(args)
    if args.get("headers"):
        yield GAP
        yield from pair_lines(args["headers"], "Headers")
    if "body" in args:
        yield GAP
        yield from text_lines(args["body"], "Body")


def _page(args: Args) -> Iterator[SheetLine]:
    yield from address_lines(args["url"])
    if "prompt" in args:
        yield GAP
        yield from text_lines(args["prompt"], "Asks")


def _query(args: Args) -> Iterator[SheetLine]:
    if len(args["sql"]) <= MOST_SQL_CHARS:
        for at, line in enumerate(sql_text.laid_out(args["sql"])):
            yield SheetLine(text=one_line(line), label="" if at else "SQL")
    else:
        yield from text_lines(args["sql"], "SQL")
    params = args.get("params", ())
    if params:
        yield GAP
    for at, value in enumerate(params[:MOST_LISTED], 1):
        yield SheetLine(text=value_line(value), label=f"?{at}")
    if len(params) > MOST_LISTED:
        yield note(f"and {len(params) - MOST_LISTED:,} more values")


def _message(args: Args) -> Iterator[SheetLine]:
    yield SheetLine(text=one_line(args["recipient"]), tone=Tone.STRONG, label="To")
    if "subject" in args:
        yield SheetLine(text=one_line(args["subject"]), label="Subject")
    yield GAP
    yield from text_lines(args["content"], "Text")


def _mail(args: Args) -> Iterator[SheetLine]:
    yield SheetLine(text=one_line(args["to"]), tone=Tone.STRONG, label="To")
    yield SheetLine(text=one_line(args["subject"]), label="Subject")
    if "in_reply_to" in args:
        yield SheetLine(text=one_line(args["in_reply_to"]), label="Answers")
    yield SheetLine(text=one_line(args["account"]), label="Account")
    yield GAP
    yield from text_lines(args["body"], "Text")


def _entry(args: Args) -> Iterator[SheetLine]:
    yield SheetLine(text=one_line(args["title"]), tone=Tone.STRONG, label="Title")
    yield SheetLine(text=one_line(args["start"]), label="From")
    yield SheetLine(text=one_line(args["end"]), label="To")
    yield SheetLine(text=one_line(args["account"]), label="Account")
    if "description" in args:
        yield GAP
        yield from text_lines(args["description"], "Text")


def _file(args: Args) -> Iterator[SheetLine]:
    yield from _path(args)
    content = args["content"]
    if not content:
        yield note("The file would be empty.")
        return
    yield from text_lines(content, numbered=True)
    if not content.endswith("\n"):
        yield note("The last line has no line break at its end.")


def _passage(args: Args) -> Iterator[SheetLine]:
    """A change of a passage of which only the two texts are known, not where it stands."""
    yield from _path(args)
    lines = [line for line in diff_lines(_passage_diff(args))[2:] if line.tone is not Tone.HUNK]
    yield from (SheetLine(text=line.text, tone=line.tone, signed=line.signed) for line in lines)
    if not lines:
        yield note("Both passages are the same.")


def _passage_diff(args: Args) -> str:
    old, new = ("old_text", "new_text") if "old_text" in args else ("old_string", "new_string")
    before, after = args[old], args[new]
    # That neither ends a line says nothing then.
    if not before.endswith("\n") and not after.endswith("\n"):
        before, after = f"{before}\n", f"{after}\n"
    return diffs.unified(before, after, "") or ""


def _path(args: Args) -> Iterator[SheetLine]:
    path = args["path"] if "path" in args else args["file_path"]
    yield SheetLine(text=one_line(path), tone=Tone.STRONG, label="File")
    yield GAP


_COMMAND: Final = _Form(kind=SheetKind.COMMAND, texts=("command",), draw=_command, exact=("command",))
_FORMS: Final[Mapping[str, _Form]] = {
    "shell": _COMMAND,
    "http_fetch": _Form(
        kind=SheetKind.REQUEST,
        texts=("url",),
        optional={"method": str, "headers": Mapping, "body": str},
        draw=_request,
        exact=("body",),
    ),
    "db_query": _Form(kind=SheetKind.QUERY, texts=("sql",), optional={"params": list}, draw=_query),
    "msg_send": _Form(
        kind=SheetKind.MESSAGE,
        texts=("recipient", "content"),
        optional={"subject": str},
        draw=_message,
        exact=("recipient", "subject", "content"),
    ),
    "mail_draft": _Form(
        kind=SheetKind.MESSAGE,
        texts=("account", "to", "subject", "body"),
        optional={"in_reply_to": str},
        draw=_mail,
        exact=("account", "to", "subject", "body", "in_reply_to"),
    ),
    "calendar_create": _Form(
        kind=SheetKind.ENTRY,
        texts=("account", "title", "start", "end"),
        optional={"description": str},
        draw=_entry,
        exact=("account", "title", "start", "end", "description"),
    ),
    "fs_write": _Form(kind=SheetKind.FILE, texts=("path", "content"), draw=_file, exact=("path", "content")),
    "fs_edit": _Form(
        kind=SheetKind.CHANGES, texts=("path", "old_text", "new_text"), draw=_passage, exact=("path",)
    ),
    # Of the harnesses that ask from outside, by the names that their hooks tell (spec/integrations).
    "Bash": replace(_COMMAND, claims=("description",)),
    "Write": _Form(
        kind=SheetKind.FILE, texts=("file_path", "content"), draw=_file, exact=("file_path", "content")
    ),
    "Edit": _Form(
        kind=SheetKind.CHANGES,
        texts=("file_path", "old_string", "new_string"),
        draw=_passage,
        exact=("file_path",),
    ),
    "WebFetch": _Form(
        kind=SheetKind.REQUEST, texts=("url",), optional={"prompt": str}, draw=_page, exact=("prompt",)
    ),
}
