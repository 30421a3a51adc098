"""Widgets. They show rows and emit facts; they decide nothing."""
