"""A checked pack becomes a Program: tables and generated functions."""
