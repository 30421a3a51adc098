"""The HTTP interface: wire shapes only, over the engine's front door (interfaces 2)."""
