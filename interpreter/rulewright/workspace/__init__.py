"""Packs that are being edited: diagnostics of unsaved files, and the names in them, for editors."""
