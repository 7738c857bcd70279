"""Tests that keep the pages of docs/ true: what they show is taken from them and run."""
