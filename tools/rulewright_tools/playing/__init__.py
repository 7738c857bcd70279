"""Turns a program and people (or bots) into a match on a terminal: seats, answers, what was typed, files of matches."""
