"""A keyring's backend that keeps its secrets in memory, and can be locked as a desktop's can."""

from dataclasses import dataclass, field


@dataclass
class MemoryStore:
    """What `keyring` backends offer. While `locked`, every question is refused, with the secret in its words."""

    kept: dict[tuple[str, str], str] = field(default_factory=dict)
    locked: bool = False

    def get_password(self, service: str, username: str) -> str | None:
        self._look("?")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._look(password)
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._look("?")
        del self.kept[service, username]

    def _look(self, said: str) -> None:
        if self.locked:
            raise RuntimeError(f"the collection is locked, and you gave {said}")
