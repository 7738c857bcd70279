"""Everything that people touch: the command line, what it prints, and the files derived from the engine."""
