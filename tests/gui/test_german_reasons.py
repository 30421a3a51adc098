"""What the system and the parser of TOML say is said in German, and what they put in stays as it is."""

from __future__ import annotations

import errno
import os
import re
import tomllib

import pytest

from placet_gui.said import said
from placet_gui.said.system import REASONS, system_reason
from placet_gui.said.toml_text import why_no_toml
from tests.gui.test_german import ENGLISH

USUAL = (
    *(errno.EACCES, errno.EADDRINUSE, errno.EDQUOT, errno.EEXIST, errno.EIO, errno.EISDIR, errno.EMFILE),
    *(
        errno.ENAMETOOLONG,
        errno.ENOENT,
        errno.ENOSPC,
        errno.ENOTDIR,
        errno.ENOTEMPTY,
        errno.EPERM,
        errno.EROFS,
    ),
)
BROKEN = (
    ('name = "clerk\n', "unzulässiges Zeichen '\\n'"),
    ('name = """clerk', "der Text ist nicht geschlossen (am Ende des Textes)"),
    ("name = 'clerk", "es fehlt"),
    ("name", "nach dem Schlüssel fehlt ein '=' (am Ende des Textes)"),
    ("name = ", "ungültiger Wert"),
    ("name = clerk", "ungültiger Wert (Zeile 1, Spalte 8)"),
    ("a = 1\na = 2", "ein Wert ist schon gesetzt"),
    ("[a]\n[a]", "('a',) ist zweimal definiert"),
    ("[a", "am Ende der Tabelle fehlt ein ']'"),
    ("[[a]", "am Ende der Liste von Tabellen fehlt ein ']]'"),
    ("a = [1", "die Liste ist nicht geschlossen"),
    ("a = {b = 1", "die Tabelle ist nicht geschlossen"),
    ("a = {b = 1, b = 2}", "der Schlüssel 'b' steht zweimal in der Tabelle"),
    ("a = {b = 1}\na.c = 2", "ist abgeschlossen"),
    ("a = 1 b = 2", "nach einer Anweisung muss die Zeile enden"),
    ('a = "\\y"', "im Text steht ein einzelnes '\\'"),
    ('a = "\\uxyzw"', "ungültiger Hexadezimalwert"),
    ('a = "\\ud800"', "kein Unicode-Zeichen"),
    ("a = 2026-02-30", "ungültiges Datum"),
    ("a. = 1", "so kann kein Schlüssel anfangen"),
    ("= 1", "ungültige Anweisung"),
)


def is_english(text: str) -> bool:
    return bool(ENGLISH & set(re.findall(r"[a-z]+", text.lower())))


@pytest.mark.usefixtures("german")
def test_the_usual_reasons_of_the_system_are_said_in_german() -> None:
    for number in USUAL:
        reason = os.strerror(number)
        assert system_reason(OSError(number, reason)) != reason
    same = [it for it in REASONS if said(it) == it]
    assert same == []


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("told", "german_words"),
    [
        (
            "The settings couldn't be written: No space left on device.",
            "kein Platz mehr auf dem Datenträger.",
        ),
        ("An agent's folder can't be made: Permission denied.", "Zugriff verweigert."),
        ("127.0.0.1 port 8765 can't be listened on: Address already in use.", "Adresse schon belegt."),
    ],
)
def test_a_sentence_of_the_engines_says_the_systems_reason_in_german_too(
    told: str, german_words: str
) -> None:
    assert said(told).endswith(german_words)


@pytest.mark.usefixtures("german")
def test_another_reason_stays_as_the_system_says_it() -> None:
    assert system_reason(OSError(errno.EPERM, "Quite another reason")) == "Quite another reason"
    assert system_reason(OSError("no number")) == "no number"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(("text", "reason"), BROKEN)
def test_why_a_text_is_no_toml_is_said_in_german(text: str, reason: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads(text)
    told = why_no_toml(caught.value)
    assert reason in told
    assert not is_english(told)


@pytest.mark.usefixtures("german")
def test_of_a_reason_that_is_not_known_the_place_is_said() -> None:
    error = tomllib.TOMLDecodeError("A reason of the future (at line 3, column 5)")
    assert why_no_toml(error) == "Zeile 3, Spalte 5"


def test_in_english_the_parser_is_quoted() -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as caught:
        tomllib.loads("name")
    assert why_no_toml(caught.value) == str(caught.value)
