"""A mail server and a calendar server on this machine, for a walk: `python -m tests.providers.serving FOLDER`.

They run until this program is told to end. In the folder lie the declarations of two accounts, `mail.json` and
`calendar.json`, and `drafts.url`, where the drafts of that mailbox are for any program that speaks IMAP. One mail waits.
"""

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from tests.providers.dovecot import PASSWORD, Dovecot, Mailbox
from tests.providers.radicale import Radicale, UserCalendar

MAIL = "Dear Ada,\n\nshall we have lunch at the harbour on Tuesday at noon?\n\nBob"


def main(folder: Path) -> None:
    """Serve until told to end."""
    for told in (signal.SIGTERM, signal.SIGINT):
        # Not blocked and waited for: the servers would inherit that, and never hear that they are to end.
        signal.signal(told, lambda *_: sys.exit(0))
    with serving(folder):
        print(json.dumps({"event": "ready", "folder": str(folder)}), flush=True)  # noqa: T201
        while True:
            signal.pause()


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """Both servers, with what is in them, and the files that say how to get there."""
    folder.mkdir(parents=True, exist_ok=True)
    with Dovecot() as post, Radicale(folder.absolute() / "calendars") as diary:
        tell(folder, post.mailbox(), diary.calendar())
        yield


def tell(folder: Path, mailbox: Mailbox, calendar: UserCalendar) -> None:
    """Put a mail and an entry where they belong, and write down how to get there."""
    mailbox.deliver("Lunch?", MAIL, sender="Bob <bob@example.org>")
    (folder / "mail.json").write_text(json.dumps(mailbox.account()))
    (folder / "calendar.json").write_text(json.dumps(calendar.account()))
    drafts = f"imap://{mailbox.user}:{quote(PASSWORD)}@127.0.0.1:{mailbox.server.port}/Drafts"
    (folder / "drafts.url").write_text(drafts)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
