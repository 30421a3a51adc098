"""Placet's console: the desktop window in which an owner decides."""
