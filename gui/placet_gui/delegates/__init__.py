"""Painters of cells: badges and rows."""
