"""Sending one message to a webhook: once, within a time limit, with an outcome that is never guessed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from placet.late import httpx
from placet.rules.channels import Webhook
from placet.rules.errors import ToolFailed
from placet.tools.posting import posted

_UNKNOWN: Final = "Whether the message arrived is unknown; it is not sent again."


async def post(webhook: Webhook, message: Mapping[str, Any], timeout_s: float) -> int:
    """Send a message; returns the status of the answer, which is one of success. Nothing of the answer is read.

    Redirects aren't followed, the environment's proxies aren't used, and nothing is ever sent a second time.

    Raises:
        ToolFailed: `webhook_unreachable`: nothing was sent. `webhook_refused`: the answer was an error, or a redirect.
            `outcome_unknown`: it broke off, or took too long, after sending had begun.
    """
    try:
        async with posted(webhook.url, _body(message), _headers(webhook), timeout_s) as answer:
            return _checked(answer.status_code)
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        text = f"The webhook {webhook.name} can't be reached, so nothing was sent."
        raise ToolFailed(text, code="webhook_unreachable") from error
    except TimeoutError as error:
        raise _unknown(webhook, f"did not answer within {timeout_s:g} s") from error
    except httpx.TimeoutException as error:
        raise _unknown(webhook, f"did not answer within {timeout_s:g} s") from error
    except httpx.HTTPError as error:
        raise _unknown(webhook, "broke the connection before it answered") from error


def _body(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=True).encode("ascii")


def _headers(webhook: Webhook) -> dict[str, str]:
    return {"Content-Type": "application/json", "Accept-Encoding": "identity", **dict(webhook.headers)}


def _checked(status: int) -> int:
    if 200 <= status < 300:
        return status
    if 300 <= status < 400:
        text = f"The webhook answered with a redirect ({status}), which is not followed."
    else:
        text = f"The webhook answered with the error {status}."
    raise ToolFailed(text, code="webhook_refused", status=status)


def _unknown(webhook: Webhook, why: str) -> ToolFailed:
    return ToolFailed(f"The webhook {webhook.name} {why}. {_UNKNOWN}", code="outcome_unknown")
