"""The commands (interfaces 1): thin clients of a running engine, or of the data folder while none runs."""
