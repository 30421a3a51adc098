"""Item models over rows of `placet.api`. They change by events, never by reset."""
