"""Where the frozen program begins: the console and its commands, or one of the processes that it starts itself.

A frozen program is its own interpreter. The engine starts its children with `sys.executable -m MODULE`, so the
same words have to work here, but for these modules only: the program is no way to run any other code.
"""

import os
import runpy
import sys

CHILDREN = ("placet.backends.child", "placet.bench.speaking")
"""The modules that the engine starts as processes. They begin without Qt and without the engine."""


def main() -> None:
    """Carry out the command line; doesn't return."""
    give_back_library_path()
    arguments = sys.argv[1:]
    if arguments[:1] == ["-m"] and arguments[1:] in [[child] for child in CHILDREN]:
        runpy.run_module(arguments[1], run_name="__main__")
    else:
        runpy.run_module("placet_gui", run_name="__main__")


def give_back_library_path() -> None:
    """Undo what the freezer's starter did to the environment that other programs inherit.

    It points LD_LIBRARY_PATH to our folder, which the loader has read by now: a browser or a shell that we
    start would get our libraries instead of the system's own.
    """
    original = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is not None:
        os.environ["LD_LIBRARY_PATH"] = original
    elif getattr(sys, "frozen", False):
        os.environ.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    main()
