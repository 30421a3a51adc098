"""The tools that run an agent's own code."""
