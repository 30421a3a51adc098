"""Colours, sizes, fonts and icons: everything that the eye meets, from named tokens only."""
