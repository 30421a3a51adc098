"""Run with AAIS's library alone: reads a request and decisions, and prints what its reference store makes of each."""

import json
import sys
from datetime import UTC, datetime, timedelta

from aais import ApprovalStore, ConflictError, create_decision, create_request


def main():
    request, *decisions = json.load(sys.stdin)
    now = datetime.now(UTC)
    ends = (now + timedelta(minutes=5)).isoformat()
    store = ApprovalStore()
    try:
        envelope = create_request(**request, sequence=1, created_at=now.isoformat(), expires_at=ends)
    except ValueError as refused:
        json.dump([type(refused).__name__], sys.stdout)
        return
    store.add(envelope)
    json.dump([outcome(store, envelope, told, now) for told in decisions], sys.stdout)


def outcome(store, envelope, told, now):
    actor = {"id": "owner", "type": "human", "authenticated_by": "console"}
    scope = told.get("scope", "once")
    decision = create_decision(envelope, decision=told["decision"], scope=scope, actor=actor, sequence=2)
    at = now + timedelta(minutes=6 if told.get("late") else 1)
    changed = {**envelope["request"]["action"], "arguments": {}} if told.get("changed") else None
    try:
        resolved = store.decide(decision, now=at, current_action=changed)
    except ConflictError:
        return "conflict"
    return resolved["resolution"]["outcome"]


if __name__ == "__main__":
    main()
