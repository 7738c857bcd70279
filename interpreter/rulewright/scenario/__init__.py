"""Content tests of packs: reading, compiling with the pack, playing and reporting."""
