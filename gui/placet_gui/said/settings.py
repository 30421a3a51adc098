"""What each setting is for, and what it takes."""

from __future__ import annotations

from typing import Final

from placet_gui.words import noop

SETTINGS: Final = (
    noop("engine", "bytes"),
    noop("engine", "{0} takes {w1}."),
    noop("engine", "true or false"),
    noop("engine", "a whole number"),
    noop("engine", "a text"),
    noop("engine", "{0} is one of {1}."),
    noop("engine", "{0} is at least {w1}."),
    noop("engine", "{0} is at most {w1}."),
    noop("engine", "The loopback address that the HTTP interface listens on."),
    noop("engine", "The port that the HTTP interface listens on; 0 takes any free one."),
    noop("engine", "How often an event stream with nothing to tell sends a comment."),
    noop(
        "engine",
        "How long a client may leave an event stream unread before it is dropped; it loses nothing.",
    ),
    noop(
        "engine",
        "Whether an owner token may approve, deny and park tasks over HTTP; the window always may.",
    ),
    noop("engine", "The largest text of one call's arguments."),
    noop("engine", "The largest body of one HTTP request."),
    noop("engine", "How long one http_fetch may take, redirects included."),
    noop("engine", "How much of an answer's body http_fetch keeps."),
    noop("engine", "How long one shell command may run before it is ended with all that it started."),
    noop("engine", "How much of each of a shell command's two outputs is kept."),
    noop(
        "engine",
        "Whether shell commands may run WITHOUT A JAIL, with all of your rights, where there is none.",
    ),
    noop("engine", "How long a request waits for a decision before it is cancelled; 0 waits for ever."),
    noop("engine", "How long a request is on screen before Approve can be pressed."),
    noop("engine", "How long the keyboard must be still before Approve can be pressed."),
    noop("engine", "How long Approve is held down for a high-risk request."),
    noop(
        "engine",
        "Whether a high-risk yes in the window also asks your system for your password (Linux, polkit).",
    ),
    noop("engine", "From how many waiting requests of one agent on the inbox shows them as one group."),
    noop(
        "engine",
        "From how many requests of one agent in a minute on the inbox shows those that wait as one group.",
    ),
    noop(
        "engine",
        "How many workflows may be with their agents at the same time; the others wait in the order"
        " of coming.",
    ),
    noop(
        "engine",
        "How many generations of clients run at the same time; the others wait in the order of coming.",
    ),
    noop("engine", "How many generations of clients may wait before a new one is refused."),
    noop(
        "engine",
        "How often a generation that is retried after a restart is tried before it counts as failed.",
    ),
    noop(
        "engine",
        "How long a model server may take to stop after a cancel before it is waited for no more.",
    ),
    noop("engine", "How many clients may read the events of one generation at the same time."),
    noop("engine", "The largest body of one request below /lmsp."),
    noop("engine", "The largest head of one request below /lmsp."),
    noop("engine", "How long the body of a request below /lmsp may take to come."),
    noop("engine", "Whether the events of a generation can be read again and from any place."),
    noop("engine", "How often a stream of a generation's events with nothing to tell sends a comment."),
    noop(
        "engine",
        "How long a client may leave a generation's stream unread before it is dropped; it can come back.",
    ),
    noop("engine", "How long the events of a generation are kept after its end."),
    noop("engine", "How long a generation is kept after its end; never less than its events."),
    noop("engine", "How long an Idempotency-Key stands for its generation, after that one's end."),
    noop(
        "engine",
        "How many messages of other agents a conversation takes in a row before you say something in it.",
    ),
    noop(
        "engine",
        "How many times in a row tasks may wake an agent before you say something to it; the rest waits.",
    ),
    noop(
        "engine",
        "How long a webhook may take to answer before the outcome of a message counts as unknown.",
    ),
    noop("engine", "How long Telegram may take to answer before the outcome of a message counts as unknown."),
    noop(
        "engine",
        "How long a mail server may take for one mail; cut off after the text was sent, the outcome"
        " is unknown.",
    ),
    noop(
        "engine",
        "How long a mail or calendar server may take for one call; cut off while it saves, the "
        "outcome is unknown.",
    ),
    noop(
        "engine",
        "How much of one mail, or of one calendar's answer, is read; a mail is cut there and says so.",
    ),
    noop("engine", "How many mails or events one look tells of."),
    noop(
        "engine",
        "Whether new secrets of channels and accounts go into the system's keyring, where there is one.",
    ),
    noop("engine", "The colours of the console; those of contrast are for whoever needs strong ones."),
    noop("engine", "Whether menus and tips may fade and the caret may blink; nothing else moves by itself."),
    noop(
        "engine",
        "How changes are shown in a wide window: as one text, or the old lines beside the new ones.",
    ),
    noop("engine", "The language of the console; a change shows at its next start."),
    noop("engine", "Whether the desktop's tray shows how many requests wait."),
    noop(
        "engine",
        "Whether the desktop says so when the first request begins to wait. Nothing can be decided there.",
    ),
    noop(
        "engine",
        "Whether the console keeps quiet: requests are held and counted as ever, and nothing blinks"
        " or pops up.",
    ),
    noop("engine", "Whether the console starts with your session, minimized."),
    noop("engine", "The filters that you saved on the tasks page, as JSON; the page itself writes them."),
    noop("engine", "How much the log files tell; arguments and secrets are never in them."),
    noop("engine", "How long an orderly stop waits for tools that are at work before it stops them."),
)
