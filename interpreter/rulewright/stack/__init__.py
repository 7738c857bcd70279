"""Stacks of packs: which packs are there and fit together, in which order they are read, and how they change one
another."""
