"""Other people's agents, linked to the console: what they ask is asked here."""
