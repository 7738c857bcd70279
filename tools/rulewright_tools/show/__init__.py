"""Turns diagnostics into what people and programs read: text with carets, JSON lines, SARIF. Only here is printed."""
