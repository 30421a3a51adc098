"""One call of an OpenAI agent, held until you approve or deny it in Placet: `python openai_agents_one_call.py FILE`.

`PLACET_URL` and `PLACET_TOKEN` name the console and the agent. A script stands in for the model; yours goes in its place.
"""

import asyncio
import json
import sys
from pathlib import Path

from agents.testing import ScriptedModel, assistant_message, function_call

from agents import Agent, RunConfig, function_tool
from placet.links.openai_agents import run


@function_tool(needs_approval=True)
def write_file(path: str, text: str) -> str:
    """Write a text into a file."""
    return f"{Path(path).write_text(text, encoding='utf-8')} characters written"


asked = function_call("write_file", {"path": sys.argv[1], "text": "Hello."}, call_id="call_1")
model = ScriptedModel([[asked], [assistant_message("Done.")]])
agent = Agent(name="Writer", model=model, tools=[write_file])
result = asyncio.run(run(agent, "Write the greeting.", run_config=RunConfig(tracing_disabled=True)))
print(json.dumps([str(item.output) for item in result.new_items if item.type == "tool_call_output_item"]))  # noqa: T201
