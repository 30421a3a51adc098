"""The decision screen's view of one task: the bound arguments as a tree, exactly, and what is unusual about them.

Source: spec/prompt-rules 4.3, rules 6, 8, 10, 11.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from placet.api.rows import MOST_SECRETS, PREVIEW_CHARS, block, line, masked_block, task_row
from placet.api.views import ArgumentNode, BytesPage, Card, CodeRow, ComparisonRow, SecretRow
from placet.rules import comparisons, json_places, layouts, strict_json
from placet.rules.digest import groups, rfc8785_digest
from placet.rules.errors import NotFound
from placet.rules.hex_dump import hex_lines
from placet.rules.masking import hidden, masked, secrets
from placet.rules.records import Task
from placet.rules.risk import Risk, noticed, texts, unusual
from placet.rules.untrusted import Shown, findings, named

COLLAPSED_CHARS: Final = 600
"""How much of a text the tree shows before it is opened: its head and its tail, with what is left out counted."""
LARGEST_SHOWN_BYTES: Final = 1024 * 1024
"""Above this a value is beyond the render budget: size and SHA-256 stand for it, and approving takes the step-up."""
MOST_CHILDREN: Final = 200
"""How many members of one object, or items of one list, stand in the tree. One node stands for the rest of them."""
MOST_NODES: Final = 1_000
"""How many values stand in the whole tree, so that opening a card takes no noticeable time."""
REST: Final = "/~rest"
"""What stands behind a pointer for those members that the tree leaves out. No pointer ends so: `~` is always escaped."""
PAGE_BYTES: Final = 8 * 1024
"""How many bytes of a text stand on one page by their numbers."""
CLAIM_CHARS: Final = 2_000
RAW_CHARS: Final = 400_000
RESULT_CHARS: Final = 200_000


ANY_OBJECT: Final[Mapping[str, Any]] = {"type": "object"}
"""The schema of a harness's tool, of which nothing is known (DECISIONS T12)."""
SOURCE_KEYS: Final = (
    "harness",
    "agent_type",
    "agent_id",
    "server",
    "command",
    "claims",
    "session_id",
    "call_id",
    "cwd",
)
"""What a card shows of a call's `source`, in this order (interfaces 2)."""


def card(
    task: Task,
    schema: Mapping[str, Any] | None,
    code: CodeRow | None = None,
    *,
    asker: tuple[tuple[str, str], ...] = (),
    doubles: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda args: (),
) -> Card:
    """Everything that the decision screen shows of a task; `schema` is the tool's, when its arguments may be edited.

    `asker` are showable words for through what the agent asks; `doubles` warns of names that look like known ones.
    """
    args = strict_json.load(task.args)
    result = None if task.result is None else json.loads(task.result)
    budget = _Budget()
    tree = node("", "", args, budget)
    oversized = len(task.args) > LARGEST_SHOWN_BYTES and any(
        len(text.encode()) > LARGEST_SHOWN_BYTES for _, text in texts(args)
    )
    high = task.risk == Risk.HIGH
    collapsed = tuple(it.pointer for it in _leaves(tree) if it.elided)
    return Card(
        row=task_row(task),
        digest=task.digest,
        digest_groups=groups(task.digest),
        rfc8785=rfc8785_digest(args),
        arguments=tree,
        shown_raw=_masked_raw(args),
        shown_result=None if result is None else masked_block(_indented(result), RESULT_CHARS),
        shown_approved_raw=None
        if task.approved_args is None
        else _masked_raw(strict_json.load(task.approved_args)),
        step_up=high or oversized,
        must_open=() if task.risk == Risk.LOW else collapsed,
        uninspectable=oversized,
        unusual=(*unusual(args, budget.look), *_unusual_code(code)),
        editable=schema is not None and not oversized,
        schema=None if schema is None else dict(schema),
        shown_source=_shown_source(task.source),
        code=code,
        sheet=None if oversized else layouts.sheet(task.tool, args, task.diff),
        shown_claims=_claims(task, args),
        secrets=tuple(secrets_in(args)),
        result_secrets=tuple(secrets_in(result, "result")),
        asker=asker,
        notes=(*doubles(args), *noticed(args, budget.look)),
    )


def _claims(task: Task, args: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What the asker says about its own call: its reason first, then what its arguments hold of that kind (rule 10)."""
    said = (("_reason", task.claim), *(layouts.claims(task.tool, args) if task.decision_only else ()))
    return tuple((name, hidden(block(text, CLAIM_CHARS))) for name, text in said if text)


def secrets_in(value: Any, where: str = "") -> Iterator[SecretRow]:
    """The tokens that are masked in a JSON value, with where they stand; `where` is what the value is called."""
    found = ((pointer, secret) for pointer, text in texts(value) for secret in secrets(text))
    for pointer, secret in itertools.islice(found, MOST_SECRETS):
        yield SecretRow(
            place=hidden(line(f"{where} {pointer}".strip())), words=secret.words, text=secret.text
        )


def _unusual_code(code: CodeRow | None) -> tuple[str, ...]:
    return (
        ()
        if code is None
        else tuple(f"In the code of {named(code.path, PREVIEW_CHARS)}: {it}" for it in code.findings)
    )


def _shown_source(source: str | None) -> tuple[tuple[str, str], ...]:
    if source is None:
        return ()
    told = strict_json.load(source)
    return tuple(
        (key, line(value)) for key in SOURCE_KEYS if isinstance(value := told.get(key), str) and value
    )


def comparison(task: Task, before: Task) -> ComparisonRow:
    """How a task's arguments differ from those that were approved in `before`, as edited, if they were."""
    made = comparisons.compare(strict_json.load(before.bound_args), strict_json.load(task.args))
    decided_at = before.approval and before.approval.decided_at
    return ComparisonRow(
        task_id=before.id,
        decided_at=decided_at or before.created_at,
        changed=made.changed,
        sentence=made.sentence,
        sheet=made.sheet,
    )


class _Budget:
    """How many values may still be put into the tree. `look` finds what may mislead, in each text once."""

    def __init__(self) -> None:
        self._left = MOST_NODES
        self.look = functools.cache(findings)

    def take(self, wanted: int) -> int:
        """How many of so many children may stand there."""
        taken = min(wanted, MOST_CHILDREN, self._left)
        self._left -= taken
        return taken


def node(key: str, pointer: str, value: Any, budget: _Budget) -> ArgumentNode:
    """One value and what is inside it. Keys and texts are showable; the order is the caller's own.

    Where the budget ends, one node without children stands for the rest; like a long text it has to be opened.
    """
    text, elided, digest = _leaf_text(value)
    return ArgumentNode(
        key=line(key, COLLAPSED_CHARS),
        pointer=pointer,
        type=_type_word(value),
        text=text,
        elided=elided,
        full_size_bytes=_size(value),
        sha256=digest,
        findings=_found(key, value, budget),
        children=tuple(_children(pointer, value, budget)),
    )


def argument_text(task: Task, pointer: str) -> str:
    """The whole showable text of the argument at a pointer, as the pager shows it.

    Raises:
        NotFound: nothing is there.
    """
    return value_text(strict_json.load(task.args), pointer)


def argument_bytes(task: Task, pointer: str, start: int) -> BytesPage:
    """The page of a text's bytes that this one stands in; stars stand for those of recognised tokens (rule 9).

    Raises:
        NotFound: no text is there.
    """
    value = _at(strict_json.load(task.args), pointer)
    if not isinstance(value, str):
        raise NotFound("There is no text at this place.")
    data = value.encode()
    start = min(max(0, start), max(0, len(data) - 1)) // PAGE_BYTES * PAGE_BYTES
    return BytesPage(
        size_bytes=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        start=start,
        most=PAGE_BYTES,
        lines=hex_lines(data[start : start + PAGE_BYTES], start, _masked_bytes(value)),
    )


def _masked_bytes(text: str) -> Iterator[range]:
    for secret in secrets(text):
        begin = len(text[: secret.start].encode())
        yield range(begin, begin + len(secret.text))


def exact(value: Any) -> tuple[ArgumentNode, str]:
    """A JSON value as the tree and as the raw text that a card shows of arguments."""
    return node("", "", value, _Budget()), _masked_raw(value)


def value_text(whole_value: Any, pointer: str) -> str:
    """The whole showable text of what is at a pointer into a JSON value, its tokens masked.

    Raises:
        NotFound: nothing is there.
    """
    if pointer.endswith(REST):
        whole = _at(
            whole_value, pointer.removesuffix(REST)
        )  # with what the tree shows already: its order is kept
        return _lines_of(masked(_indented(whole), single_line=False))
    value = _at(whole_value, pointer)
    if isinstance(value, str):
        return masked(value, single_line=False).text
    return _lines_of(masked(_indented(value), limit=RAW_CHARS, single_line=False))


def _children(pointer: str, value: Any, budget: _Budget) -> Iterator[ArgumentNode]:
    if not isinstance(value, Mapping | list):
        return
    count = budget.take(len(value))
    for key, inner in _members(value)[:count]:
        step = json_places.pointer((key,)) if isinstance(value, Mapping) else f"/{key}"
        yield node(key, pointer + step, inner, budget)
    if len(value) > count:
        yield _rest_node(pointer, value, count)


def _rest_node(pointer: str, value: Mapping[str, Any] | list[Any], shown: int) -> ArgumentNode:
    left = len(value) - shown
    one, many = _COUNTED[isinstance(value, Mapping)]
    return ArgumentNode(
        key="…",
        pointer=pointer + REST,
        type=_type_word(value),
        text=f"{left:,} more {one if left == 1 else many}, shown when this is opened",
        elided=left,
        full_size_bytes=0,
        sha256=None,
        findings=(),
        children=(),
    )


def _members(value: Mapping[str, Any] | list[Any]) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        return list(value.items())
    return [(str(index), inner) for index, inner in enumerate(value)]


def _leaf_text(value: Any) -> tuple[str, int, str | None]:
    """A leaf's text, how many characters it leaves out, and a hash where it can't be shown."""
    if isinstance(value, Mapping | list):
        return _count_words(value), 0, None
    if not isinstance(value, str):
        return strict_json.dump(value), 0, None
    if (size := len(value.encode())) > LARGEST_SHOWN_BYTES:
        digest = hashlib.sha256(value.encode()).hexdigest()
        return f"{size:,} bytes, SHA-256 {digest}", len(value), digest
    shown = masked(value, limit=COLLAPSED_CHARS, single_line=True)
    return f'"{shown.text}"', shown.elided, None


def _count_words(value: Mapping[str, Any] | list[Any]) -> str:
    one, many = _COUNTED[isinstance(value, Mapping)]
    return f"{len(value)} {one if len(value) == 1 else many}"


_COUNTED: Final = {True: ("member", "members"), False: ("item", "items")}


def _type_word(value: Any) -> str:
    # bool before int: True is an int in Python and a boolean in JSON.
    for word, types in _TYPE_WORDS:
        if isinstance(value, types):
            return word
    raise AssertionError(f"no JSON type: {type(value).__name__}")


_TYPE_WORDS: Final[tuple[tuple[str, Any], ...]] = (
    ("object", Mapping),
    ("array", list),
    ("string", str),
    ("boolean", bool),
    ("integer", int),
    ("number", float),
    ("null", type(None)),
)


def _size(value: Any) -> int:
    return len(value.encode()) if isinstance(value, str) else len(strict_json.dump(value).encode())


def _found(key: str, value: Any, budget: _Budget) -> tuple[str, ...]:
    texts = (key, value) if isinstance(value, str) else (key,)
    return tuple(dict.fromkeys(it.sentence for text in texts for it in budget.look(text)))


def _leaves(tree: ArgumentNode) -> Iterator[ArgumentNode]:
    if not tree.children:
        yield tree
    for child in tree.children:
        yield from _leaves(child)


def _masked_raw(value: Any) -> str:
    return masked_block(_indented(value), RAW_CHARS)


def _indented(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _lines_of(shown: Shown) -> str:
    return shown.text.replace("⏎\n", "\n")


def _at(value: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise NotFound("There is no argument at this place.") from None
    return value
