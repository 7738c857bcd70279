"""Geometry of boards: places, steps, distances, ways, lines and areas, exact and in whole numbers. It knows no game."""
