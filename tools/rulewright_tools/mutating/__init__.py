"""Mutants of rules: packs that say something else in one place, and whether the content tests notice."""
