"""Takes apart a checked pack that is no longer needed.

Separate because its symbols and trees refer to each other in cycles: otherwise they would stay in memory until the
garbage collector next looks through everything, which takes longer than a check.
"""

from __future__ import annotations

from rulewright.check import model as m


def take_apart(pack: m.PackDef) -> None:
    """Empties the symbols of a pack. Neither the pack nor any of its trees may be used afterwards."""
    definitions = [one for group in pack.groups() for one in group.values()]
    for definition in definitions:
        holder = getattr(definition, "holder", None)
        if holder is not None:
            holder.sentences, holder.reactions = [], []
    for definition in definitions:
        for kind in type(definition).__mro__:
            for name in getattr(kind, "__slots__", ()):
                setattr(definition, name, None)
    for name in pack.__slots__:
        setattr(pack, name, None)
