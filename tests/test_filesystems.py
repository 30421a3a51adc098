"""Where a data folder lies, read as the kernel tells it."""

from pathlib import Path

import pytest

from placet.filesystems import network_kind

MOUNTS = r"""
22 27 0:21 / /proc rw,nosuid - proc proc rw
27 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw
40 27 0:44 / /home rw - nfs4 server:/home rw,vers=4.2
41 40 0:45 / /home/local\040disk rw - ext4 /dev/sdb1 rw
42 27 0:46 / /mnt/far rw - fuse.sshfs me@far:/ rw
43 27 0:47 / /mnt/near rw - fuse.gocryptfs /enc rw
44 27 0:48 / /mnt/twice rw - cifs //server/share rw
45 27 0:49 / /mnt/twice rw - tmpfs tmpfs rw
a line that says nothing
"""


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    file = tmp_path / "mountinfo"
    file.write_text(MOUNTS)
    return file


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/placet", "nfs4"),
        ("/home", "nfs4"),
        ("/homework", None),
        ("/home/local disk/placet", None),
        ("/mnt/far/placet", "fuse.sshfs"),
        ("/mnt/near/placet", None),
        ("/mnt/twice/placet", None),
        ("/srv/placet", None),
    ],
)
def test_the_innermost_mount_says_whether_a_folder_is_over_a_network(
    mounts: Path, path: str, kind: str | None
) -> None:
    assert network_kind(Path(path), mounts) == kind


def test_where_nobody_tells_nothing_is_claimed(tmp_path: Path) -> None:
    assert network_kind(tmp_path, tmp_path / "nowhere") is None


def test_a_folder_of_this_machine_is_none() -> None:
    assert network_kind(Path("/proc")) is None
