"""Where the frozen `placet-hook` begins: what an agent's harness starts before each call, so it loads nothing else."""

from placet.hook.__main__ import main

if __name__ == "__main__":
    main()
