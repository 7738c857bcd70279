"""The forms of definitions, and the fields that are known without the schema.

Separate because reading a pack always needs these words, but needs the schema, which is slow to load, only where
something was not written in this shape before.
"""

from __future__ import annotations

from typing import Final

FORMS: Final = (
    "area", "check", "class", "die", "enum", "event", "kind", "map", "permission", "rule", "status", "table",
    "value", "window", "zone",
)  # fmt: skip

# What a pack writes in place of a form to change another pack.
CHANGES: Final = ("change", "remove", "replace")

# The main field, which a body without fields fills.
MAIN_FIELDS: Final = {"die": "faces", "enum": "members", "event": "do", "permission": "normally", "value": "start"}

# All fields that a manifest may have.
MANIFEST_FIELDS: Final = (
    "pack", "name", "text", "version", "language", "players", "start", "stacking", "ranks", "window", "forced", "worth",
    "board", "grain", "storeys", "distance", "needs", "optional", "parts", "after", "conflicts", "order", "prefers",
    "breaks", "renamed", "settings", "messages", "header",
)  # fmt: skip

PHASES: Final = ("before", "instead", "at", "after", "ended")

# All fields for rules, of a body that may have rules.
RULE_FIELDS: Final = frozenset({
    *PHASES, "do", "may", "when", "each", "limit", "rank", "order", "window", "by", "title", "modify", "react",
    "active",
})  # fmt: skip

# Those that every sheet may have. The free ones accept any string that is not empty: their outline shows whether they
# are valid.
SHEET_FIELDS: Final = RULE_FIELDS | {"name", "text", "rules", "allow", "extends", "keywords"}
FREE_FIELDS: Final = frozenset({"keywords", "modify", "name", "text"})
