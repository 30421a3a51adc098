"""The sandbox: an agent's TypeScript and JavaScript, run in a child that may do nothing (DECISIONS T19)."""
