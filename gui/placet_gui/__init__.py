"""The console: a window onto the engine, which it reaches only through `placet.api`."""
