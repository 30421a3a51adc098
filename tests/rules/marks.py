"""Reads shown text back, so that a test can say that nothing was lost or altered on the way to the eye."""

import re


def decoded(shown: str) -> str:
    """Read shown text back, from its look alone."""

    def one(found: re.Match[str]) -> str:
        if found["code"]:
            return chr(int(found["code"], 16))
        if found["count"]:
            return (" " if found["what"] == "spaces" else "\n") * int(found["count"].replace(",", ""))
        return "\n" if found[0].startswith("\u23ce") else "\t"

    marks = (
        r"\u27e8U\+(?P<code>[0-9A-F]{4,6})\u27e9"
        r"|\u27e8(?P<count>[\d,]+) (?P<what>spaces|line breaks)\u27e9\n?|\u23ce\n?|\u21e5\t?"
    )
    return re.sub(marks, one, shown)
