"""The tools that work with a calendar over CalDAV (RFC 4791): list what is in it, put an entry into it."""
