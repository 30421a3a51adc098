"""Pure rules: values in, values out. Nothing here reads a clock, a file, a row or a thread."""
