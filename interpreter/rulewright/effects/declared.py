"""Reports names that a body declares (fields, members, steps, parts and so on) and that are not valid ids.

Separate because these names are keys and items of YAML, so the parser of code, which reports other names, never sees
them.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.effects.fields import Fields
from rulewright.effects.names import RESERVED, is_long, misnamed, reserved
from rulewright.pack import tree
from rulewright.pack.forms import SHEET_FIELDS

ID: Final = re.compile(r"[a-z][a-z0-9_]*")
# The fields of each form whose keys or items are new names. "pack" is the manifest.
DECLARED: Final[dict[str, tuple[str, ...]]] = {
    "kind": ("plural", "printed", "state", "parts", "formulas", "texts"),
    "enum": ("members", "ordered"),
    "event": ("legal",),
    "value": ("steps",),
    "pack": ("pack", "settings", "ranks"),
}
# Names that only code uses: a keyword could not be used. Members, ranks and conditions are also named elsewhere.
_OF_TEXTS: Final = frozenset({
    ("kind", "plural"), ("kind", "printed"), ("kind", "state"), ("kind", "parts"), ("kind", "formulas"),
    ("kind", "texts"), ("value", "steps"), ("pack", "settings"),
})  # fmt: skip
# In a kind these may have parameters: `wants(player caster)` is parsed as code.
WITH_PARAMETERS: Final = ("formulas", "texts")


def refuse_misnamed(form: str, fields: Fields) -> None:
    """Reports names that the fields of a body of a form declare and that are not valid ids."""
    for name in DECLARED.get(form, ()):
        node = fields.node(name)
        if isinstance(node, tree.Mapping):
            declared = [entry.key for entry in node.entries.values()]
        else:
            declared = [] if node is None else fields.items(name)
        for scalar in declared:
            if form != "kind" or name not in WITH_PARAMETERS or "(" not in scalar.value:
                refuse(scalar, fields, fields.origin(name))
                of_sheet = name not in ("plural", "state") and scalar.value in SHEET_FIELDS  # reported as such (RW322)
                if scalar.value in RESERVED and (form, name) in _OF_TEXTS and not (form == "kind" and of_sheet):
                    message, hint = reserved(scalar.value)
                    fields.out.add("RW312", message, scalar.span, hint, definition=fields.origin(name))


def refuse(scalar: tree.Scalar, fields: Fields, definition: str | None) -> None:
    """Reports a name that is not a valid id, once."""
    long = is_long(scalar.value)
    if long is not None and not scalar.broken:
        fields.out.add("RW618", long[0], scalar.span, long[1], definition=definition)
        fields.out.unread(scalar.span)
    elif ID.fullmatch(scalar.value) is None and not scalar.broken:
        message, hint = misnamed(scalar.value)
        fields.out.add("RW313", message, scalar.span, hint, definition=definition)
        fields.out.unread(scalar.span)  # the name that was meant is not reported as missing
