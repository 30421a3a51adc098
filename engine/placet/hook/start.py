"""Starts `placet-hook` in a bare interpreter (`python -I -S THIS_FILE …`), which reads nothing of the environment."""

import sys

sys.path.insert(0, __file__.rsplit("/", 3)[0])

from placet.hook.__main__ import main

if __name__ == "__main__":
    main()
