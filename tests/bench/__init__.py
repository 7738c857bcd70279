"""Measurements: every figure is a ratio to a yardstick timed in the same run, turn and turn about."""
