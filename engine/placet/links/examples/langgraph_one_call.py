"""One call of a LangGraph graph, held until you approve or deny it in Placet: `python langgraph_one_call.py FILE`.

`PLACET_URL` and `PLACET_TOKEN` name the console and the agent. It needs no model; yours goes in the place of `ask_for_it`.
"""

import sys
from pathlib import Path
from typing import Any, TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from placet.links.langgraph import run


class State(TypedDict):
    """What the graph hands on."""

    args: dict[str, Any]
    said: str


def ask_for_it(state: State) -> State:
    """Ask for leave to write the file, and write it if there is."""
    asked = {"name": "write_file", "args": state["args"]}
    choices = {"action_name": "write_file", "allowed_decisions": ["approve", "edit", "reject"]}
    (answer,) = interrupt({"action_requests": [asked], "review_configs": [choices]})["decisions"]
    if answer["type"] == "reject":
        return {**state, "said": answer["message"]}
    args = answer["edited_action"]["args"] if answer["type"] == "edit" else state["args"]
    return {
        "args": args,
        "said": f"{Path(args['path']).write_text(args['text'], encoding='utf-8')} characters written",
    }


graph = StateGraph(State).add_node(ask_for_it).add_edge(START, "ask_for_it").add_edge("ask_for_it", END)
given = {"args": {"path": sys.argv[1], "text": "Hello."}, "said": ""}
print(run(graph.compile(InMemorySaver()), given, {"configurable": {"thread_id": "one"}})["said"])  # noqa: T201
