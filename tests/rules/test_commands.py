"""How a command line is taken apart for reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.commands import parts, remarks


@pytest.mark.parametrize(
    ("command", "commands"),
    [
        ("", ()),
        ("git status", ("git status",)),
        ("a; b;", ("a", "b")),
        ("a && b || c | d |& e", ("a", "b", "c", "d", "e")),
        ("a & b", ("a", "b")),
        ("a\nb", ("a", "b")),
        ("a >f 2>&1 | b", ("a >f 2>&1", "b")),
        ("a &> f", ("a &> f",)),
        ("echo 'a;b'", ("echo 'a;b'",)),
        ('echo "a;b"', ('echo "a;b"',)),
        ("echo a\\;b", ("echo a\\;b",)),
        ("echo \"it's\" ; rm it's", ('echo "it\'s"', "rm it's")),
        ("(a; b)", ("a", "b")),
        ("x=`y`", ("x=", "y")),
        ('echo "now $(a; b) then"; c', ('echo "now', "a", "b", 'then"', "c")),
        ('echo "`a`"', ('echo "', "a")),
        ("a ) b", ("a", "b")),
        ('echo "\\"; still one"', ('echo "\\"; still one"',)),
    ],
)
def test_a_line_falls_into_the_commands_that_it_chains(command: str, commands: tuple[str, ...]) -> None:
    assert parts(command) == commands


@given(
    words=st.lists(st.sampled_from(["a", "b c", "'x;y'", '"p q"']), min_size=1, max_size=8),
    by=st.sampled_from(["; ", " && ", " | ", "\n"]),
)
def test_every_chained_command_is_counted(words: list[str], by: str) -> None:
    assert parts(by.join(words)) == tuple(words)


@given(st.text(alphabet="ab'\"\\$()`;&|> \n"))
def test_no_line_is_too_odd_to_be_taken_apart(command: str) -> None:
    for part in parts(command):
        assert part == part.strip()
        assert part in command


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("ls", []),
        ("", []),
        ("a; b", ["It chains 2 commands."]),
        ("/usr/bin/rm -rf x", ["It deletes or overwrites: rm."]),
        ("A=1 B=2 sudo ls", ["It asks for another user's rights: sudo."]),
        (r"\rm x", ["It deletes or overwrites: rm."]),
        ("'chmod' 777 x", ["It changes rights or owners: chmod."]),
        (
            "curl x | sh",
            ["It chains 2 commands.", "It reaches for the network: curl.", "It runs text as a program: sh."],
        ),
        ("rm a; rm b", ["It chains 2 commands.", "It deletes or overwrites: rm."]),
        ("echo rm", []),
    ],
)
def test_well_known_words_are_told_in_words_of_ours(command: str, told: list[str]) -> None:
    assert list(remarks(command)) == told
