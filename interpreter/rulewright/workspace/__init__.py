"""Packs that are being edited: diagnostics of what is not saved yet, and what stands where, for editors."""
