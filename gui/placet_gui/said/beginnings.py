"""Why an agent isn't declared, a program isn't linked, or HTTP isn't listened for."""

from __future__ import annotations

from typing import Final

from placet_gui.words import noop

BEGINNINGS: Final = (
    noop("engine", "There is an agent named {0} already."),
    noop("engine", "An agent's folder may not touch Placet's data folder."),
    noop("engine", "An agent's folder may not overlap with another agent's."),
    noop("engine", "An agent's folder is an absolute path, or one that starts with ~."),
    noop("engine", "The path of an agent's folder leads nowhere."),
    noop("engine", "An agent's folder may not be the root of all files."),
    noop("engine", "An agent's folder may not be a home, nor hold one; take a folder in it."),
    noop("engine", "What should be an agent's folder is not a folder."),
    noop("engine", "An agent's folder can't be made: {w0}."),
    noop("engine", "The path of an agent's folder changed while it was looked at."),
    noop("engine", "The settings couldn't be written: {w0}."),
    noop("engine", "This link is installed in {0}; remove it there first."),
    noop("engine", "The link can't be kept: {w0}."),
    noop("engine", "{0} would become too large with the hooks, so it was left alone."),
    noop("engine", "{0} can't be written: {w1}."),
    noop("engine", "A call through {0} that must be blocked wasn't: {w1}"),
    noop("engine", "{0} names no server that a gateway could stand in front of."),
    noop("engine", "There is no file {0}, so no server is named in it."),
    noop("engine", "{0} isn't a plain file, so it was left alone."),
    noop("engine", "{0} was changed while it was looked at, so it was left alone; try again."),
    noop("engine", "{0} is too large for a settings file, so it was left alone."),
    noop("engine", "{0} can't be read as text, so it was left alone."),
    noop("engine", "The settings file doesn't parse, so it was left alone: {0}"),
    noop("engine", "The settings file holds no JSON object, so it was left alone."),
    noop("engine", "The hooks in the settings file aren't what they should be, so it was left alone."),
    noop("engine", "The file holds no JSON object, so it was left alone."),
    noop("engine", "The servers in the file aren't what they should be, so it was left alone."),
    noop("engine", "The file doesn't parse, so it was left alone: {0}"),
    noop("engine", "{0} port {1} can't be listened on: {w2}."),
    noop("engine", "the port isn't one"),
    noop("engine", "Placet listens on loopback addresses only."),
)
