"""Meaning: names, types and the checks over a whole pack."""
