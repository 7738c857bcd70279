"""Content tests of packs: read, compiled with the pack, played and told."""
