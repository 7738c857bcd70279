"""The forms of definitions and the fields that need no schema to be known.

Separate because reading a pack needs these words every time, and the schema, which takes long to load, only where
something was not written in this shape before.
"""

from __future__ import annotations

from typing import Final

FORMS: Final = (
    "area", "check", "class", "die", "enum", "event", "kind", "map", "permission", "rule", "status", "table",
    "value", "window", "zone",
)  # fmt: skip

# What a pack writes in place of a form where it changes another pack.
CHANGES: Final = ("change", "remove", "replace")

# The field that a body without fields fills.
MAIN_FIELDS: Final = {"die": "faces", "enum": "members", "event": "do", "permission": "normally", "value": "start"}

# All fields that a manifest may have.
MANIFEST_FIELDS: Final = (
    "pack", "name", "text", "version", "language", "players", "start", "stacking", "ranks", "window", "forced", "worth",
    "board", "grain", "storeys", "distance", "needs", "optional", "parts", "after", "conflicts", "order", "prefers",
    "breaks", "renamed", "settings", "messages", "header",
)  # fmt: skip

PHASES: Final = ("before", "instead", "at", "after", "ended")

# All fields that a body which carries rules may have for them.
RULE_FIELDS: Final = frozenset({
    *PHASES, "do", "may", "when", "each", "limit", "rank", "order", "window", "by", "title", "modify", "react",
    "active",
})  # fmt: skip

# Those that every sheet may have. Of the free ones any text is good that is not empty: whether they are in order, their
# outline tells.
SHEET_FIELDS: Final = RULE_FIELDS | {"name", "text", "rules", "allow", "extends", "keywords"}
FREE_FIELDS: Final = frozenset({"keywords", "modify", "name", "text"})
