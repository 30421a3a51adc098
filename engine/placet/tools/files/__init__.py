"""The file tools: read, list and write inside an agent's folder and nowhere else (DECISIONS T23)."""
