"""Mutants of rules: packs that are changed in one place, to see whether the content tests notice."""
