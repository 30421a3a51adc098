"""LangGraph's work with its SqliteSaver: a graph of one node, which is interrupted for a yes, or isn't."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, StateGraph
from langgraph.types import Command, interrupt

PACKAGE = "langgraph-checkpoint-sqlite"
Spread = Callable[[Callable[[], Any]], float]


class State(TypedDict):
    """What a thread of the graph keeps."""

    path: str
    written: bool


def _write(_: State) -> dict[str, Any]:
    return {"written": True}


def _ask_and_write(state: State) -> dict[str, Any]:
    return {"written": bool(interrupt({"tool": "fs_write", "path": state["path"]}))}


def _graph(folder: Path, node: Callable[[State], dict[str, Any]]) -> Any:
    connection = sqlite3.connect(folder / "graph.sqlite", check_same_thread=False)
    saver = SqliteSaver(connection)
    saver.setup()
    connection.execute("PRAGMA synchronous = FULL")
    builder: Any = StateGraph(State)
    builder.add_node("write", node)
    builder.add_edge(START, "write")
    return builder.compile(checkpointer=saver)


def _invoke(graph: Any, thread: int, given: Any) -> None:
    # Else the state is written while the next step runs, and what is answered may be lost.
    graph.invoke(given, {"configurable": {"thread_id": str(thread)}}, durability="sync")


def _of(node: Callable[[State], dict[str, Any]], *answers: Any) -> Callable[[Path, Spread], float]:
    def work(folder: Path, spread: Spread) -> float:
        graph, threads = _graph(folder, node), itertools.count()

        def one() -> None:
            thread = next(threads)
            for given in ({"path": "notes/today.txt", "written": False}, *answers):
                _invoke(graph, thread, given)

        return spread(one)

    return work


WORKS = {
    "durable creation": _of(_ask_and_write),
    "created, claimed and finished": _of(_write),
    "created, approved by somebody and finished": _of(_ask_and_write, Command(resume=True)),
}
