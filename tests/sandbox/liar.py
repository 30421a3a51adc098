"""A child that speaks the protocol and lies: it stands where Deno would, is given the guest, and does as a plan says.

A plan is a list of steps: `ready`, `hear WORD` (wait for a frame of the engine's), `say WORD ID NUMBER PAYLOAD` with
`$id` for the execution that it heard of last, `raw TEXT` as it is, `flood` without an end, `wait`, `exit CODE`.
"""

import json
import sys
from pathlib import Path


def program(folder: Path, *plan: str) -> Path:
    """A program that carries out a plan, whatever it is started with."""
    path = folder / "liar"
    path.write_text(f"#!{sys.executable} -I\n{_CODE}\nmain({json.dumps(plan)})\n")
    path.chmod(0o700)
    return path


_CODE = r"""
import os, sys
inward, outward = sys.stdin.buffer, sys.stdout.buffer

def hear():
    line = inward.readline()
    if not line:
        sys.exit(0)
    word, id_, number, length = line.decode().split()
    return word, id_, inward.read(int(length))

def main(plan):
    _, key, _ = hear()
    last = "-"
    for step in plan:
        word, _, rest = step.partition(" ")
        if word == "ready":
            outward.write(f"{key} ready - 0 0\n".encode())
        elif word == "hear":
            while (heard := hear())[0] != rest:
                pass
            last = heard[1] if heard[1] != "-" else last
        elif word == "say":
            said, id_, number, payload = (*rest.split(" ", 3), "")[:4]
            data = payload.encode()
            outward.write(f"{key} {said} {id_.replace('$id', last)} {number} {len(data)}\n".encode() + data)
        elif word == "raw":
            outward.write(rest.replace("$key", key).replace("$id", last).encode())
        elif word == "flood":
            while True:
                outward.write(rest.replace("$key", key).replace("$id", last).encode())
        elif word == "wait":
            outward.flush()
            inward.read()
        elif word == "exit":
            outward.flush()
            os._exit(int(rest))
        outward.flush()
"""
