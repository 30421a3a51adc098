"""Small programs that each hold one call. Run them as files."""
