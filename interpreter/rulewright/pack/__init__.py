"""Reading packs: YAML text to nodes with spans, nodes to a checked shape, a folder to a pack."""
