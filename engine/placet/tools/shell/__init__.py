"""The tool that runs commands, in a jail that was proved to hold (DECISIONS T24)."""
