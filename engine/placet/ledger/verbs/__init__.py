"""The verbs of a transaction, one file for each matter; `tx` puts them together."""
