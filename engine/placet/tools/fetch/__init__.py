"""The tool that reaches the web: one checked address at a time, and never Placet itself (DECISIONS T25)."""
