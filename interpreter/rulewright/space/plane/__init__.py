"""A table without cells, in whole thousandths of an inch: poses, bases, gaps, areas, and the search for room."""
