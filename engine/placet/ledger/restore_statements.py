"""The statements that take a backup's rows into a ledger, one after the other, in one transaction (DECISIONS W7).

`old` is the backup, attached read-only. Of everything that both sides have, ours stays. What comes in waits for nobody and
runs nothing: what was open is ended, and its approval withdrawn. Rows get their place (`seq`, `ordinal`) from us, in the
order that they had.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Table

from placet.ledger import schema

NEVER_DECIDED: Final = "Restored from a backup: it was never decided."
OUTCOME_UNKNOWN: Final = "Restored from a backup: it was running then, so its outcome is unknown."
RESTORED: Final = "Restored from a backup. Its effects can be looked up again; it may have no new ones."
UNCERTAIN: Final = "Restored from a backup: what happened since then is not known."


@dataclass(frozen=True, kw_only=True)
class Taking:
    """How one table's rows come in: those that ours lacks, by `key`, with some columns made anew.

    `place` is the column that we give; `made` says by column what stands in its stead, over `o`, a row of the backup.
    """

    table: Table
    key: tuple[str, ...]
    place: str | None = None
    made: Mapping[str, str] = field(default_factory=dict)
    only: str = "1"

    @property
    def _lacking(self) -> str:
        same = " AND ".join(f"m.{name} = o.{name}" for name in self.key)
        return f"NOT EXISTS (SELECT 1 FROM main.{self.table.name} m WHERE {same})"  # noqa: S608 - our words

    @property
    def insert(self) -> str:
        """Take them. Parameters: `now`."""
        names = [column.name for column in self.table.columns if column.name != self.place]
        values = ", ".join(self.made.get(name, f"o.{name}") for name in names)
        order = f" ORDER BY o.{self.place}" if self.place else ""
        return (
            f"INSERT INTO main.{self.table.name} ({', '.join(names)}) SELECT {values} "  # noqa: S608 - our words
            f"FROM old.{self.table.name} o WHERE {self._lacking} AND {self.only}{order}"
        )

    @property
    def there(self) -> str:
        """How many of the backup's rows are there already."""
        return f"SELECT count(*) FROM old.{self.table.name} o WHERE NOT {self._lacking}"  # noqa: S608 - our words

    def keys(self, kind: str, column: str) -> str:
        """Note which records come in, before they do."""
        return (
            f"INSERT OR IGNORE INTO touched SELECT '{kind}', o.{column} "  # noqa: S608 - our words
            f"FROM old.{self.table.name} o WHERE {self._lacking} AND {self.only}"
        )


_WAITED: Final = "o.status IN ('pending', 'pending_approval')"

CONVERSATIONS: Final = Taking(table=schema.conversations, key=("id",), place="seq")
MESSAGES: Final = Taking(table=schema.messages, key=("id",), place="seq")
TURNS: Final = Taking(
    table=schema.turns,
    key=("id",),
    place="seq",
    made={
        "status": "CASE o.status WHEN 'running' THEN 'interrupted' ELSE o.status END",
        "ended_at": "coalesce(o.ended_at, max(:now, o.created_at))",
    },
)
TASKS: Final = Taking(
    table=schema.tasks,
    key=("id",),
    place="seq",
    made={
        "status": f"CASE WHEN {_WAITED} THEN 'cancelled' WHEN o.status = 'running' THEN 'failed' ELSE o.status END",
        "error": f"CASE WHEN {_WAITED} THEN '{NEVER_DECIDED}' "
        f"WHEN o.status = 'running' THEN '{OUTCOME_UNKNOWN}' ELSE o.error END",
        "completed_at": "coalesce(o.completed_at, max(:now, o.created_at, coalesce(o.started_at, 0)))",
    },
)
APPROVALS: Final = Taking(
    table=schema.approvals,
    key=("task_id",),
    made={
        "state": "CASE o.state WHEN 'open' THEN 'withdrawn' ELSE o.state END",
        "decided_at": "coalesce(o.decided_at, max(:now, o.opened_at))",
    },
)
RUNS: Final = Taking(
    table=schema.runs,
    key=("id",),
    place="seq",
    made={
        "status": "CASE o.status WHEN 'running' THEN 'interrupted' ELSE o.status END",
        "ended_at": "coalesce(o.ended_at, max(:now, o.started_at))",
    },
)
SOURCES: Final = Taking(table=schema.sources, key=("sha256",))
WORKFLOWS: Final = Taking(
    table=schema.workflows,
    key=("id",),
    place="seq",
    made={
        # Two goals can't have one key: the one that is here keeps it.
        "request_key": "CASE WHEN EXISTS (SELECT 1 FROM main.workflows k WHERE k.request_key = o.request_key) "
        "THEN NULL ELSE o.request_key END"
    },
)
REVISIONS: Final = Taking(table=schema.workflow_revisions, key=("workflow_id", "number"))
RECEIPTS: Final = Taking(
    table=schema.receipts, key=("operation_id", "provider", "receipt_id", "at_ms"), place="ordinal"
)
OPERATIONS: Final = Taking(
    table=schema.operations,
    key=("id",),
    place="ordinal",
    made={
        "receipt": "(SELECT min(r.ordinal) FROM main.receipts r JOIN old.receipts p ON p.ordinal = o.receipt "
        "WHERE r.operation_id = p.operation_id AND r.provider = p.provider AND r.receipt_id = p.receipt_id "
        "AND r.at_ms = p.at_ms)"
    },
)
LOOKS: Final = Taking(table=schema.looks, key=("operation_id", "at_ms", "reason"), place="ordinal")
REQUEST_KEYS: Final = Taking(table=schema.request_keys, key=("agent_id", "key"))

BEFORE_EFFECTS: Final = (
    CONVERSATIONS, MESSAGES, TURNS, SOURCES, TASKS, APPROVALS, RUNS, REQUEST_KEYS, WORKFLOWS, REVISIONS,
)  # fmt: skip
EFFECTS: Final = (RECEIPTS, OPERATIONS, LOOKS)
"""In this order: each row's others are there before it."""

LEFT: Final = ("tokens", "grants", "timers", "deliveries", "files", "accounts", "generations")
"""What is authority, or is owed, or can't be said any more: none of it comes in."""

KEY_CONFLICTS: Final = (
    "SELECT o.key FROM old.request_keys o JOIN main.request_keys m ON m.agent_id = o.agent_id AND m.key = o.key "
    "WHERE m.body_digest <> o.body_digest OR m.task_id <> o.task_id ORDER BY 1"
)
GOAL_KEY_CONFLICTS: Final = (
    "SELECT o.id FROM old.workflows o JOIN main.workflows m ON m.request_key = o.request_key AND m.id <> o.id "
    "ORDER BY 1"
)
CHANGED_CONFLICTS: Final = (
    "SELECT o.id FROM old.operations o JOIN main.operations m ON m.id = o.id "
    "WHERE m.input_digest <> o.input_digest OR m.key <> o.key ORDER BY 1"
)

# Of a goal that both have, the later one of the two stands; it is archived if either is.
MEET: Final = (
    (
        "UPDATE main.workflows AS m SET goal_revision = o.goal_revision, text = o.text, attempt = max(m.attempt, o.attempt) "
        "FROM old.workflows o WHERE o.id = m.id AND (o.goal_revision > m.goal_revision)"
    ),
    (
        "UPDATE main.workflows AS m SET archived_at = o.archived_at FROM old.workflows o "
        "WHERE o.id = m.id AND m.archived_at IS NULL AND o.archived_at IS NOT NULL"
    ),
    (
        "UPDATE main.workflows AS m SET request_key = o.request_key FROM old.workflows o "
        "WHERE o.id = m.id AND m.request_key IS NULL AND o.request_key IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM main.workflows k WHERE k.request_key = o.request_key)"
    ),
)
MOVED: Final = (
    "SELECT id, agent_id, status FROM main.workflows WHERE id IN (SELECT id FROM old.workflows) "
    "AND archived_at IS NULL AND status <> 'interrupted' ORDER BY seq"
)
MARK_WORKFLOWS: Final = (
    "UPDATE main.workflows SET restored = 1, verification = 'unverified', verdict = NULL, model_completed = 0, "
    "error = :said, "
    "status = CASE WHEN archived_at IS NOT NULL AND ended_at IS NOT NULL THEN status ELSE 'interrupted' END, "
    "ended_at = coalesce(ended_at, max(:now, created_at)) WHERE id IN (SELECT id FROM old.workflows)"
)
MARK_OPERATIONS: Final = (
    "UPDATE main.operations SET state = 'uncertain', restored = 1, error = :said, "
    "settled_at = coalesce(settled_at, max(:now, started_at)) "
    "WHERE workflow_id IN (SELECT id FROM old.workflows)"
)
TOUCH_WORKFLOWS: Final = "INSERT OR IGNORE INTO touched SELECT 'workflow', id FROM old.workflows"
TOUCH_OPERATIONS: Final = (
    "INSERT OR IGNORE INTO touched SELECT 'operation', id FROM main.operations "
    "WHERE workflow_id IN (SELECT id FROM old.workflows)"
)
TOUCH_NEW: Final = (
    "INSERT OR IGNORE INTO touched SELECT '{kind}', ordinal FROM main.{table} WHERE ordinal > :last"
)
