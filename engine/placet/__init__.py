"""Placet's engine: it holds what agents want to do until an owner decides, and keeps the record."""

__version__ = "0.1.0"
