"""The hand-written skirmish and its rules, unchanged, and what holds the pack beside it."""
