"""Exact geometry of boards in whole numbers: places, steps, distances, ways, lines and areas. It knows no game."""
