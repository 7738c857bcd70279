"""Reading packs: YAML text to spanned nodes, nodes to a checked shape, a folder to a pack."""
