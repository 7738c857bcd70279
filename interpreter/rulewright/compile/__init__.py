"""Compiles a checked pack to a Program: tables and generated functions."""
