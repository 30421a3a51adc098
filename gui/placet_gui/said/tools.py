"""What each tool is for, as models are told."""

from __future__ import annotations

from typing import Final

from placet_gui.words import noop

TOOLS: Final = (
    noop("engine", "Put an entry into a calendar of the owner's."),
    noop("engine", "List what is in a calendar of the owner's between two days or times."),
    noop(
        "engine",
        "Run TypeScript or JavaScript: the body of an async function; what it returns is the result.",
    ),
    noop(
        "engine",
        "Run a function of a TypeScript or JavaScript file in your folder; what it returns is the result.",
    ),
    noop("engine", "Look at your own declaration: your tools, triggers, timers and limits."),
    noop("engine", "Ask to change your own declaration. What only the owner may change is refused at once."),
    noop("engine", "Fetch an address by http or https, or send something to it."),
    noop("engine", "Delete one file in your folder, for good."),
    noop("engine", "Change one passage of a text file in your folder."),
    noop("engine", "List what is in your folder, or in a folder below it."),
    noop("engine", "Read a text file in your folder."),
    noop("engine", "Write a text file in your folder: creates it, or replaces all that it says."),
    noop("engine", "Save a draft in a mailbox of the owner's. It is not sent."),
    noop("engine", "Read one mail in a mailbox of the owner's."),
    noop("engine", "List the mails in the inbox of a mailbox of the owner's, newest first."),
    noop("engine", "Send a message to another agent, or through a channel of the owner's."),
    noop("engine", "Look up your own tasks, files and log with one SQL SELECT."),
    noop("engine", "Run a command with /bin/sh in your folder, without a network."),
    noop("engine", "End your turn when you are done."),
)
