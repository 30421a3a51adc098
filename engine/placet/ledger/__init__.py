"""The ledger: one SQLite file, one write path, and the only SQL of the engine."""
