"""Measuring Placet on this machine: the floor and ours in one run, so that the ratio outlives the machine."""
