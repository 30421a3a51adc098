"""Bodies of a server that declares them as what no JSON is."""

import pytest

from placet.backends.endpoint import Endpoint
from placet.backends.limits import Limits
from tests.backends.wire import Exchange, serving

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("charset", ["hex", "undefined", "utf-16"])
async def test_a_charset_that_json_does_not_have_does_not_count(charset: str) -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head(kind=f"application/json; charset={charset}")
        exchange.writer.write(b'{"data": [{"id": "one"}]}')

    async with serving(answer) as server:
        listed = await Endpoint(server.url, None, Limits()).get("models")
    assert listed == {"data": [{"id": "one"}]}
