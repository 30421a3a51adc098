"""The tools that work with a mailbox over IMAP (RFC 9051): search it, read from it, save a draft in it. None sends."""
