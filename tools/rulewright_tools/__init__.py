"""The command line, what it prints, and the files generated from the engine."""
