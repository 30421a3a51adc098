"""Objects that turn what the owner did into commands."""
