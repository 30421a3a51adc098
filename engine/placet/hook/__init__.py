"""`placet-hook`: the small program that a harness starts before each tool call. It loads nothing of the engine.

Whatever goes wrong in here ends in "no": every way out but an approval prints a denial, or leaves with the exit code that
blocks (`claude`). What starts it adds the last net (`links.claude_code`): any other end than 0 counts as 2.
"""

__all__: list[str] = []
