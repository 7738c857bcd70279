"""Packs upon packs: which there are and fit, in which order they are read, and what they change in one another."""
