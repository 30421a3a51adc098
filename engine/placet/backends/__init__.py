"""Model backends: servers that speak the chat-completions wire, and the embedded model in a child process."""
