"""Gives up root's power, so that the tests meet file modes as an ordinary user does.

Automatic builds and bare machines run the tests as root, to whom no mode is an obstacle: a test that a folder
without the write bit stays unwritten would fail, or worse, one that expects success would pass for the wrong
reason. Changing the user id instead would put the checkout, its Python and pytest's folders out of reach on
many machines, so the id stays and every capability goes: from this process, and for good from what it starts.

Three exceptions, none of which opens a file. CAP_SETFCAP stays, because without it Linux lets nobody with root's id make a
user namespace, as any ordinary user may, and the shell's jail could not be tested. CAP_SETUID and CAP_SETGID stay for the
servers that refuse to run with root's id (`tests.ordinary`); nothing else here, and nothing of Placet, changes its id.
"""

import ctypes
import os
import sys

_PR_CAPBSET_DROP = 24
_CAP_SETGID, _CAP_SETUID, _CAP_SETFCAP = 6, 7, 31
_KEPT = frozenset({_CAP_SETGID, _CAP_SETUID, _CAP_SETFCAP})
_EINVAL_FROM_HERE = 64  # no kernel knows as many capabilities; the first unknown one ends the loop earlier
_CAPABILITY_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def give_up_root() -> None:
    """Drop all capabilities but three of the calling thread and of all that it starts; nothing to do for other users.

    Linux only. The user id does not change. Cannot be undone.
    """
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(_EINVAL_FROM_HERE):
        if capability not in _KEPT and libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break
    header, left = _Header(_CAPABILITY_VERSION_3, 0), (_Sets * 2)()
    # Kept here as well as below: a process may look only into those that hold no more than itself.
    if libc.capget(ctypes.byref(header), ctypes.byref(left)) != 0:
        raise OSError(ctypes.get_errno(), "root's capabilities could not be looked at")
    kept = left[0].permitted & sum(1 << capability for capability in _KEPT)
    left = (_Sets * 2)(_Sets(effective=kept, permitted=kept))
    if libc.capset(ctypes.byref(header), ctypes.byref(left)) != 0:
        raise OSError(ctypes.get_errno(), "root's capabilities could not be given up")
