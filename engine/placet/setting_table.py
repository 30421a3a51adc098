"""The table of settings: everything about each in one row, in the order of the console's page.

Read it as the documentation: key, type, default, unit and a sentence. The owner's file is `placet.settings`'s.
"""

from __future__ import annotations

import difflib
from typing import Final

from placet.setting import Setting, SettingsError, Value

__all__ = ["BY_KEY", "TABLE", "Setting", "SettingsError", "Value", "setting_of", "unknown"]

TABLE: Final = (
    Setting(
        key="http.host",
        default="127.0.0.1",
        unit="",
        choices=("127.0.0.1", "::1", "localhost"),
        sentence="The loopback address that the HTTP interface listens on.",
    ),
    Setting(
        key="http.port",
        default=0,
        unit="",
        minimum=0,
        maximum=65535,
        sentence="The port that the HTTP interface listens on; 0 takes any free one.",
    ),
    Setting(
        key="http.keep_alive_s",
        default=15,
        unit="s",
        minimum=1,
        maximum=3600,
        sentence="How often an event stream with nothing to tell sends a comment.",
    ),
    Setting(
        key="http.send_stall_s",
        default=30,
        unit="s",
        minimum=1,
        maximum=3600,
        sentence="How long a client may leave an event stream unread before it is dropped; it loses nothing.",
    ),
    Setting(
        key="http_decisions",
        default=True,
        unit="",
        sentence="Whether an owner token may approve, deny and park tasks over HTTP; the window always may.",
    ),
    Setting(
        key="limits.arguments_bytes",
        default=4 * 1024 * 1024,
        unit="bytes",
        minimum=1024,
        maximum=64 * 1024 * 1024,
        sentence="The largest text of one call's arguments.",
    ),
    Setting(
        key="limits.body_bytes",
        default=8 * 1024 * 1024,
        unit="bytes",
        minimum=1024,
        maximum=128 * 1024 * 1024,
        sentence="The largest body of one HTTP request.",
    ),
    Setting(
        key="fetch.time_s",
        default=30,
        unit="s",
        minimum=1,
        maximum=600,
        sentence="How long one http_fetch may take, redirects included.",
    ),
    Setting(
        key="fetch.body_bytes",
        default=1024 * 1024,
        unit="bytes",
        minimum=1024,
        maximum=16 * 1024 * 1024,
        sentence="How much of an answer's body http_fetch keeps.",
    ),
    Setting(
        key="shell.time_s",
        default=60,
        unit="s",
        minimum=1,
        maximum=3600,
        sentence="How long one shell command may run before it is ended with all that it started.",
    ),
    Setting(
        key="shell.output_bytes",
        default=256 * 1024,
        unit="bytes",
        minimum=1024,
        maximum=16 * 1024 * 1024,
        sentence="How much of each of a shell command's two outputs is kept.",
    ),
    Setting(
        key="shell.unconfined",
        default=False,
        unit="",
        sentence="Whether shell commands may run WITHOUT A JAIL, with all of your rights, where there is none.",
    ),
    Setting(
        key="approvals.deadline_s",
        default=0,
        unit="s",
        minimum=0,
        maximum=365 * 86400,
        sentence="How long a request waits for a decision before it is cancelled; 0 waits for ever.",
    ),
    Setting(
        key="approvals.arming_ms",
        default=700,
        unit="ms",
        minimum=0,
        maximum=10_000,
        sentence="How long a request is on screen before Approve can be pressed.",
    ),
    Setting(
        key="approvals.quiet_ms",
        default=500,
        unit="ms",
        minimum=0,
        maximum=10_000,
        sentence="How long the keyboard must be still before Approve can be pressed.",
    ),
    Setting(
        key="approvals.hold_ms",
        default=1200,
        unit="ms",
        minimum=300,
        maximum=10_000,
        sentence="How long Approve is held down for a high-risk request.",
    ),
    Setting(
        key="approvals.reauthenticate",
        default=False,
        unit="",
        sentence="Whether a high-risk yes in the window also asks your system for your password (Linux, polkit).",
    ),
    Setting(
        key="approvals.flood_pending",
        default=20,
        unit="",
        minimum=3,
        maximum=1_000_000,
        sentence="From how many waiting requests of one agent on the inbox shows them as one group.",
    ),
    Setting(
        key="approvals.flood_per_minute",
        default=30,
        unit="",
        minimum=3,
        maximum=1_000_000,
        sentence="From how many requests of one agent in a minute on the inbox shows those that wait as one group.",
    ),
    Setting(
        key="workflows.max_running",
        default=3,
        unit="",
        minimum=1,
        maximum=64,
        sentence="How many workflows may be with their agents at the same time; the others wait in the order of coming.",
    ),
    Setting(
        key="lmsp.max_running_tasks",
        default=1,
        unit="",
        minimum=1,
        maximum=256,
        sentence="How many generations of clients run at the same time; the others wait in the order of coming.",
    ),
    Setting(
        key="lmsp.max_queued_tasks",
        default=100,
        unit="",
        minimum=1,
        maximum=100_000,
        sentence="How many generations of clients may wait before a new one is refused.",
    ),
    Setting(
        key="lmsp.max_attempts",
        default=5,
        unit="",
        minimum=1,
        maximum=100,
        sentence="How often a generation that is retried after a restart is tried before it counts as failed.",
    ),
    Setting(
        key="lmsp.cancel_grace_s",
        default=10,
        unit="s",
        minimum=1,
        maximum=600,
        sentence="How long a model server may take to stop after a cancel before it is waited for no more.",
    ),
    Setting(
        key="lmsp.max_streams_per_task",
        default=128,
        unit="",
        minimum=1,
        maximum=10_000,
        sentence="How many clients may read the events of one generation at the same time.",
    ),
    Setting(
        key="lmsp.max_request_bytes",
        default=1_048_576,
        unit="bytes",
        minimum=1024,
        maximum=128 * 1024 * 1024,
        sentence="The largest body of one request below /lmsp.",
    ),
    Setting(
        key="lmsp.max_header_bytes",
        default=65_536,
        unit="bytes",
        minimum=1024,
        maximum=1024 * 1024,
        sentence="The largest head of one request below /lmsp.",
    ),
    Setting(
        key="lmsp.request_read_s",
        default=10,
        unit="s",
        minimum=1,
        maximum=600,
        sentence="How long the body of a request below /lmsp may take to come.",
    ),
    Setting(
        key="lmsp.event_resume",
        default=True,
        unit="",
        sentence="Whether the events of a generation can be read again and from any place.",
    ),
    Setting(
        key="lmsp.keep_alive_s",
        default=15,
        unit="s",
        minimum=1,
        maximum=3600,
        sentence="How often a stream of a generation's events with nothing to tell sends a comment.",
    ),
    Setting(
        key="lmsp.send_stall_s",
        default=30,
        unit="s",
        minimum=1,
        maximum=3600,
        sentence="How long a client may leave a generation's stream unread before it is dropped; it can come back.",
    ),
    Setting(
        key="lmsp.event_retention_s",
        default=86_400,
        unit="s",
        minimum=1,
        maximum=365 * 86_400,
        sentence="How long the events of a generation are kept after its end.",
    ),
    Setting(
        key="lmsp.task_retention_s",
        default=604_800,
        unit="s",
        minimum=1,
        maximum=3650 * 86_400,
        sentence="How long a generation is kept after its end; never less than its events.",
    ),
    Setting(
        key="lmsp.idempotency_retention_s",
        default=86_400,
        unit="s",
        minimum=1,
        maximum=365 * 86_400,
        sentence="How long an Idempotency-Key stands for its generation, after that one's end.",
    ),
    Setting(
        key="messages.agent_chain",
        default=8,
        unit="",
        minimum=0,
        maximum=1000,
        sentence="How many messages of other agents a conversation takes in a row before you say something in it.",
    ),
    Setting(
        key="triggers.agent_chain",
        default=20,
        unit="",
        minimum=1,
        maximum=1000,
        sentence="How many times in a row tasks may wake an agent before you say something to it; the rest waits.",
    ),
    Setting(
        key="messages.webhook_s",
        default=10,
        unit="s",
        minimum=1,
        maximum=120,
        sentence="How long a webhook may take to answer before the outcome of a message counts as unknown.",
    ),
    Setting(
        key="messages.telegram_s",
        default=10,
        unit="s",
        minimum=1,
        maximum=120,
        sentence="How long Telegram may take to answer before the outcome of a message counts as unknown.",
    ),
    Setting(
        key="messages.email_s",
        default=30,
        unit="s",
        minimum=1,
        maximum=300,
        sentence="How long a mail server may take for one mail; cut off after the text was sent, the outcome is unknown.",
    ),
    Setting(
        key="accounts.time_s",
        default=30,
        unit="s",
        minimum=1,
        maximum=300,
        sentence="How long a mail or calendar server may take for one call; cut off while it saves, the outcome is unknown.",
    ),
    Setting(
        key="accounts.mail_bytes",
        default=1_000_000,
        unit="bytes",
        minimum=10_000,
        maximum=10_000_000,
        sentence="How much of one mail, or of one calendar's answer, is read; a mail is cut there and says so.",
    ),
    Setting(
        key="accounts.results",
        default=20,
        unit="",
        minimum=1,
        maximum=200,
        sentence="How many mails or events one look tells of.",
    ),
    Setting(
        key="secrets.keyring",
        default=True,
        unit="",
        sentence="Whether new secrets of channels and accounts go into the system's keyring, where there is one.",
    ),
    Setting(
        key="appearance.theme",
        default="system",
        unit="",
        choices=("system", "light", "dark", "contrast_light", "contrast_dark"),
        sentence="The colours of the console; those of contrast are for whoever needs strong ones.",
    ),
    Setting(
        key="appearance.motion",
        default="system",
        unit="",
        choices=("system", "full", "reduced"),
        sentence="Whether menus and tips may fade and the caret may blink; nothing else moves by itself.",
    ),
    Setting(
        key="appearance.changes",
        default="one_text",
        unit="",
        choices=("one_text", "side_by_side"),
        sentence="How changes are shown in a wide window: as one text, or the old lines beside the new ones.",
    ),
    Setting(
        key="appearance.language",
        default="system",
        unit="",
        choices=("system", "en", "de"),
        sentence="The language of the console; a change shows at its next start.",
    ),
    Setting(
        key="presence.tray",
        default=True,
        unit="",
        sentence="Whether the desktop's tray shows how many requests wait.",
    ),
    Setting(
        key="presence.notifications",
        default=True,
        unit="",
        sentence="Whether the desktop says so when the first request begins to wait. Nothing can be decided there.",
    ),
    Setting(
        key="presence.do_not_disturb",
        default=False,
        unit="",
        sentence="Whether the console keeps quiet: requests are held and counted as ever, and nothing blinks or pops up.",
    ),
    Setting(
        key="presence.autostart",
        default=False,
        unit="",
        sentence="Whether the console starts with your session, minimized.",
    ),
    Setting(
        key="tasks.views",
        default="",
        unit="",
        sentence="The filters that you saved on the tasks page, as JSON; the page itself writes them.",
    ),
    Setting(
        key="log.level",
        default="info",
        unit="",
        choices=("debug", "info", "warning", "error"),
        sentence="How much the log files tell; arguments and secrets are never in them.",
    ),
    Setting(
        key="stop.drain_s",
        default=2,
        unit="s",
        minimum=0,
        maximum=3,
        sentence="How long an orderly stop waits for tools that are at work before it stops them.",
    ),
)
"""Every setting there is, in the order of the console's page."""

BY_KEY: Final = {setting.key: setting for setting in TABLE}


def setting_of(key: str) -> Setting:
    """The table's row for a key.

    Raises:
        SettingsError: no such key; the message names the nearest one.
    """
    try:
        return BY_KEY[key]
    except KeyError:
        raise SettingsError(unknown(key, tuple(BY_KEY)), key) from None


def unknown(key: str, known: tuple[str, ...]) -> str:
    """Say that there is no such key, and which is the nearest."""
    nearest = difflib.get_close_matches(key, known, n=1, cutoff=0.0)
    shown = ascii(key[:80])
    return (
        f"There is no setting {shown}; the nearest is {nearest[0]}." if nearest else f"There is no {shown}."
    )
