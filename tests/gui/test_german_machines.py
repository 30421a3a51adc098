"""What machines do is told in German too: model servers that are lost, and how fast this one is."""

from __future__ import annotations

import httpx
import pytest

from placet.backends import endpoint
from placet.rules import codex_trust
from placet_gui.said import said
from tests.catalogues import ROOT


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            httpx.ConnectError("All connection attempts failed"),
            "Der Modellserver ist nicht erreichbar: unter seiner Adresse antwortet nichts",
        ),
        (
            httpx.ReadTimeout("no content came for 120 s"),
            "Der Modellserver hat zu lange gebraucht: 120 s lang kam kein Inhalt",
        ),
        (httpx.ReadTimeout(""), "Der Modellserver hat zu lange gebraucht: es kam nichts mehr"),
        (
            httpx.RemoteProtocolError("Server disconnected without sending a response."),
            "Der Austausch mit dem Modellserver brach ab: Er legte ohne Antwort auf",
        ),
        (httpx.ReadError(""), "Der Austausch mit dem Modellserver brach ab: Die Verbindung ging verloren"),
        (
            httpx.RemoteProtocolError("nothing more came"),
            "Der Austausch mit dem Modellserver brach ab: nothing more came",
        ),
    ],
)
def test_what_came_of_a_model_server_is_told_in_german(error: Exception, told: str) -> None:
    assert said(endpoint._failure(error, began=False).message) == told


@pytest.mark.usefixtures("german")
def test_every_figure_of_the_bench_has_a_german_name() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("<!-- bench")[2]
    names = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| ")]
    names = names[1 : names.index("restore where nothing is") + 1]  # what follows is measured in a window
    assert len(names) > 25
    assert [name for name in names if said(name) == name] == []
    assert said("newest page, 1,000,000 rows") == "neueste Seite, 1.000.000 Zeilen"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("why", [codex_trust.UNTRUSTED, codex_trust._OFF, codex_trust._UNREADABLE])
def test_why_a_program_asks_nobody_is_told_in_german(why: str) -> None:
    told = said(f"codex runs none of Placet's hooks, so it asks nobody: {why}")
    assert told == f"codex führt keinen von Placets Hooks aus und fragt daher niemanden: {said(why)}"
    assert said(why) != why


@pytest.mark.usefixtures("german")
def test_what_a_program_does_unasked_is_told_in_german() -> None:
    assert said(codex_trust.TYPES).endswith("codex features disable unified_exec_tty beendet das.")
