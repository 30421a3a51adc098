"""Another program that writes its settings while a link goes in or out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from placet.work import settings_files


@contextmanager
def written_meanwhile(path: Path, content: bytes) -> Iterator[None]:
    """Whenever we are about to write something beside `path`, its own program has just written `content` there."""
    whole = settings_files.write_whole

    def both_write(target: Path, ours: bytes, **more: Any) -> None:
        if target == path:
            path.write_bytes(content)
        whole(target, ours, **more)

    with pytest.MonkeyPatch.context() as meanwhile:
        meanwhile.setattr(settings_files, "write_whole", both_write)
        yield
