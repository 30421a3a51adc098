"""The gallery's pictures of an agent's code: files, sources, triggers and timers, runs, and a card that shows code."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from PySide6.QtWidgets import QListView, QPushButton, QTableView, QTabWidget, QWidget

from placet.api import Action, Authority, Principal, Via
from placet.api.commands import AuthorizeFile, ChangeAgent, RequestToolCall, TryTarget
from placet.api.queries import ListOpen, ListTimers, ListTriggers
from placet_gui.actions import ActionId
from placet_gui.models.approval_list import CardRole
from placet_gui.names import Name
from placet_gui.views.main_window import MainWindow
from tests.gui.conftest import House
from tests.gui.settling import settle

AGENT: Final = "voter"
DISPATCHER: Final = """// Asks the people on the rota, and lets the tool run on the second yes.
const ROTA = ["ada", "grace"];

export async function onTaskCreate(event) {
  const { task } = event.data;
  if (!task.requires_authorization) return;
  for (const name of ROTA) {
    await adf.msg_send({ recipient: `webhook:${name}`, content: `May ${task.tool} run?` });
  }
  console.log("asked", ROTA.length, "people about", task.id);
}

export async function vote({ task_id, action }) {
  return await adf.task_resolve({ task_id, action, reason: "The rota has voted." });
}
"""
TALLY: Final = """export async function main(args) {
  console.log("counting", args.votes.length, "votes");
  console.log("<b>not bold</b>, and \u202ehidden");
  return args.votes.filter((it) => it === "yes").length;
}
"""
BROKEN: Final = """export async function main() {
  throw new Error("The rota is empty.");
}
"""


def furnish_code(house: House) -> None:
    """An agent whose code is authorized, changed, broken and at work, with triggers and timers around it."""
    house.declare(AGENT)
    put(
        house,
        "lib/dispatcher.ts",
        DISPATCHER.replace("second", "first").replace('"grace"', '"grace", "joan"'),
    )
    authorize(house, "lib/dispatcher.ts")
    put(house, "lib/dispatcher.ts", DISPATCHER)
    put(house, "lib/tally.ts", TALLY)
    authorize(house, "lib/tally.ts")
    put(house, "lib/broken.ts", BROKEN)
    put(house, "rota.json", '{"names": ["ada", "grace"]}\n')
    house.submit(ChangeAgent(agent=AGENT, changes=_changes()))
    targets = [
        *house.engine.query(ListTriggers(agent=AGENT)),
        *house.engine.query(ListTimers(agent=AGENT)),
    ]
    for row in targets:
        if row.kind != "agent":
            house.submit(TryTarget(agent=AGENT, trigger=row.trigger, target=row.target))
    for source, args in (("lib/tally.ts", {"votes": ["yes", "no", "yes"]}), ("lib/broken.ts", {})):
        ask(house, source, args)
    for row in house.engine.query(ListOpen()):
        if row.tool == "sys_lambda":
            house.decide(row, Action.APPROVE)
    settle(1_500)
    ask(house, "lib/tally.ts", {"votes": ["no"]})


def _changes() -> dict[str, Any]:
    return {
        "tools": [{"name": "sys_lambda"}, {"name": "sys_code"}, {"name": "fs_write", "restricted": True}],
        "triggers": {
            "on_task_create": {
                "enabled": True,
                "targets": [
                    {
                        "scope": "system",
                        "lambda": "lib/broken.ts",
                        "filter": {"tools": ["fs_*", "<i>any thing"]},
                        "debounce_ms": 2_000,
                    },
                    {"scope": "system", "command": ["/bin/true", "--a-word"], "filter": {"tools": ["shell"]}},
                ],
            }
        },
        "timers": [
            {"name": "nightly", "at": "02:00", "lambda": "lib/broken.ts:nothing"},
            {"name": "hourly", "every_s": 3_600, "scope": "agent", "message": "Look at the rota."},
        ],
    }


def put(house: House, path: str, text: str) -> None:
    """Put a file into the agent's folder, as an editor would."""
    target = Path(house.agents[AGENT].folder) / path
    target.parent.mkdir(exist_ok=True)
    target.write_text(text)


def authorize(house: House, path: str) -> None:
    """Authorize the bytes that the file has now."""
    data = (Path(house.agents[AGENT].folder) / path).read_bytes()
    house.submit(AuthorizeFile(agent=AGENT, path=path, sha256=hashlib.sha256(data).hexdigest()))


def ask(house: House, source: str, args: dict[str, Any]) -> None:
    """The agent asks to run code; where that is held it waits for the owner."""
    by = Authority(principal=Principal.AGENT_LOOP, via=Via.HTTP, agent_id=house.agents[AGENT].id)
    wanted = {"source": source, "args": args, "_async": True}
    house.submit(RequestToolCall(agent=AGENT, tool="sys_lambda", args=wanted), by)


def walk_code(window: MainWindow, take: Callable[[str], None]) -> None:
    """All pictures of code on the page of agents, and the card of a call that would run some."""
    agents = window.findChild(QListView, Name.AGENTS_LIST)
    names = [agents.model().index(row, 0).data() for row in range(agents.model().rowCount())]
    agents.setCurrentIndex(agents.model().index(names.index(AGENT), 0))
    tabs = window.findChild(QTabWidget, Name.AGENT_TABS)
    for name in _states(window, tabs):
        settle(900)
        take(name)
    tabs.setCurrentIndex(0)
    _card(window)
    settle(900)
    take("code-card")
    window.show_page(ActionId.SHOW_AGENTS)


def _states(window: MainWindow, tabs: QTabWidget) -> Iterator[str]:
    tabs.setCurrentIndex(1)
    yield "agent-tools"
    tabs.setCurrentIndex(3)
    yield "agent-servers"
    tabs.setCurrentIndex(2)
    yield "code-files"
    for path, name in (("lib/tally.ts", "authorized"), ("lib/dispatcher.ts", "changed")):
        _open(window, Name.FILES_TABLE, path)
        yield f"code-file-{name}"
    window.findChild(QTabWidget, Name.FILE_TABS).setCurrentIndex(1)
    yield "code-file-changes"
    _open(window, Name.FILES_TABLE, "rota.json")
    yield "code-file-none"
    _press(window, Name.FILE_BACK)
    tabs.setCurrentIndex(4)
    yield "code-targets"
    tabs.setCurrentIndex(5)
    yield "code-runs"
    for source, name in (("lib/tally.ts:main", "done"), ("lib/broken.ts:main", "failed")):
        _open(window, Name.RUNS_TABLE, source)
        yield f"code-run-{name}"
    _press(window, Name.RUN_BACK)


def _open(window: MainWindow, name: str, text: str) -> None:
    if not window.findChild(QTableView, name).isVisible():
        _press(window, Name.FILE_BACK if name == Name.FILES_TABLE else Name.RUN_BACK)
    settle()
    table = window.findChild(QTableView, name)
    (number, *_) = (at for at in range(table.model().rowCount()) if table.model().index(at, 1).data() == text)
    table.clicked.emit(table.model().index(number, 1))
    settle()


def _press(window: MainWindow, name: str) -> None:
    next(it for it in window.findChildren(QPushButton, name) if it.isVisible()).click()


def _card(window: MainWindow) -> None:
    window.show_page(ActionId.SHOW_INBOX)
    settle()
    cards = window.findChild(QWidget, Name.INBOX_LIST)
    rows = [cards.model().index(at, 0) for at in range(cards.model().rowCount())]
    cards.opened.emit(
        next(it.data(CardRole.TASK_ID) for it in rows if it.data(CardRole.ROW).tool == "sys_lambda")
    )
