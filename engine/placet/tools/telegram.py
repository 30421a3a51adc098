"""Sending one message by a bot of Telegram's: once, as plain text, with an outcome that is never guessed.

Source: the Bot API, `sendMessage`. The token stands in the address, so no address is ever in a message of ours.
"""

from __future__ import annotations

import json
from typing import Any, Final

from placet.late import httpx
from placet.rules.channels import Telegram
from placet.rules.errors import ToolFailed
from placet.tools.letters import Outgoing
from placet.tools.posting import posted
from placet.tools.quoting import quoted, without

_HEADERS: Final = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
_MOST_ANSWER_BYTES: Final = 64 * 1024
_SHOWN_CHARS: Final = 200
_UNKNOWN: Final = "Whether the message arrived is unknown; it is not sent again."


async def send(bot: Telegram, message: Outgoing, timeout_s: float) -> dict[str, Any]:
    """Send a message to one chat, once; answers `{"message_id"}` as Telegram numbered it.

    Raises:
        ToolFailed: `telegram_unreachable`: nothing was sent. `telegram_refused`: Telegram says that it didn't send.
            `outcome_unknown`: it broke off, took too long, or answered what tells neither.
    """
    try:
        async with posted(_address(bot), _body(message), _HEADERS, timeout_s) as answer:
            return _told(bot, answer.status_code, await _read(answer))
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        text = "Telegram can't be reached, so nothing was sent."
        raise ToolFailed(text, code="telegram_unreachable") from error
    except (TimeoutError, httpx.TimeoutException) as error:
        raise _unknown(f"did not answer within {timeout_s:g} s") from error
    except httpx.HTTPError as error:
        raise _unknown("broke the connection before it answered") from error


def _address(bot: Telegram) -> str:
    return f"{bot.base_url}/bot{bot.token}/sendMessage"


def _body(message: Outgoing) -> bytes:
    """No `parse_mode`: what an agent writes stays plain text. No previews: they would fetch its links."""
    address = message.address
    chat = address if address.startswith("@") else int(address)
    sent = {
        "chat_id": chat,
        "text": message.for_telegram(),
        "link_preview_options": {"is_disabled": True},
    }
    return json.dumps(sent, ensure_ascii=True).encode("ascii")


async def _read(answer: httpx.Response) -> bytes:
    whole = b""
    async for piece in answer.aiter_bytes():
        whole += piece
        if len(whole) > _MOST_ANSWER_BYTES:
            break
    return whole


def _told(bot: Telegram, status: int, body: bytes) -> dict[str, Any]:
    """What the answer means. Telegram says `ok` true or false; what says neither leaves the outcome open."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or not isinstance(said.get("ok"), bool):
        if 300 <= status < 500:
            text = f"Telegram's address answered with {status}, so nothing was sent."
            raise ToolFailed(text, code="telegram_refused", status=status)
        raise _unknown(f"answered with {status} and without saying what became of it")
    if not said["ok"]:
        raise _refused(bot, status, said)
    result = said.get("result")
    number = result.get("message_id") if isinstance(result, dict) else None
    return {"message_id": number if isinstance(number, int) else None}


def _refused(bot: Telegram, status: int, said: dict[str, Any]) -> ToolFailed:
    if status >= 500:
        return _unknown(f"had an error of its own ({status})")
    why = said.get("description")
    reason = f": {quoted(_unsaid(bot, why), _SHOWN_CHARS)}" if isinstance(why, str) and why else ""
    text = f"{_SENTENCES.get(status, 'Telegram did not send the message')}{reason}."
    return ToolFailed(text, code="telegram_refused", status=status)


def _unsaid(bot: Telegram, why: str) -> str:
    """The reason without the token: a server or a proxy may repeat the address that it was asked at."""
    return without(why, bot.token, bot.token.partition(":")[2])


_SENTENCES: Final = {
    401: "Telegram doesn't know this bot's token, so nothing was sent",
    403: "The bot may not write to this chat, so nothing was sent",
    404: "Telegram doesn't know this bot, so nothing was sent",
    429: "Telegram takes no more messages of this bot for now, so nothing was sent",
}


def _unknown(why: str) -> ToolFailed:
    return ToolFailed(f"Telegram {why}. {_UNKNOWN}", code="outcome_unknown")
