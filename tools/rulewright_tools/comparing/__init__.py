"""Compares two packs: the offers in the positions of their tests, and the results of their matches."""
