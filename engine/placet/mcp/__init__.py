"""The Model Context Protocol, in both of its eras: messages, a server in a child process, and a client in front."""
