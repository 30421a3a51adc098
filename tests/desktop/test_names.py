"""A walk over every page and form with a screen reader's eyes: whatever can be used has a name and a role on the bus.

And with its ears: that a request came, and that it was decided.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from placet.folder import DataFolder
from placet_gui.actions import ACTIONS, ActionId
from placet_gui.views.main_window import PAGES, UNLISTED
from tests.desktop.accessible import Node
from tests.desktop.demo import PLACET, TITLE
from tests.desktop.program import Program, program
from tests.desktop.screen import Screen
from tests.desktop.test_presence import declare
from tests.fakes.model_server import MODEL, ModelServer, Reply, call
from tests.flows.wire import Wire

pytestmark = [pytest.mark.desktop, pytest.mark.long, pytest.mark.timeout(600)]
WRITTEN = {"path": "a.txt", "content": "Hello."}
FORMS = {
    "agent_declare": ("agents_page", "declare_dialog"),
    "generation_new": ("generations_page", "generation_dialog"),
    "workflow_new": ("workflows_page", "workflow_dialog"),
}
USED = {
    "button", "push button", "toggle button", "check box", "radio button", "combo box", "text", "entry", "password text",
    "spin button", "slider", "list", "list item", "tree", "tree item", "tree table", "table", "table cell", "page tab",
    "page tab list", "menu item", "link", "dialog", "chart", "column header", "table column header", "frame",
}  # fmt: skip
"""Roles of what is used or listened to. Panels, fillers, scroll bars and icons beside their words are passed through."""
WITHOUT_A_ROLE = {"", "invalid", "unknown"}


def nameless(seen: list[Node]) -> list[str]:
    """What is in view, can be used, and says nothing of itself."""
    mute = (
        node for node in seen if (node.role in USED and not node.name.strip()) or node.role in WITHOUT_A_ROLE
    )
    return sorted({f"{node.role} {node.id or '?'}" for node in mute})


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def owner(data: Path, model: ModelServer) -> str:
    made = subprocess.run(
        [PLACET, "init", "--data", data, "--json"], capture_output=True, text=True, check=True
    )
    backend = f'[[backends]]\nid = "here"\nbase_url = "{model.base_url}"\nmodels = ["{MODEL}"]\n'
    with DataFolder(root=data).settings.open("a", encoding="utf-8") as settings:
        settings.write(backend)
    token: str = json.loads(made.stdout)["owner_token"]
    return token


@pytest.fixture
def console(screen: Screen, owner: str, data: Path, tmp_path: Path) -> Iterator[Program]:
    with program(screen, [str(PLACET), "--data", str(data)], tmp_path / "said") as running:
        running.shows("first_steps_page")
        running.wait_for("the address of its HTTP interface", DataFolder(root=data).service.exists)
        running.focus(TITLE)
        yield running
        running.end()


@pytest.fixture
def wire(owner: str, console: Program, data: Path, tmp_path: Path) -> Iterator[Wire]:
    made = declare(data, owner, tmp_path / "clerk")
    yield made
    made.owner.close()
    made.agent.close()


def keys(shortcut: str) -> list[str]:
    """A shortcut of the one table of actions as X spells it."""
    return [shortcut.lower().replace("ctrl+,", "ctrl+comma")]


def settled(console: Program) -> list[str]:
    """What says nothing, once the page has come to rest: what it shows is read from the engine."""

    def look() -> str | None:
        found = nameless(list(console.screen.tree.nodes()))
        return None if found else "none"

    try:
        console.wait_for("a page on which everything has a name", look, within_s=10)
    except AssertionError:
        return nameless(list(console.screen.tree.nodes()))
    return []


def test_on_every_page_and_form_what_can_be_used_has_a_name(console: Program, wire: Wire) -> None:
    found = {ActionId.SHOW_FIRST_STEPS.value: settled(console)}
    console.screen.keys(keys(ACTIONS[ActionId.SHOW_INBOX].shortcut))
    wire.held("fs_write", WRITTEN)
    console.click(console.shows("inbox_card"))
    console.shows("approve_button", enabled=True)
    for page in (it for it in PAGES if it not in UNLISTED):
        console.screen.keys(keys(ACTIONS[page].shortcut))
        console.shows(f"{page.value.removeprefix('show_')}_page")
        found[page.value] = settled(console)
    for opener, (page, form) in FORMS.items():
        console.screen.keys(keys(next(ACTIONS[it].shortcut for it in PAGES if page.startswith(it.value[5:]))))
        console.shows(page)
        console.click(console.shows(opener, enabled=True))
        console.shows(form)
        found[form] = settled(console)
        console.screen.keys(["Escape"])
        console.wait_for(f"{form} gone", lambda it=form: console.screen.tree.find_id(it) is None)
        console.focus(TITLE)  # there is no window manager that would give the keyboard back
    console.screen.keys(["F1"])
    console.shows("palette")
    found["palette"] = settled(console)
    assert {place: names for place, names in found.items() if names} == {}
    assert len(found) == len(PAGES) + len(FORMS) + 1


def test_in_what_opens_inside_of_a_page_what_can_be_used_has_a_name(
    console: Program, wire: Wire, model: ModelServer, tmp_path: Path
) -> None:
    let_an_agent_work(console, wire, model, tmp_path)
    found = {}
    show(console, ActionId.SHOW_INBOX)
    wire.held("fs_write", WRITTEN)
    console.click(console.shows("inbox_card"))
    console.click(console.shows("grant_offer", enabled=True))
    console.shows("grant_maker")
    found["grant_maker"] = settled(console)
    show(console, ActionId.SHOW_ACCOUNTS)
    found["account_maker"] = with_every_kind(
        console, "account_kind", ("account_imap_user", "account_caldav_url")
    )
    show(console, ActionId.SHOW_SETTINGS)
    console.click(item(console, "settings_found", "Channels for messages"))
    forms = ("channel_telegram_token", "channel_email_host", "channel_webhook_url")
    found["channel_maker"] = with_every_kind(console, "channel_kind", forms)
    show(console, ActionId.SHOW_AGENTS)
    console.click(item(console, "agents_list", "scribe"))
    console.shows("message_text")
    found["conversation"] = settled(console)
    show(console, ActionId.SHOW_WORKFLOWS)
    console.click(item(console, "workflows_table", "Write the answer down."))
    console.shows("workflow_chain")
    found["workflow_chain"] = settled(console)
    assert {place: names for place, names in found.items() if names} == {}
    assert len(found) == 5


def let_an_agent_work(console: Program, wire: Wire, model: ModelServer, tmp_path: Path) -> None:
    """An agent that answered, and carried out a goal."""
    model.replies += [
        Reply(text="Forty-two."),
        Reply(calls=(call("fs_write", {"path": "answer.md", "content": "42"}),)),
        Reply(text="It is written down."),
    ]
    tools = [{"name": "fs_write", "restricted": False}]
    scribe = {
        "name": "scribe",
        "folder": str(tmp_path / "scribe"),
        "tools": tools,
        "model": {"backend": "here"},
    }
    assert wire.owner.post("/agents", json=scribe).is_success
    said = wire.owner.post("/agents/scribe/messages", json={"text": "What is the answer?"})
    assert said.is_success, said.text
    console.wait_for("the answer", lambda: len(model.requests) == 1 and is_idle(wire))
    goal = wire.owner.post("/workflows", json={"agent": "scribe", "text": "Write the answer down."})
    assert goal.is_success, goal.text
    console.wait_for("the goal's end", lambda: len(model.requests) == 3 and is_idle(wire))


def is_idle(wire: Wire) -> bool:
    return bool(wire.owner.get("/agents/scribe").json()["state"] == "idle")


def show(console: Program, page: ActionId) -> None:
    console.focus(TITLE)
    console.screen.keys(keys(ACTIONS[page].shortcut))
    console.shows(f"{page.value.removeprefix('show_')}_page")


def item(console: Program, where: str, words: str) -> Node:
    """A row of a list or table that says this."""

    def look() -> Node | None:
        rows = console.screen.tree.below(console.shows(where))
        return next((it for it in rows if words in it.name), None)

    return console.wait_for(f"{words} in {where}", look)


def with_every_kind(console: Program, kinds: str, fields: tuple[str, ...]) -> list[str]:
    """What says nothing in a form, whatever kind of thing it asks for; each kind shows a field of its own."""
    console.click(console.shows(kinds))
    mute = []
    for number, field in enumerate(fields):
        console.screen.keys(["Escape" if number == 0 else "Down"])
        console.shows(field)
        mute += settled(console)
    return mute


def test_that_a_request_came_and_was_decided_is_said_aloud(console: Program, wire: Wire) -> None:
    tree = console.screen.tree
    task_id = wire.held("fs_write", WRITTEN)
    console.wait_for("the request, said", lambda: "New request: clerk asks for fs_write." in tree.said())
    answer = wire.owner.post(f"/agents/clerk/tasks/{task_id}/resolve", json={"action": "deny"})
    assert answer.is_success, answer.text
    console.wait_for("its end, said", lambda: "Denied: clerk asks for fs_write." in tree.said())


def test_a_button_without_a_name_and_a_thing_without_a_role_are_noticed() -> None:
    """The control."""
    node = Node(place=("", ""), id="mute", role="push button", name=" ", showing=True, enabled=True)
    assert nameless([node, replace(node, id="odd", role="unknown", name="x")]) == [
        "push button mute",
        "unknown odd",
    ]
    assert nameless([replace(node, name="Named"), replace(node, role="filler")]) == []
