"""What may be typed, and how wrong use is said."""

import argparse
import re

import pytest

from placet import __version__
from placet.cli.failures import Failure, sentence
from placet.cli.parser import build, seconds
from tests.cli.conftest import Run

COMMANDS = [
    "init",
    "serve",
    "agent",
    "token",
    "account",
    "tasks",
    "task",
    "approve",
    "deny",
    "cancel",
    "settings",
    "link",
    "mcp-permission",
    "doctor",
    "mcp-gateway",
    "backup",
    "restore",
    "receipts",
    "model",
    "bench",
    "demo",
]
VERBS = {
    "agent": ["add", "list", "run"],
    "token": ["create", "list", "revoke"],
    "account": ["put", "list", "test", "remove"],
    "settings": ["get", "set"],
    "link": ["claude-code", "codex", "mcp"],
    "receipts": ["export", "verify", "verifier"],
    "model": ["install"],
}
ONE_SENTENCE = re.compile(r"placet: .+ \[[a-z_]+\]\n")


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands below a parser, by name."""
    return {
        name: child
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, child in action.choices.items()
    }


def test_the_commands_are_those_of_this_release() -> None:
    found = subcommands(build())
    assert list(found) == COMMANDS
    assert {name: list(subcommands(child)) for name, child in found.items() if subcommands(child)} == VERBS


@pytest.mark.parametrize(
    "words",
    [[], *([it] for it in COMMANDS), *([it, verb] for it, verbs in VERBS.items() for verb in verbs)],
    ids=" ".join,
)
def test_every_command_explains_itself(run: Run, words: list[str]) -> None:
    said = run(*words, "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("usage: placet")


def test_the_version_can_be_asked(run: Run) -> None:
    assert run("--version").out == f"placet {__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["nonsense"],
        ["agent"],
        ["agent", "add"],
        ["serve", "--port", "70000"],
        ["serve", "--port", "x"],
        ["serve", "--hos", "127.0.0.1"],
        ["token", "create"],
        ["token", "create", "--scope", "root"],
        ["token", "create", "--scope", "owner", "--ttl", "30"],
        ["approve"],
        ["settings", "set", "http.port"],
        ["settings", "set", "http.prot", "1"],
        ["settings", "set", "http.port", "x"],
        ["settings", "get", "http.prot"],
        ["tasks", "--surprise\x1b[2J"],
    ],
    ids=ascii,
)
def test_wrong_use_is_one_sentence_and_exit_2(run: Run, words: list[str]) -> None:
    said = run(*words)
    assert (said.code, said.out) == (2, "")
    assert ONE_SENTENCE.fullmatch(said.err), said.err
    assert "\x1b" not in said.err


@pytest.mark.parametrize(("text", "length"), [("90s", 90), ("5m", 300), ("12h", 43200), ("30d", 2592000)])
def test_a_length_of_time_has_a_unit(text: str, length: int) -> None:
    assert seconds(text) == length


@pytest.mark.parametrize("text", ["", "0s", "-1d", "1", "1w", "1.5h", "d"])
def test_what_has_no_unit_or_no_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        seconds(text)


def test_a_message_cannot_move_the_cursor() -> None:
    line = sentence(Failure("no \x1b[31m\n\u202efile", "not_found"))
    assert line == "placet: no \\u001b[31m\\u000a\\u202efile [not_found]"
