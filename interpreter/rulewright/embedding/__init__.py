"""Matches for programs that play: typed, with ids and plain values, as one player may know them.

`import rulewright` exports what is here. It needs only the standard library.
"""
