"""Polkit is asked by its own program, with a bus and an authority of the test's (rule 17)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from defusedxml import ElementTree
from pytestqt.qtbot import QtBot

from placet_gui.reauthentication import ACTION, Proof, Reauthentication
from tests.architecture.tree import ROOT
from tests.flows.house import PATIENCE_S
from tests.gui.polkit_service import DISMISSED, NEVER, NO, NO_AGENT, YES, polkit_service

PATIENCE_MS = round(1000 * PATIENCE_S)


def proof_of(qtbot: QtBot, asker: Reauthentication) -> Proof:
    with qtbot.waitSignal(asker.ended, timeout=PATIENCE_MS) as told:
        asker.ask()
        assert asker.is_asking
    assert not asker.is_asking
    (proof,) = told.args
    return proof


@pytest.mark.parametrize(
    ("answer", "proof"),
    [(YES, Proof.GIVEN), (NO, Proof.REFUSED), (DISMISSED, Proof.DISMISSED), (NO_AGENT, Proof.NO_AGENT)],
)
def test_what_the_authority_says_is_what_comes_of_it(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, proof: Proof
) -> None:
    with polkit_service(tmp_path, answer) as (address, service):
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        assert proof_of(qtbot, Reauthentication()) is proof
        assert service.asked() == (ACTION, os.getpid(), os.getuid(), True)


def test_a_question_that_was_dropped_gets_no_answer(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with polkit_service(tmp_path, NEVER) as (address, service):
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        asker = Reauthentication()
        told: list[Proof] = []
        asker.ended.connect(told.append)
        asker.ask()
        assert service.asked()[0] == ACTION
        asker.drop()
        assert not asker.is_asking
        asker.drop()
        qtbot.wait(1)  # one turn of the loop: whatever was on its way has come
        assert told == []


def test_where_the_action_isnt_known_or_nobody_serves_there_is_no_proof(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nobody")
    assert proof_of(qtbot, Reauthentication()) is Proof.UNAVAILABLE
    assert proof_of(qtbot, Reauthentication(str(tmp_path / "no such program"))) is Proof.UNAVAILABLE
    with polkit_service(tmp_path, YES) as (address, service):
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        monkeypatch.setattr("placet_gui.reauthentication.ACTION", "placet.console.unheard-of")
        assert proof_of(qtbot, Reauthentication()) is Proof.UNAVAILABLE
        assert service.asked()[0] == "placet.console.unheard-of"


def test_the_policy_declares_the_action_and_has_each_yes_ask_anew() -> None:
    policy = ElementTree.parse(ROOT / "resources" / "polkit" / "placet.console.policy").getroot()
    (action,) = policy.iter("action")
    assert action.get("id") == ACTION
    defaults = {it.tag: it.text for it in action.iterfind("defaults/*")}
    assert defaults == dict.fromkeys(("allow_any", "allow_inactive", "allow_active"), "auth_self")


def test_its_program_gets_no_environment_but_what_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from placet_gui.reauthentication import _environment

    monkeypatch.setenv("LD_PRELOAD", "/tmp/mole.so")
    monkeypatch.setenv("PLACET_DATA", "/tmp/data")
    monkeypatch.setenv("LANG", "C.UTF-8")
    made = _environment()
    assert set(made.keys()) <= {"PATH", "DBUS_SYSTEM_BUS_ADDRESS", "LANG", "LC_ALL"}
    assert made.value("PATH") == "/usr/bin:/bin"
    assert made.value("LANG") == "C.UTF-8"
