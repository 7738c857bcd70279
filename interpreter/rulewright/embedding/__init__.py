"""Matches for programs that play: typed, with ids and raw values, as one player may know them.

`import rulewright` hands out what is here. It needs the standard library alone.
"""
