"""Tools that MCP servers of the agent's own offer."""
