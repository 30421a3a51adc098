"""A house under siege: a held call that an agent wants for itself, the code that the owner trusts, and who was seen."""

from dataclasses import dataclass, field
from typing import Any

from placet.api.views import CallAnswer
from placet.tools.shell.jail import Jail
from tests.flows.coding import CODE_TOOLS, place, put, runs
from tests.flows.house import House

REQUIRES = "REQUIRES_AUTHORIZED_CODE"
LOOT = "loot.txt"
TRUSTED = "lib/approve.ts"
TOOLS = (
    *CODE_TOOLS,
    {"name": "fs_write", "restricted": True},
    {"name": "fs_edit", "restricted": False},
    {"name": "fs_read"},
    {"name": "fs_list", "restricted": True},
    {"name": "shell", "restricted": False},
    {"name": "http_fetch"},
    {"name": "db_query"},
    {"name": "sys_get_config"},
    {"name": "sys_update_config", "restricted": False},
)
"""More freedom than an owner should give: what holds here holds with less of it."""

TIME_LIMIT_MS = 3_000
"""Code that ties itself up is ended after so long."""
SECRET = "s3cret-of-the-owner"


@dataclass
class Siege:
    """`task_id` is the held call. The owner's own code approves what it is told to, and only the owner may start it."""

    house: House
    task_id: str = field(init=False)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        house = self.house
        house.declare(tools=TOOLS, limits={"execution_timeout_ms": TIME_LIMIT_MS})
        house.declare("rival", tools=[])
        put(house, "diary.txt", SECRET, agent="rival")
        (house.data / "secrets").write_text(f'{{"channels": {{}}, "key": "{SECRET}"}}')
        (house.data / "secrets").chmod(0o600)
        body = "return await attempt(() => adf.task_resolve({ task_id: args, action: 'approve' }));"
        place(house, TRUSTED, body, authorized=True)
        ticket = house.call("fs_write", {"path": LOOT, "content": "loot"})
        self.task_id = str(ticket.task_id)
        self.digest = house.task(self.task_id).digest

    def decide(self, action: str = "approve", more: str = "") -> str:
        """A call of code's that decides about the held call."""
        return f"adf.task_resolve({{ task_id: '{self.task_id}', action: '{action}'{more} }})"

    def end(self, tool: str, args: dict[str, Any]) -> CallAnswer:
        """The agent's own call, to its end."""
        return self.house.end_of(self.house.call(tool, args))

    def stands(self) -> None:
        """Nothing was won: the call waits on, nothing was written, and the owner's word is what it was."""
        task = self.house.task(self.task_id)
        assert task.status == "pending_approval"
        assert (task.requires_authorization, task.digest) == (True, self.digest)
        assert not (self.house.folder() / LOOT).exists()
        policy = {it.name: it.restricted for it in self.house.agent().tools}
        assert policy["fs_write"] is True
        assert policy == {str(it["name"]): bool(it.get("restricted", False)) for it in TOOLS}

    def seen(self, *codes: str) -> list[str]:
        """What the owner can read of it: refusals that were written down, and runs that ended badly."""
        refused = [str(it.payload["code"]) for it in self.house.events("call.refused")]
        failed = [str(it.code) for it in runs(self.house) if it.status != "done"]
        found = [*refused, *failed]
        assert found, "it left no trace"
        for code in codes:
            assert code in found
        return found

    @property
    def has_a_jail(self) -> bool:
        """Whether commands can run here at all; without a jail the shell is no way to anything."""
        return Jail(self.house.data).why_not() is None
