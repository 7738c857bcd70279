"""Packs upon packs."""
