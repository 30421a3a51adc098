"""What the engine refuses with, and what its tools fail with, is said in German: each sentence that its source makes."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from placet.ledger.witness import WHAT_TO_DO
from placet.rules import errors, tool_names, veils
from placet.rules.untrusted import left_out, showable
from placet.tools.quoting import quoted
from placet.work.workflows import WHEN_ENDED
from placet_gui.models.grant_words import quoted_value
from placet_gui.said import said, with_marks_said
from placet_gui.said.trouble import trouble
from tests.catalogues import ROOT
from tests.flows.house import House

ENGINE: Final = ROOT / "engine" / "placet"
SOURCES: Final = sorted(ENGINE.rglob("*.py"))
PARTS: Final = ("api", "work", "agents", "ledger", "tools", "rules", "backends", "sandbox", "mcp")
MAKERS: Final = frozenset(
    [name for name, it in vars(errors).items() if inspect.isclass(it) and issubclass(it, errors.PlacetError)]
    + ["CodeError", "NotStarted", "ServerGone"]
    + ["bad", "denied", "failed", "target_changed", "unattempted", "_bad", "_no_redirect", "_refused"]
    + ["_failed", "_unknown", "_unreachable"]
)
"""What makes an error that somebody is meant to read. The others are faults of ours: the log has them, no window."""

TO_BE_SAID: Final = frozenset(["text", "what", "why"])
"""What a sentence is called that stands there before its error is made."""

LEFT_FILES: Final = {
    "rules/response_requests.py": "told over HTTP alone, to the client that asked",
    "work/dispatcher.py": "told to the agent's code that called",
    "work/code_deciding.py": "told to the agent's code that called",
    "agents/history.py": "told to the model, which reads it in its conversation",
    "sandbox/probe.py": "told to the code of the probe",
}
"""Files whose sentences no window hears, and who hears them."""
_CLIENT: Final = "told over HTTP alone, to the client that asked"
_AGENT: Final = "told over HTTP alone, to the program that an agent is"
LEFT: Final = {
    "Only the owner and clients make generations.": _CLIENT,
    "A generation that may run twice needs an Idempotency-Key.": _CLIENT,
    "This key came with another body before.": _CLIENT,
    "on_restart is fail, retry or resume.": _CLIENT,
    "This token is not valid.": _CLIENT,
    "Only the agent itself calls its tools.": _AGENT,
    "Only the agent itself ends a session of its harness.": _AGENT,
    "Only the agent that asked takes the answer.": _AGENT,
    "It was allowed before the engine's last start, and may have run since.": _AGENT,
    "It was allowed before, to another that asked; that yes is used.": _AGENT,
    "Only the agent that ran the call reports its outcome.": _AGENT,
    "Only the agent itself is told which tools it has.": _AGENT,
    "Only the agent itself tells what its servers offer.": _AGENT,
    "The tools are an object of definitions by name.": _AGENT,
    "A tool's name doesn't begin with x7; that is Placet's.": _AGENT,
    "tool must be made of letters, digits, _, -, . and :, and be at most 128 long.": _AGENT,
}
"""Single sentences that stay English, and why."""


@pytest.mark.usefixtures("german")
def test_each_sentence_that_the_engine_refuses_with_is_said_in_german() -> None:
    made = list(_made())
    assert len(made) > 400
    english = {f"{where}: {text}" for where, text in made if said(text) == text and where not in LEFT_FILES}
    assert {it for it in english if it.partition(": ")[2] not in LEFT} == set()


def test_nothing_is_left_that_the_engine_does_not_say_any_more() -> None:
    made = list(_made())
    assert LEFT_FILES.keys() <= {where for where, _ in made}
    assert LEFT.keys() <= {text for _, text in made}


def _made() -> Iterator[tuple[str, str]]:
    for part in PARTS:
        for path in sorted((ENGINE / part).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _name(node) in MAKERS:
                    yield from ((str(path.relative_to(ENGINE)), text) for text in _told(node.args, path.name))
                elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in TO_BE_SAID:
                    yield from (
                        (str(path.relative_to(ENGINE)), text) for text in _told([node.value], path.name)
                    )


def _told(found: list[ast.expr], name: str) -> Iterator[str]:
    """The sentences among these; of an `a if b else c`, both."""
    for it in found:
        if isinstance(it, ast.IfExp):
            yield from _told([it.body, it.orelse], name)
        elif isinstance(it, ast.Constant | ast.JoinedStr) and " " in (text := _filled(it, name)):
            yield text


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _filled(node: ast.Constant | ast.JoinedStr, name: str) -> str:
    """A sentence as the engine would say it, with something put in where it puts something in."""
    pieces = getattr(node, "values", [node])
    return "".join(
        str(it.value) if isinstance(it, ast.Constant) else _put_in(ast.unparse(it.value), name)
        for it in pieces
    )


def _put_in(source: str, name: str) -> str:
    if source.startswith("counted("):
        return "7 bytes"
    if source.startswith(("quoted(", "json.dumps(")):
        return '"x7"'
    return PUT_IN.get(f"{name}: {source}", PUT_IN.get(source, "x7"))


PUT_IN: Final = {
    "_RESTARTED": "The engine restarted before this response was over.",
    "_UNKNOWN": "Whether the message arrived is unknown; it is not sent again.",
    "_TORN": veils._TORN,
    "WHEN_ENDED": WHEN_ENDED,
    "busy.message": "The workflow is queued, which doesn't allow this.",
    "rule": "must be a list of 1 to 7 texts, numbers, true, false or null",
    "text": "The mail server says more than it may.",
    "tool_names.RULE": tool_names.RULE,
    "mcp_pins.py: 'tool' if len(new) == 1 else 'tools'": "tools",
    "seeing.py: others": "7 other names",
    "reads.py: what": "conversation x7",
    "smtp.py: _UNKNOWN": "Whether the mail was sent is unknown; it is not sent again.",
    "strongbox.py: what": "account",
    "texts.py: what": "The content",
    "which": "one of the accounts",
    "whose": "This conversation is the workflow x7's.",
    "why": "did not answer within 5 s",
    "why.value": "done",
}
"""What the engine puts in where it isn't a name, a number or a text of somebody else."""


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("english", "told"),
    [
        ('There is no "notes/today.md".', 'Es gibt "notes/today.md" nicht.'),
        (
            'Paths may not go up with "..". The path was "../a".',
            'Pfade dürfen nicht mit ".." nach oben gehen. Der Pfad war "../a".',
        ),
        (
            "The webhook alerts did not answer within 5 s. Whether the message arrived is unknown; it is not sent again.",
            (
                "Der Webhook alerts hat innerhalb von 5 s nicht geantwortet. Ob die Nachricht ankam, ist ungewiss; "
                "sie wird nicht noch einmal gesendet."
            ),
        ),
        (
            'The host "example.org" has no address.',
            'Der Host "example.org" hat keine Adresse.',
        ),
    ],
)
def test_sentences_are_put_together_in_german_too(english: str, told: str) -> None:
    assert said(english) == told


@pytest.mark.usefixtures("german")
def test_what_takes_a_quote_takes_nothing_else() -> None:
    assert said("There is no water in it.") == "There is no water in it."
    hostile = quoted('a". The path was "b')
    assert said(f"There is no {hostile}.") == f"Es gibt {hostile} nicht."


@pytest.mark.usefixtures("german")
def test_what_was_left_out_is_counted_in_german_and_a_foreign_mark_is_not_touched() -> None:
    assert (
        with_marks_said(f"a{left_out(1_340)}b{left_out(7)}")
        == "a⟨1.340 Zeichen nicht gezeigt⟩b⟨7 Zeichen nicht gezeigt⟩"
    )
    foreign = showable(left_out(1_340), single_line=True).text
    assert with_marks_said(foreign) == foreign


@pytest.mark.usefixtures("german")
def test_a_tasks_error_is_said_in_german_and_another_programs_words_are_not(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        house.declare(tools=[{"name": "fs_read", "restricted": True}])
        file = Path(house.agent().folder) / "notes.md"
        file.write_text("hello", encoding="utf-8")
        asked = house.call("fs_read", {"path": "notes.md"})
        house.waiting()
        file.unlink()
        house.approve(asked.task_id)
        row = house.ended(asked.task_id)
    assert trouble(row).startswith("Das Ziel ist nicht mehr, was gezeigt wurde;")
    assert trouble(row).endswith(' Es gibt "notes.md" nicht.')
    assert trouble(replace(row, decision_only=True)) == row.shown_error
    assert trouble(replace(row, tool="box.read")) == row.shown_error
    assert trouble(replace(row, tool="sys_code")) == row.shown_error


@pytest.mark.usefixtures("german")
def test_a_value_of_a_standing_answer_stands_in_german_marks() -> None:
    assert quoted_value("“a “b” c”") == "„a “b” c“"


REASONS = frozenset(
    [
        "LedgerDamaged",
        "NameInUse",
        "SettingsRefused",
        "SettingsNotWritten",
        "LinkNotGated",
        "_refused",
    ]
)
"""What keeps a ledger closed, an agent from being declared, a program from being linked."""
NOT_THESE = frozenset(["headers.py"])
"""There `_refused` is said to the agent that made the call."""


def test_why_nothing_can_be_begun_with_is_said_in_german(german: None) -> None:
    trees = (ast.parse(it.read_text(encoding="utf-8")) for it in SOURCES if it.name not in NOT_THESE)
    reasons = [reason for tree in trees for reason in _reasons(tree)]
    assert len(reasons) > 40
    assert [it for it in reasons if said(it) == it] == []
    assert [it for it in reasons if "Put back" in said(it)] == []


def _reasons(tree: ast.Module) -> Iterator[str]:
    """What the engine says then, with something put in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) in REASONS and _is_said(node.args):
            yield "".join(_piece(it) for it in getattr(node.args[0], "values", [node.args[0]]))


def _is_said(args: list[ast.expr]) -> bool:
    return bool(args) and isinstance(args[0], ast.Constant | ast.JoinedStr)


def _piece(part: ast.AST) -> str:
    if isinstance(part, ast.FormattedValue):
        return WHAT_TO_DO if ast.unparse(part.value) == "WHAT_TO_DO" else "/home/ada/x7"
    assert isinstance(part, ast.Constant)
    return str(part.value)
