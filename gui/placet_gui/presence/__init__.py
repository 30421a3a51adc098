"""How the console is there for its owner while its window isn't in front: tray, notification, links, start with the session.

None of it decides anything, and none of it takes the focus by itself (spec/prompt-rules 4.3, rule 1).
"""
