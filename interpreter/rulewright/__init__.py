"""Rulewright: a declarative rules interpreter for tabletop games. Import its doors: pipeline, session, lookup."""
