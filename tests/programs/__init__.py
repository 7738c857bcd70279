"""Random well-typed packs: drawn by type, played by the engine and by the oracle, cut down when they differ."""
